internal import Reasoning
internal import Source

/// Shared by the checks of a run: undecided questions, and results that several checks need.
///
/// Confined to one thread, like its reasoner.
final class OpenQuestions {
  private(set) var all: [(question: String, place: SourceRange)] = []
  /// No error reaches these responders; nil until computed.
  var unreached: Set<Int>?

  func append(_ question: String, at place: SourceRange) { all.append((question, place)) }
}

extension CheckedRules {
  func note(_ answer: Satisfiability, _ question: String, at place: SourceRange) {
    if case .notDecided = answer { openQuestions.append(question, at: place) }
  }
}
