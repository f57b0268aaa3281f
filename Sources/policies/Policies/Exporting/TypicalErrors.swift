internal import Bytes
internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

/// An error that another system may meet, as a record.
struct TypicalError {
  /// A name that no rule has.
  static let unnamed = "\u{1}"

  var origin: String?
  var type: String?
  var domain: String?
  var code: String?
  var status: Int?
  var attributes: [(name: String, value: String)] = []

  fileprivate var record: [UInt8] {
    let texts = [("origin", origin), ("type", type), ("domain", domain), ("code", code)]
    var members = texts.compactMap { name, value in value.map { (name, Self.written($0)) } }
    members.append(("operation", Self.written("1")))
    if let status { members.append(("status", "\(status)")) }
    members.append(("attributes", Self.written(attributes.map { ($0.name, Self.written($0.value)) })))
    return Array(Self.written(members).utf8)
  }

  private static func written(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(written($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func written(_ text: String) -> String {
    var written = Buffer<UInt8>()
    JSONText.append(string: text, to: &written)
    return String(written.slice)
  }
}

/// The outcomes of typical errors under a rule set.
struct TypicalErrors: ~Copyable {
  struct Outcome {
    /// The rule that grants a retry.
    let retry: (clause: Int, policy: RetryPolicy, isCounted: Bool)?
    let evaluation: Evaluation
    let isHandled: Bool
    /// The rule that decides; nil if none does.
    let clause: Int?
    /// Whether it decides because no try is left.
    let isExhausted: Bool
    /// The rules whose actions ran.
    let acting: [Int]
  }

  private let program: RuleProgram
  private var evaluator: Evaluator
  /// The state in which all errors so far have used up their retries.
  private var exhausted = ChainState(isAtHand: true)
  /// Rules may grant a thousand tries of each error. Where none is left, the comparison decides.
  private var triesLeft = 4 * ExportedRules.mostErrors

  init(_ rules: ExportedRules) {
    program = rules.program
    evaluator = Evaluator(rules.chain)
  }

  /// The outcome of an error, and that of its last failure if the first one is retried.
  mutating func outcomes(of error: TypicalError) -> (first: Outcome, last: Outcome?)? {
    var untouched = ChainState(isAtHand: true)
    guard let first = Self.outcome(of: error, program, &evaluator, &untouched) else { return nil }
    var last = first
    // Each of them uses up a try, unless the rule counts by a value that the error does not have.
    while last.retry?.isCounted == true, triesLeft > 0,
      let next = Self.outcome(of: error, program, &evaluator, &exhausted)
    {
      last = next
      triesLeft -= 1
    }
    return (first, first.retry == nil ? nil : last)
  }

  private static func outcome(
    of error: TypicalError, _ program: RuleProgram, _ evaluator: inout Evaluator, _ state: inout ChainState
  ) -> Outcome? {
    error.record.withUnsafeBytes { record in
      guard evaluator.read(ByteSlice(record)) == nil else { return nil }
      guard evaluator.run(&state, ordinal: 1) else { return nil }
      var acting: [Int] = []
      for index in 0..<evaluator.outcome.actions.count {
        if let clause = evaluator.outcome.actions[index].clause.place { acting.append(clause) }
      }
      var retry: (clause: Int, policy: RetryPolicy, isCounted: Bool)?
      if let granted = evaluator.outcome.retry, let clause = granted.clause.place,
        case .retry(let policy)? = program.clauses[clause].verdict
      {
        retry = (clause, policy, granted.attempt > 0)
      }
      return Outcome(
        retry: retry, evaluation: evaluator.outcome.evaluation, isHandled: evaluator.outcome.isHandled,
        clause: evaluator.outcome.clause.place,
        isExhausted: evaluator.outcome.end(of: evaluator.outcome.resolution) != nil, acting: acting)
    }
  }
}
