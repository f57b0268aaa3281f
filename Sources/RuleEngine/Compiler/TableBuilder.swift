internal import Patterns

/// Gathers a chain's tables while its parts are compiled.
struct TableBuilder {
  var bytes: [UInt8] = []
  var instructions: [Instruction] = []
  var subjects: [SubjectReference] = []
  var ranges: [CompiledRange] = []
  var categoryFlags: [Bool] = []
  var categories: [CompiledCategory] = []
  var responders: [CompiledResponder] = []
  var stations: [CompiledStation] = []
  var budgets: [CompiledBudget] = []
  var keySubjects: [UInt32] = []
  var actions: [CompiledAction] = []
  var pieces: [Piece] = []
  var alerts: [CompiledAlert] = []
  var buttons: [CompiledButton] = []
  var patterns: [Pattern] = []
  var predicates: [any ErrorPredicate] = []
  var sources: [ComparisonSource] = []
  var actionLabels: [String] = []
  let categoryCount: Int
  private var places: [String: Place] = [:]
  private var subjectPlaces: [Subject: UInt32] = [:]

  init(categoryCount: Int) {
    self.categoryCount = categoryCount
  }

  /// The place of a text, written once.
  mutating func place(_ text: String) -> Place {
    if let known = places[text] { return known }
    let place = Place(offset: UInt32(bytes.count), length: UInt32(text.utf8.count))
    bytes += text.utf8
    places[text] = place
    return place
  }

  /// The place of a text as JSON, quotes included.
  mutating func json(_ text: String) -> Place {
    place(text.json)
  }

  mutating func subject(_ subject: Subject) -> UInt32 {
    if let known = subjectPlaces[subject] { return known }
    let reference = SubjectReference(subject, pathAt: Int(place(subject.path).offset))
    subjects.append(reference)
    subjectPlaces[subject] = UInt32(subjects.count - 1)
    return UInt32(subjects.count - 1)
  }

  mutating func verdict(_ verdict: Verdict?) -> CompiledVerdict {
    switch verdict {
    case .evaluation(let evaluation): return CompiledVerdict(kind: .evaluation, evaluation: evaluation)
    case .retry(let policy):
      budgets.append(budget(policy))
      return CompiledVerdict(kind: .retry, evaluation: .retry, budget: Int32(budgets.count - 1))
    case .retryByPerson: return CompiledVerdict(kind: .retryByPerson, evaluation: .retry)
    case .continue: return CompiledVerdict(kind: .continue)
    case .escalate: return CompiledVerdict(kind: .escalate)
    case nil: return CompiledVerdict(kind: .absent)
    }
  }

  private mutating func budget(_ policy: RetryPolicy) -> CompiledBudget {
    let first = Int32(keySubjects.count)
    for subject in policy.per { keySubjects.append(self.subject(subject)) }
    let exhausted: CompiledVerdict =
      switch policy.exhausted {
      case .continue: CompiledVerdict(kind: .continue)
      case .escalate: CompiledVerdict(kind: .escalate)
      case .evaluation(let evaluation): CompiledVerdict(kind: .evaluation, evaluation: evaluation)
      }
    return CompiledBudget(
      maxAttempts: Int32(policy.maxAttempts),
      per: first..<Int32(keySubjects.count),
      isPerOperation: policy.per == [.field(.operation)],
      within: policy.within.microseconds,
      initial: policy.backoff.initial.microseconds,
      max: policy.backoff.max.microseconds,
      multiplier: policy.backoff.multiplier,
      jitter: policy.backoff.jitter,
      exhausted: exhausted
    )
  }
}

/// What a comparison compares, in words for explanations.
struct ComparisonSource: Sendable {
  let subject: String
  /// The operator where it has a name, else nil: a bare value.
  let `operator`: String?
  let expected: String
}
