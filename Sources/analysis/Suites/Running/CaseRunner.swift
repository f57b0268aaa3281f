internal import Records
internal import ErrorStreams
package import Bytes
package import Engine
internal import Secrets
internal import SystemPackage

/// Runs cases against a chain, each with fresh state, and counts their coverage.
package struct CaseRunner: ~Copyable {
  let chain: ResponderChain
  private var evaluator: Evaluator
  package var coverage: CoverageCounter
  private let limits: Limits

  /// - Parameter failing: the names of actions that fail where no result is recorded.
  package init(_ chain: ResponderChain, limits: Limits, failing: [String] = []) {
    self.chain = chain
    self.limits = limits
    evaluator = Evaluator(chain, limits: limits)
    coverage = CoverageCounter(chain)
    if !failing.isEmpty { evaluator.fail(actionsNamed: failing) }
  }

  private enum StepRun {
    case observed(ObservedOutcome)
    /// An operation that ended well has no outcome.
    case completed
    case invalid
  }

  /// Runs a case's errors in order, until `receive`, given the step, the repetition from 1 and the
  /// observation, returns false.
  package mutating func run(
    _ testCase: TestCase, seed: UInt64, _ receive: (Int, Int, ObservedOutcome) -> Bool
  ) {
    evaluator.seed = seed
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    var ordinal: UInt64 = 0
    for (index, step) in testCase.steps.enumerated() {
      for turn in 1...step.times {
        let record = step.record(turn)
        let run = record.withUnsafeBytes { bytes -> StepRun in
          switch evaluator.read(ByteSlice(bytes)) {
          case nil: break
          case .completed:
            _ = evaluator.complete(&state, clock: evaluator.time)
            return .completed
          default: return .invalid
          }
          ordinal += 1
          guard evaluator.run(&state, ordinal: ordinal, covering: &coverage) else { return .invalid }
          return .observed(
            ObservedOutcome(evaluator.resolution(ordinal: ordinal), ran: ran, error: step.error))
        }
        switch run {
        case .completed: continue
        case .observed(let observation): guard receive(index, turn, observation) else { return }
        // It was reported when the suite was read.
        case .invalid: return
        }
      }
    }
  }

  mutating func explanation(
    of testCase: TestCase, step wanted: Int, turn: Int, seed: UInt64, _ redactor: Redactor
  ) -> Explanation? {
    evaluator.seed = seed
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    var ordinal: UInt64 = 0
    for (index, step) in testCase.steps.enumerated() {
      for number in 1...step.times {
        let isWanted = index == wanted && number == turn
        let record = step.record(number)
        let explanation = record.withUnsafeBytes { bytes -> Explanation? in
          switch evaluator.read(ByteSlice(bytes)) {
          case nil: break
          case .completed:
            _ = evaluator.complete(&state, clock: evaluator.time)
            return nil
          default: return nil
          }
          ordinal += 1
          if isWanted { return evaluator.explain(&state, ordinal: ordinal, hidingBy: redactor) }
          _ = evaluator.run(&state, ordinal: ordinal)
          return nil
        }
        if isWanted { return explanation }
      }
    }
    return nil
  }

  /// The clauses that an error raised at a responder matches, and the one that handles it.
  mutating func evaluate(_ record: [UInt8], at responder: Int) -> (fired: Set<Int>, clause: Int?)? {
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    return record.withUnsafeBytes { bytes in
      guard evaluator.read(ByteSlice(bytes)) == nil else { return nil }
      guard evaluator.run(&state, ordinal: 1, covering: &coverage, from: responder) else { return nil }
      var fired: Set<Int> = []
      for index in 0..<evaluator.outcome.fired.count { fired.insert(Int(evaluator.outcome.fired[index])) }
      return (fired, evaluator.outcome.clause.place)
    }
  }

  mutating func rejection(of record: [UInt8]) -> String? {
    record.withUnsafeBytes { evaluator.read(ByteSlice($0)) }.map {
      InvalidRecord($0, limits: limits).description
    }
  }

  mutating func explanation(of record: [UInt8], at responder: Int, _ redactor: Redactor) -> Explanation? {
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    return record.withUnsafeBytes { bytes in
      guard evaluator.read(ByteSlice(bytes)) == nil else { return nil }
      return evaluator.explain(&state, ordinal: 1, from: responder, hidingBy: redactor)
    }
  }

  /// - Parameter admits: whether records of a time are wanted.
  mutating func cover(
    _ stream: FileDescriptor, named name: String, times: TimeDefaults, admits: (Timestamp?) -> Bool
  ) throws(FoundRecords.Failure) -> (StreamContents, StreamFault?) {
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    var ordinal: UInt64 = 0
    return try FoundRecords.lines(of: stream, named: name, limits: limits, times: times) { line in
      let fault = evaluator.read(line)
      guard admits(evaluator.time) else { return fault }
      if let fault {
        if case .completed = fault { _ = evaluator.complete(&state, clock: evaluator.time) }
        return fault
      }
      ordinal += 1
      _ = evaluator.run(&state, ordinal: ordinal, covering: &coverage)
      return nil
    }
  }

  private var ran: [String] {
    (0..<evaluator.outcome.fired.count).map { chain.name(ofClause: Int(evaluator.outcome.fired[$0])) }
  }
}

extension TestStep {
  fileprivate func record(_ turn: Int) -> [UInt8] {
    guard let time else { return record }
    let text = VirtualTime.text(time + every * Int64(turn - 1))
    let isEmpty = record.allSatisfy { [0x7B, 0x7D, 0x20].contains($0) }
    return Array("{\"time\": \"\(text)\"\(isEmpty ? "" : ",")".utf8) + record.dropFirst()
  }
}
