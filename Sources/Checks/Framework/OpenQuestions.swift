internal import Reasoning
internal import RuleEngine

/// What several checks of a run share: the questions that could not be decided, and answers that more than one asks for.
///
/// A run of checks belongs to one thread, as its reasoner does.
final class OpenQuestions {
  private(set) var all: [(question: String, place: SourceRange)] = []
  /// The responders of which nothing ever answers, once somebody asked.
  var unreached: Set<Int>?

  func append(_ question: String, at place: SourceRange) { all.append((question, place)) }
}

extension CheckedRules {
  /// Keeps a question in mind that was not decided.
  func note(_ answer: Answer, _ question: String, at place: SourceRange) {
    if case .notDecided = answer { openQuestions.append(question, at: place) }
  }
}
