internal import Source
internal import Bytes
internal import Patterns
internal import Records
internal import RuleLanguage

struct TableBuilder: ~Copyable {
  var tables = ChainTables()
  var patterns: [Pattern] = []
  var predicates: [@Sendable (borrowing ErrorView) -> Bool] = []
  var sources: [ComparisonSource] = []
  var unknownCustoms: Set<String> = []
  var actionLabels: [String] = []
  var providedActions: [String] = []
  let categoryCount: Int
  private let breakers: [String: BreakerIndex]
  private var quotas: [String: Index<CompiledQuota>] = [:]
  /// The budget of the current clause: that of its retry and of its failed actions.
  private var clauseBudget: Index<CompiledBudget>?
  /// The number of enclosing causes, payloads or elements of the current condition.
  var nesting = 0
  /// The texts by their bytes, since those that look alike are different ones.
  private var places: [[UInt8]: TextSpan] = [:]
  /// Subjects that are equal may have names of different bytes.
  private var subjectPlaces: [Subject: [(subject: Subject, place: SubjectIndex)]] = [:]

  init(categoryCount: Int, breakers: [Breaker] = []) {
    self.categoryCount = categoryCount
    self.breakers = Dictionary(
      breakers.enumerated().map { ($1.name.text, BreakerIndex($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The location of a text; equal texts share one.
  mutating func place(_ text: String) -> TextSpan {
    let bytes = Array(text.utf8)
    if let known = places[bytes] { return known }
    let place = TextSpan(offset: UInt32(tables.bytes.count), length: UInt32(bytes.count))
    tables.bytes.append(contentsOf: bytes)
    places[bytes] = place
    return place
  }

  /// The location of a text as JSON, quotes included.
  mutating func json(_ text: String) -> TextSpan {
    place(text.json)
  }

  mutating func subject(_ subject: Subject) -> SubjectIndex {
    if let known = subjectPlaces[subject]?.first(where: { $0.subject.isIdentical(subject) }) {
      return known.place
    }
    let reference = SubjectReference(subject, pathAt: Int(place(subject.path).offset))
    let place = tables.conditions.subjects.append(reference)
    subjectPlaces[subject, default: []].append((subject, place))
    return place
  }

  /// The first of the breakers of these names among those that instructions ask, and their number.
  mutating func asked(_ names: [String]) -> (first: Int, count: Int) {
    let places = names.compactMap { breakers[$0] }
    return (Int(tables.askedBreakers.append(contentsOf: places).startIndex), places.count)
  }

  mutating func beginClause() { clauseBudget = nil }

  /// The quota of tokens of the current clause's retry, wherever in the clause that stands.
  var clauseTokens: Index<CompiledRetryLimits> {
    guard let clauseBudget, case let place = tables.limits.budgets[clauseBudget].limits,
      let limits = tables.limits.retryLimits.element(at: place), limits.quota == .tokens
    else { return .nowhere }
    return place
  }

  mutating func verdict(_ verdict: Verdict?) -> CompiledVerdict {
    switch verdict {
    case .evaluation(let evaluation): return CompiledVerdict(kind: .evaluation, evaluation: evaluation)
    case .retry(let policy):
      let budget = clauseBudget ?? tables.limits.budgets.append(budget(policy))
      clauseBudget = budget
      return CompiledVerdict(kind: .retry, evaluation: .retry, operand: budget.raw)
    case .retryByPerson: return CompiledVerdict(kind: .retryByPerson, evaluation: .retry)
    case .continue: return CompiledVerdict(kind: .continue)
    case .escalate: return CompiledVerdict(kind: .escalate)
    case .transform(let replacement):
      return CompiledVerdict(kind: .transform, operand: self.replacement(replacement).raw)
    case .unwrapPayload(let index): return CompiledVerdict(kind: .unwrapPayload, operand: Int32(index))
    case .unwrapCause: return CompiledVerdict(kind: .unwrapCause)
    case .emit(let event, let evaluation):
      return CompiledVerdict(kind: .emit, evaluation: evaluation, operand: replacement(event).raw)
    case .handled: return CompiledVerdict(kind: .handled)
    case .raise(let error): return CompiledVerdict(kind: .raise, operand: replacement(error).raw)
    case nil: return CompiledVerdict(kind: .absent)
    }
  }

  private mutating func replacement(_ replacement: Replacement) -> Index<CompiledReplacement> {
    let named = compile(object: replacement.members)
    return tables.responses.replacements.append(
      CompiledReplacement(kind: replacement.kind, wraps: replacement.wraps, pieces: named))
  }

  mutating func add(_ quota: SharedQuota) {
    quotas[quota.name.text] = tables.limits.quotas.append(
      CompiledQuota(
        tokens: Int32(quota.tokens), success: Int32(quota.success), givesCost: quota.givesCost,
        per: key(quota.per)))
  }

  private mutating func budget(_ policy: RetryPolicy) -> CompiledBudget {
    let exhausted: CompiledVerdict =
      switch policy.exhausted {
      case .continue: CompiledVerdict(kind: .continue)
      case .escalate: CompiledVerdict(kind: .escalate)
      case .evaluation(let evaluation): CompiledVerdict(kind: .evaluation, evaluation: evaluation)
      }
    return CompiledBudget(
      maxAttempts: Int32(policy.maxAttempts), per: key(policy.per),
      isPerOperation: policy.per == [.field(.operation)], within: policy.within.microseconds,
      initial: policy.backoff.initial.microseconds, max: policy.backoff.max.microseconds,
      multiplier: policy.backoff.multiplier, jitter: policy.backoff.jitter,
      delays: tables.limits.delays.append(contentsOf: policy.backoff.delays.map { $0.microseconds }),
      maxIncludesJitter: policy.backoff.maxIncludesJitter,
      retryAfter: CompiledRetryAfter(
        use: policy.retryAfter.use, max: policy.retryAfter.max?.microseconds ?? .max,
        maxOver: policy.retryAfter.maxOver?.microseconds ?? .max, above: policy.retryAfter.above),
      exhausted: exhausted, limits: limits(policy))
  }

  private mutating func limits(_ policy: RetryPolicy) -> Index<CompiledRetryLimits> {
    guard policy.deadline != nil || policy.quota != nil else { return .nowhere }
    var limits = CompiledRetryLimits(deadline: policy.deadline?.microseconds ?? .max)
    switch policy.quota {
    case .retries(let most, let within, let per, let window):
      limits.quota = window == .tries ? .tries : .retries
      limits.most = Int32(most)
      limits.within = within.microseconds
      limits.isFixed = window != .sliding
      limits.per = key(per)
    case .tokens(let most, let ratio):
      limits.quota = .tokens
      limits.most = Int32(most)
      limits.ratio = Int32(ratio)
      limits.per = key([.field(.origin)])
    case .shared(let name, let cost):
      guard let place = quotas[name] else { break }
      limits.quota = .shared
      limits.most = tables.limits.quotas[place].tokens
      limits.per = tables.limits.quotas[place].per
      limits.shared = place
      limits.cost = Int32(cost)
    case nil: break
    }
    return tables.limits.retryLimits.append(limits)
  }
}

/// A comparison as explanations show it.
struct ComparisonSource: Sendable {
  enum Assumed: String {
    case stub
    /// Nobody provides it, so it is false.
    case unknown
  }

  let subject: String
  /// The operator's name; nil for a bare value.
  let `operator`: String?
  let expected: String
  /// Set if no plugin provides the matcher.
  var assumed: Assumed?
}
