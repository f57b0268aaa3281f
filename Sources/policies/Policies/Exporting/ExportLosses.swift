internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

/// The losses of an export, each once: what the other system does not say, or says differently, at the rule that says
/// it.
struct ExportLosses {
  private let program: RuleProgram
  private var places: [(message: String, place: SourceRange)] = []
  private var known: Set<[String]> = []

  init(_ rules: ExportedRules) {
    program = rules.program
  }

  /// - Parameter place: nil for the whole rule file.
  mutating func add(_ message: String, at place: SourceRange?) {
    let place = place ?? program.roots[0].range
    guard known.insert([message, place.file.name, "\(place.bytes.lowerBound)"]).inserted else { return }
    places.append((message, place))
  }

  mutating func add(_ message: String, atVerdictOf clause: Int) {
    add(message, at: program.clauses[clause].then?.value.range ?? program.clauses[clause].title)
  }

  mutating func add(_ message: String, atActionsOf clause: Int) {
    add(message, at: program.clauses[clause].actionNodes?.range ?? program.clauses[clause].title)
  }

  /// A budget with another key, or one that is forgotten.
  mutating func add(keyOf policy: RetryPolicy, besides key: [Subject], _ what: String, _ clause: Int) {
    guard policy.per != key else { return }
    let names = policy.per.map { $0.name }.joined(separator: ", ")
    add("\(what); the rule counts them for each \(names).", atVerdictOf: clause)
  }

  /// Delays that no formula gives, and bounds of what an error asks for.
  mutating func add(delaysOf policy: RetryPolicy, of system: String, _ clause: Int) {
    if !policy.backoff.delays.isEmpty { add("\(system) has no list of delays.", atVerdictOf: clause) }
    if policy.backoff.maxIncludesJitter {
      add("\(system) bounds a delay before jitter, not after it.", atVerdictOf: clause)
    }
    if policy.retryAfter != RetryPolicy.RetryAfter() {
      add("\(system) has no key for the delay that an error asks for.", atVerdictOf: clause)
    }
  }

  /// Whatever a system does with a request's error that either tries it again or gives it to the caller.
  mutating func add(
    unless outcomes: (first: TypicalErrors.Outcome, last: TypicalErrors.Outcome?),
    areOfRequestsOf system: String
  ) {
    for outcome in [outcomes.first, outcomes.last].compactMap({ $0 }) {
      for clause in outcome.acting { add("\(system) runs no actions.", atActionsOf: clause) }
      guard outcome.retry == nil else { continue }
      if let clause = outcomes.first.retry?.clause, !outcome.isExhausted {
        add(
          "\(system) ends a request whose tries are used up: write “exhausted: cancel”.", atVerdictOf: clause)
      } else if !outcome.isHandled {
        add(
          "No rule handles some errors. \(system) gives them to the caller: write “otherwise: { then: cancel }”.",
          at: nil)
      } else if outcome.evaluation != .cancel, let clause = outcome.clause {
        add(
          "\(system) gives the error to the caller, which is “cancel”; the rule's verdict is “\(outcome.evaluation.name)”.",
          atVerdictOf: clause)
      }
    }
  }

  /// The rule with most of the failures, where a system has one retry policy; what others try again is lost.
  mutating func sole<Failures>(of retried: [Int: Failures], by count: (Failures) -> Int, _ message: String)
    -> (clause: Int, failures: Failures)?
  {
    let most = retried.max { (count($0.value), $1.key) < (count($1.value), $0.key) }
    guard let most else { return nil }
    for clause in retried.keys where clause != most.key { add(message, atVerdictOf: clause) }
    return (most.key, most.value)
  }

  func report(in diagnostics: inout Diagnostics) {
    for (message, place) in places { diagnostics.report(.exportLoss(message, at: place)) }
  }
}

extension ExportedRules {
  func retry(of clause: Int) -> RetryPolicy? {
    if case .retry(let policy)? = program.clauses[clause].verdict { policy } else { nil }
  }
}

extension Node {
  /// A factor, without a decimal point if it is whole.
  static func factor(_ value: Double, at place: SourceRange) -> Node {
    Int64(exactly: value).map { .integer($0, at: place) } ?? .decimal(value, at: place)
  }
}

extension TimeSpan {
  /// `0.25`.
  var decimalSeconds: String {
    let fraction = microseconds % 1_000_000
    guard fraction > 0 else { return "\(microseconds / 1_000_000)" }
    var digits = String(String(1_000_000 + fraction).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(microseconds / 1_000_000).\(digits)"
  }
}
