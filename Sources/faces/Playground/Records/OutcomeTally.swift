internal import Bytes
internal import Explanations
internal import Engine
internal import Secrets

/// The numbers of outcomes, by rule and by kind of error.
struct OutcomeTally {
  /// Errors of one kind.
  struct Kind {
    let name: String
    var outcomes = [Int](repeating: 0, count: ShownOutcome.allCases.count)

    var count: Int { outcomes.reduce(0, +) }
  }

  /// The numbers in the order of ``ShownOutcome``.
  private(set) var outcomes = [Int](repeating: 0, count: ShownOutcome.allCases.count)
  /// The numbers of handled errors, by clause.
  private(set) var handled: [[Int]]
  private(set) var ignored = 0
  private(set) var events = 0
  private var kinds: [Kind] = []
  private var kindsByHash: [UInt64: Int] = [:]
  private var kindsByName: [String: Int] = [:]

  init(clauses: Int) {
    handled = Array(repeating: [Int](repeating: 0, count: ShownOutcome.allCases.count), count: clauses)
  }

  var errors: Int { outcomes.reduce(0, +) }

  /// The most frequent first.
  var sortedKinds: [Kind] { kinds.sorted { ($1.count, $0.name) < ($0.count, $1.name) } }

  /// Counts the error that was evaluated last.
  mutating func count(_ evaluator: borrowing Evaluator, _ redactor: Redactor) {
    guard !evaluator.outcome.isEvent else {
      events += 1
      return
    }
    let outcome = ShownOutcome(evaluator.outcome.resolution).rawValue
    outcomes[outcome] += 1
    if evaluator.outcome.isIgnored { ignored += 1 }
    if let clause = evaluator.outcome.clause.place { handled[clause][outcome] += 1 }
    let hash = evaluator.identityHash
    let kind: Int
    if let known = kindsByHash[hash] {
      kind = known
    } else {
      kind = place(named: evaluator.kindName(hidingBy: redactor))
      kindsByHash[hash] = kind
    }
    kinds[kind].outcomes[outcome] += 1
  }

  private mutating func place(named name: String) -> Int {
    if let known = kindsByName[name] { return known }
    kindsByName[name] = kinds.count
    kinds.append(Kind(name: name))
    return kinds.count - 1
  }
}
