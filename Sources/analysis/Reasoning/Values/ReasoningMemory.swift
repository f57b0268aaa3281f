import Patterns
internal import Bytes

/// Answers of automata to questions about texts, kept from one version of a rule set to the next.
///
/// Such a question takes longest, and most of them are the same again after an edit. What an answer depends on is in its key, by
/// content: the predicates in their order, the excluded texts, and the limits. So no answer is ever outdated, and the findings with a
/// memory are those without one, with the same count of steps.
package final class ReasoningMemory: Sendable {
  /// The content of a predicate, whichever reasoner made it.
  indirect enum Content: Hashable, Sendable {
    case text(ExactText)
    case pattern(SyntaxNode)
    case inside(Content, before: ExactText, after: ExactText)
  }

  struct Question: Hashable, Sendable {
    /// Numbers of contents.
    let wanted: [Int]
    let rejected: [Int]
    let excluded: Set<ExactText>
    let states: Int
  }

  struct Answer: Sendable {
    let found: TextExamples.Found
    let steps: Int
  }

  private struct State {
    /// Never used again for another content, so that a reasoner may keep them.
    var nextNumber = 0
    var numbers: [Content: Int] = [:]
    var answers: [Question: Answer] = [:]
    /// The answers of a while ago, dropped when there are too many newer ones.
    var earlier: [Question: Answer] = [:]
    var weight = 0
    var suggestions: [Content: String?] = [:]
    var used = 0
  }

  /// Numbers in the keys of the newer answers: 8 MB, and as much again for the earlier ones.
  private let mostNumbers: Int
  /// Contents with a number or a suggestion.
  private let mostContents: Int
  private let state = Lock(State())

  package init(mostNumbers: Int = 1 << 20, mostContents: Int = 1 << 16) {
    self.mostNumbers = mostNumbers
    self.mostContents = mostContents
  }

  /// Answers that were taken from it. For tests and measurements.
  package var used: Int { state.withLock { $0.used } }

  func number(of content: Content) -> Int {
    state.withLock { state in
      if let number = state.numbers[content] { return number }
      if state.numbers.count >= mostContents { state.numbers = [:] }
      state.nextNumber += 1
      state.numbers[content] = state.nextNumber
      return state.nextNumber
    }
  }

  /// If it took no more than so many steps: with fewer, the question would have been left undecided.
  func answer(to question: Question, within steps: Int) -> Answer? {
    state.withLock { state in
      guard let answer = state.answers[question] ?? state.earlier[question], answer.steps <= steps else {
        return nil
      }
      state.used += 1
      keep(answer, to: question, &state)
      return answer
    }
  }

  func remember(_ answer: Answer, to question: Question) {
    state.withLock { keep(answer, to: question, &$0) }
  }

  private func keep(_ answer: Answer, to question: Question, _ state: inout State) {
    guard state.answers.updateValue(answer, forKey: question) == nil else { return }
    state.weight += 8 + question.wanted.count + question.rejected.count + 4 * question.excluded.count
    guard state.weight > mostNumbers else { return }
    (state.earlier, state.answers, state.weight) = (state.answers, [:], 0)
  }

  /// A text that a predicate holds for, found with limits that are always the same.
  func suggestion(for content: Content, _ find: () -> String?) -> String? {
    if let known = state.withLock({ $0.suggestions[content] }) { return known }
    let found = find()
    state.withLock { state in
      if state.suggestions.count >= mostContents { state.suggestions = [:] }
      state.suggestions[content] = .some(found)
    }
    return found
  }
}
