public import Bytes
package import Records
package import Secrets

/// Evaluates one error after the other and keeps the state that budgets need. The simplest way to use the
/// library:
///
/// ```swift
/// let compiled = RuleSet.compile(name: "rules.yaml", bytes: bytes)
/// guard let chain = compiled.chain else { … compiled.diagnostics … }
/// var evaluator = RuleEvaluator(chain)
/// let resolution = try evaluator.resolution(of: #"{"status": 503, "origin": "com.shop.cart"}"#)
/// ```
public struct RuleEvaluator: ~Copyable {
  /// Its outcome is that of the last record.
  package private(set) var evaluator: Evaluator
  private var state: ChainState
  private var ordinal: UInt64 = 0
  /// The redactor of records in their explanations.
  package var redactor = Redactor.off

  /// An evaluator for `chain` that draws random delays from `seed`.
  public init(_ chain: ResponderChain, seed: UInt64 = 0, limits: Limits = Limits()) {
    self.init(chain, seed: seed, limits: limits, presetAnswers: [])
  }

  /// An evaluator that chooses the preset button where no answer is recorded: by clause, a title or nil.
  package init(_ chain: ResponderChain, seed: UInt64, limits: Limits, presetAnswers: [String?]) {
    evaluator = Evaluator(chain, limits: limits, presetAnswers: presetAnswers)
    evaluator.seed = seed
    state = ChainState(isAtHand: true, capacity: limits.stateKeys)
  }

  /// Resolutions have the recorded error's identity, under `of`.
  package mutating func writeErrors() { evaluator.writesErrors = true }

  /// The actions with these names fail where no result is recorded.
  package mutating func fail(actionsNamed names: [String]) { evaluator.fail(actionsNamed: names) }

  /// The resolution of a recorded error: one line of JSON without a line feed.
  ///
  /// - Parameters:
  ///   - record: one recorded error, a JSON object.
  ///   - explained: whether the resolution includes its `steps`.
  /// - Throws: ``InvalidRecord`` if the text is not a recorded error.
  public mutating func resolution(of record: String, explained: Bool = false) throws(InvalidRecord) -> String
  {
    if explained { return try explanation(of: record).explainedResolution }
    return try evaluate(record) { evaluator in
      evaluator.run()
      return evaluator.lastResolution
    }
  }

  /// The evaluation of a recorded error step by step, with its resolution.
  ///
  /// - Throws: ``InvalidRecord`` if the text is not a recorded error.
  public mutating func explanation(of record: String) throws(InvalidRecord) -> Explanation {
    try evaluate(record) { $0.explain() }
  }

  private mutating func evaluate<Answer>(_ record: String, _ body: (inout Self) -> Answer)
    throws(InvalidRecord) -> Answer
  {
    let line = Array(record.utf8)
    // The record's values point into `line`, which must stay valid until the resolution is written.
    let answered: Result<Answer, InvalidRecord> = line.withUnsafeBytes { bytes in
      if let fault = read(ByteSlice(bytes)) {
        return .failure(InvalidRecord(fault, limits: evaluator.limits))
      }
      return .success(body(&self))
    }
    return try answered.get()
  }

  /// The line must stay valid until ``run()`` or ``explain()`` has evaluated it.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    if let fault = evaluator.read(line) {
      complete(after: fault)
      return fault
    }
    ordinal += 1
    return nil
  }

  /// Reads a record that `isSelected` accepts; false otherwise. The line must stay valid until it is
  /// evaluated.
  ///
  /// - Parameter isInTime: asked of a record that says that an operation ended well.
  package mutating func read(
    _ line: ByteSlice, completedWithin isInTime: (Timestamp?) -> Bool,
    where isSelected: (inout Evaluator) -> Bool
  ) -> Bool {
    if let fault = evaluator.read(line) {
      if isInTime(evaluator.time) { complete(after: fault) }
      return false
    }
    guard isSelected(&evaluator) else { return false }
    ordinal += 1
    return true
  }

  /// Takes note of a record that says that an operation ended well.
  private mutating func complete(after fault: RecordFault) {
    guard case .completed = fault else { return }
    _ = evaluator.complete(&state, clock: evaluator.time)
  }

  package var records: UInt64 { ordinal }

  /// Goes on where this many records, up to this time, were read elsewhere.
  package mutating func advance(to time: Timestamp?, records: UInt64) {
    state.advance(to: time)
    ordinal = records
  }

  /// The last record's own id; nil if its ordinal replaces it.
  package var ownID: String? { evaluator.ownID }

  package mutating func run() {
    _ = evaluator.run(&state, ordinal: ordinal)
  }

  /// The resolution of the last record that was evaluated: one line of JSON without a line feed.
  package var lastResolution: String { evaluator.resolution(ordinal: ordinal) }

  /// Whether one of the clauses decided the last record, ran for it, or granted it no further try.
  package func concerns(_ clauses: Set<Int>) -> Bool {
    if let clause = evaluator.outcome.clause.place, clauses.contains(clause) { return true }
    for index in 0..<evaluator.outcome.fired.count
    where clauses.contains(Int(evaluator.outcome.fired[index])) {
      return true
    }
    for index in 0..<evaluator.outcome.exhausted.count {
      if let clause = evaluator.outcome.exhausted[index].clause.place, clauses.contains(clause) {
        return true
      }
    }
    return false
  }

  package mutating func explain() -> Explanation {
    evaluator.explain(&state, ordinal: ordinal, hidingBy: redactor)
  }
}

/// The reason why a text is not a recorded error.
public struct InvalidRecord: Error, CustomStringConvertible, Sendable {
  /// A sentence.
  public let description: String
  /// The reason alone, without “not a recorded error”.
  package let reason: String
  /// The description with a full stop.
  package var sentence: String { description.hasSuffix(".") ? description : "\(description)." }

  package init(_ fault: RecordFault, limits: Limits) {
    reason =
      switch fault {
      case .json(let fault): "column \(fault.offset + 1): \(fault.message(of: .record, limits: limits))"
      case .notAnObject: "a recorded error is one JSON object"
      case .notAnError(let wrong?): "\(wrong.field.name) is \(wrong.fault)"
      case .completed: "it says that an operation ended well"
      case .notAnError(nil): "it has none of \(Field.required.map { $0.name }.joined(separator: ", "))"
      }
    switch fault {
    case .notAnError, .completed: description = "This object is not an error: \(reason)"
    case .json, .notAnObject: description = reason
    }
  }
}

extension Evaluator {
  /// Reads a record. After a fault there is nothing to evaluate.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    inputs.matcher.begin()
    inputs.matcher.removePrefetched()
    return inputs.matcher.record.read(line)
  }

  /// Reads the record at `start` of a stream's text by the fast path; see ``ErrorRecord/read(lineAt:of:)``.
  package mutating func read(lineAt start: Int, of bytes: PaddedBytes) -> Int? {
    inputs.matcher.read(lineAt: start, of: bytes)
  }
}
