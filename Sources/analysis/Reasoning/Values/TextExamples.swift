import Patterns

/// Finds texts in sets, or proves that a set is empty. Results are cached.
final class TextExamples {
  enum Found: Sendable {
    case text(String)
    case none
    case unknown
  }

  private struct Key: Hashable {
    let wanted: [Int]
    let rejected: [Int]
    let excluded: Set<ExactText>
  }

  private let limits: ReasoningLimits
  private let memory: ReasoningMemory?
  private var known: [Key: Found] = [:]
  /// The number of searched automata, for tests and measurements.
  private(set) var automataSearched = 0
  /// The steps of all automata.
  private(set) var stepsTaken = 0
  /// The largest number of steps in one search of automata; the limit of a question is another.
  var share = Int.max

  init(_ limits: ReasoningLimits, _ memory: ReasoningMemory? = nil) {
    self.limits = limits
    self.memory = memory
  }

  /// One of `preferred`, or one that reads well.
  func example(of set: TextSet, preferring preferred: PreferredTexts = .none) -> Found {
    var isUnknown = set.isWidened && !set.isAll
    for part in set.parts {
      switch example(of: part, preferred) {
      case .text(let text): return set.isWidened ? .unknown : .text(text)
      case .none: continue
      case .unknown: isUnknown = true
      }
    }
    return isUnknown ? .unknown : .none
  }

  private func example(of part: TextSet.Part, _ preferred: PreferredTexts) -> Found {
    if let text = preferred.first(in: part) { return .text(text) }
    if part.isFinite {
      let texts = part.texts.map { $0.text }
      return texts.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { .text($0) } ?? .none
    }
    if part.isSurelyEmpty { return .none }
    if part.wanted.isEmpty, part.rejected.isEmpty { return .text(Self.new(besides: part.texts)) }
    // A key with very many texts costs more than a few comparisons.
    if part.texts.count > Self.manyTexts, let text = suggested(part) { return .text(text) }
    let key = Key(
      wanted: part.wanted.map { $0.number }.sorted(), rejected: part.rejected.map { $0.number }.sorted(),
      excluded: part.texts)
    if let found = known[key] { return found }
    let found = search(part)
    // With more steps the same question may be decided.
    if case .unknown = found, share < limits.textSteps { return found }
    known[key] = found
    return found
  }

  private static let manyTexts = 64

  private static func new(besides texts: Set<ExactText>) -> String {
    for candidate in ["other", "another", "something"] where !texts.contains(ExactText(candidate)) {
      return candidate
    }
    var number = 2
    while texts.contains(ExactText("other\(number)")) { number += 1 }
    return "other\(number)"
  }

  private func suggested(_ part: TextSet.Part) -> String? {
    let pieces = part.wanted.map { $0.suggestions }
    for candidate in pieces.joined() where part.contains(ExactText(candidate)) { return candidate }
    // A text with the prefix of one and the suffix of another.
    if part.wanted.count > 1 {
      let whole = pieces.map { $0.first ?? "" }
      for candidate in [whole.joined(), whole.reversed().joined(), whole.joined(separator: " ")]
      where part.contains(ExactText(candidate)) { return candidate }
    }
    if part.wanted.isEmpty {
      for candidate in ["other", "another", "x", "0", ""] where part.contains(ExactText(candidate)) {
        return candidate
      }
    }
    return nil
  }

  private func search(_ part: TextSet.Part) -> Found {
    if let text = suggested(part) { return .text(text) }
    let decimals = (part.wanted + part.rejected).compactMap { textPredicate in
      if case .decimal(let numbers) = textPredicate.question { numbers } else { nil }
    }
    if !decimals.isEmpty {
      let texts = part.texts.compactMap { TextPredicate.canonicalInteger($0.text) }.sorted()
      for landmark in decimals.flatMap({ $0.landmarks }) + texts {
        for number in [landmark, landmark &+ 1, landmark &- 1] where part.contains(ExactText(String(number)))
        {
          return .text(String(number))
        }
      }
      for distance in 0...UInt64(part.texts.count) {
        for text in decimals.flatMap({ DecimalTexts.beyond($0, distance) })
        where part.contains(ExactText(text)) {
          return .text(text)
        }
      }
      let isDecimal = part.wanted.contains { if case .decimal = $0.question { true } else { false } }
      // Whole numbers only, from sets whose bounds were tried.
      if isDecimal, decimals.count == part.wanted.count + part.rejected.count { return .none }
    }
    return remembered(part)
  }

  private func remembered(_ part: TextSet.Part) -> Found {
    // A question with very many texts costs more to look up than most take.
    guard let memory, part.texts.count <= Self.manyTexts else { return searchAutomata(part) }
    let question = ReasoningMemory.Question(
      wanted: part.wanted.compactMap { $0.memoryNumber },
      rejected: part.rejected.compactMap { $0.memoryNumber }, excluded: part.texts, states: limits.states)
    guard question.wanted.count == part.wanted.count, question.rejected.count == part.rejected.count else {
      return searchAutomata(part)
    }
    let most = min(limits.textSteps, share)
    if let answer = memory.answer(to: question, within: most) {
      stepsTaken += answer.steps
      return answer.found
    }
    let before = stepsTaken
    let found = searchAutomata(part)
    // One that was cut is another with more steps.
    if stepsTaken - before <= most {
      memory.remember(ReasoningMemory.Answer(found: found, steps: stepsTaken - before), to: question)
    }
    return found
  }

  private func searchAutomata(_ part: TextSet.Part) -> Found {
    automataSearched += 1
    var language = Language.all
    for textPredicate in part.wanted { language = language.intersection(textPredicate.language) }
    if part.rejected.count > Self.manyRejected, isNoneForFew(part, language) { return .none }
    for textPredicate in part.rejected where textPredicate.isExact {
      language = language.subtracting(textPredicate.language)
    }
    // Excluded texts are considered only if the example is one of them.
    for text in part.texts.sorted(by: { $0.text < $1.text })
    where part.wanted.allSatisfy({ $0.holds(text.text) }) {
      if let pattern = try? Pattern.text(text.text, at: .whole) {
        language = language.subtracting(Language(pattern))
      }
    }
    switch language.shortestExample(budget: budget, addingTo: &stepsTaken) {
    case .none: return .none
    case .notDecided: return .unknown
    case .text(let text): return part.contains(ExactText(text)) ? .text(text) : .unknown
    }
  }

  private var budget: ReasoningBudget {
    ReasoningBudget(states: limits.states, steps: min(limits.textSteps, share))
  }

  private static let manyRejected = 2
  private static let mostRejected = 8

  /// Whether a few of the rejected predicates leave no text: one for each text that the others leave. Many automata at once have
  /// many states, and of a thousand patterns mostly one or two cover another.
  private func isNoneForFew(_ part: TextSet.Part, _ wanted: Language) -> Bool {
    var language = wanted
    for _ in 0..<Self.mostRejected {
      switch language.shortestExample(budget: budget, addingTo: &stepsTaken) {
      case .none: return true
      case .notDecided: return false
      case .text(let text):
        guard let met = part.rejected.first(where: { $0.isExact && $0.holds(text) }) else { return false }
        language = language.subtracting(met.language)
      }
    }
    return false
  }
}
