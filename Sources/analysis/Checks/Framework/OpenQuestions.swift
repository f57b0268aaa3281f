internal import Reasoning
internal import Source

/// Shared by the checks of a run: undecided questions, and results that several checks need.
///
/// Confined to one thread, like its reasoner.
final class OpenQuestions {
  private(set) var all: [(question: String, doubt: Satisfiability.Doubt, place: SourceRange)] = []
  /// No error reaches these responders; nil until computed.
  var unreached: Set<Int>?

  func append(_ question: String, _ doubt: Satisfiability.Doubt, at place: SourceRange) {
    all.append((question, doubt, place))
  }
}

extension CheckedRules {
  func note(_ answer: Satisfiability, _ question: String, at place: SourceRange) {
    if case .notDecided(let doubt) = answer { openQuestions.append(question, doubt, at: place) }
  }
}
