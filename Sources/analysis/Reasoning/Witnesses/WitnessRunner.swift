internal import Bytes
internal import Engine
internal import Records

/// A runner of witnesses on the compiled chain, to confirm a result.
final class WitnessRunner {
  struct Run {
    var fired: Set<Int> = []
    var isHandled = false
    var clause: Int?
    var evaluation = Evaluation.cancel
    var root: Int?
    var category: Int?
    var lastCategory: Int?
    var isIgnored = false
    var leavesRaisedUnanswered = false
    /// Their alerts took an answer; in order.
    var answered: [Int] = []
    /// The actions that took a result, in order.
    var performed: [Performed] = []
    var matching: Set<Int> = []
    /// The exhausted clauses of the error and its replacements, set by ``WitnessRunner/listen(to:into:)``.
    var exhausted: Set<Int> = []
    var categories: Set<Int> = []
  }

  /// An action whose failure has a verdict, by its place among those of its clause.
  struct Performed: Hashable {
    let clause: Int
    let place: Int
  }

  private let chain: ResponderChain
  private var evaluator: Evaluator
  private var runs = 0

  init(_ chain: ResponderChain) {
    self.chain = chain
    var limits = Limits()
    // Hardly two witnesses have values in common, and a class of values has a bit for each of the rules.
    (limits.caches.classes, limits.caches.kinds) = (256, 256)
    evaluator = Evaluator(chain, limits: limits)
  }

  /// Whether the text is a recorded error.
  private func read(_ text: ByteSlice) -> Bool {
    runs += 1
    if runs % 1_024 == 0 { evaluator.restSearchers() }
    return evaluator.read(text) == nil
  }

  /// Nil if the text is not a recorded error.
  func run(_ json: String, testing clauses: [Int] = []) -> Run? {
    var state = ChainState(isAtHand: true)
    return run(json, testing: clauses, ordinal: 1, &state)
  }

  /// The place of the first of some errors, in order, for which a check holds.
  func first(of stream: [String], where check: (Run) -> Bool) -> Int? {
    var state = ChainState(isAtHand: true)
    for (place, json) in stream.enumerated() {
      guard let run = run(json, ordinal: UInt64(place + 1), &state) else { return nil }
      if check(run) { return place }
    }
    return nil
  }

  private func run(
    _ json: String, testing clauses: [Int] = [], ordinal: UInt64, _ state: inout ChainState
  ) -> Run? {
    let bytes = Array(json.utf8)
    return bytes.withUnsafeBytes { text -> Run? in
      guard read(ByteSlice(text)) else { return nil }
      var run = Run()
      run.matching = Set(clauses.filter { evaluator.matches(clause: $0) })
      run.category = evaluator.recordedCategory()
      guard evaluator.run(&state, ordinal: ordinal) else { return nil }
      for index in 0..<evaluator.outcome.fired.count { run.fired.insert(Int(evaluator.outcome.fired[index])) }
      run.lastCategory = evaluator.outcome.category.place
      run.isHandled = evaluator.outcome.isHandled
      run.evaluation = evaluator.outcome.evaluation
      run.isIgnored = evaluator.outcome.isIgnored
      for index in 0..<evaluator.outcome.raised.count where !evaluator.outcome.raised[index].isHandled {
        run.leavesRaisedUnanswered = true
      }
      run.clause = evaluator.outcome.clause.place
      run.root = evaluator.outcome.root.place
      run.answered = evaluator.decidingClauses
      run.performed = evaluator.performedActions.map { clause, action in
        Performed(clause: clause, place: chain.failures(atClause: clause).firstIndex(of: action) ?? 0)
      }
      return run
    }
  }

  /// Exhausted budgets and intermediate categories, which its outcome does not show.
  func listen(to json: String, into run: inout Run) {
    let bytes = Array(json.utf8)
    bytes.withUnsafeBytes { text in
      guard read(ByteSlice(text)) else { return }
      var state = ChainState(isAtHand: true)
      var coverage = CoverageCounter(chain)
      guard evaluator.run(&state, ordinal: 1, covering: &coverage) else { return }
      let counts = coverage.counts
      run.exhausted = Set(counts.clauses.indices.filter { counts.clauses[$0].exhausted > 0 })
      run.categories = Set(counts.categories.indices.filter { counts.categories[$0] > 0 })
    }
  }

  /// Nil if the text is not a recorded error.
  func resolution(of json: String) -> [UInt8]? {
    let bytes = Array(json.utf8)
    return bytes.withUnsafeBytes { text -> [UInt8]? in
      guard read(ByteSlice(text)) else { return nil }
      var state = ChainState(isAtHand: true)
      guard evaluator.run(&state, ordinal: 1) else { return nil }
      var written = Buffer<UInt8>()
      var gaps = Buffer<Gap>()
      evaluator.appendResolution(ordinal: 1, to: &written, gaps: &gaps)
      var resolution: [UInt8] = []
      var next = 0
      for index in 0..<written.count {
        // Values that depend on the order of a stream are the same for both.
        while next < gaps.count, gaps[next].offset == index {
          resolution.append(UInt8(ascii: "1"))
          next += 1
        }
        resolution.append(written[index])
      }
      return resolution
    }
  }

  /// Whether the resolutions are equal in everything that counts. Nil if the text is not a recorded error.
  func answers(_ json: String, like other: WitnessRunner, namesClauses: Bool) -> Bool? {
    guard let mine = resolution(of: json), let theirs = other.resolution(of: json) else { return nil }
    if mine == theirs { return true }
    guard let meaning = ResolutionMeaning.text(of: mine, namesClauses: namesClauses),
      let theirMeaning = ResolutionMeaning.text(of: theirs, namesClauses: namesClauses)
    else { return nil }
    return meaning.utf8.elementsEqual(theirMeaning.utf8)
  }
}
