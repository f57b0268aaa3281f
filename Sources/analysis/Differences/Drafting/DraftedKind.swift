internal import Bytes
package import Counting
internal import Edits
internal import Replay
internal import Reports
internal import Records
package import Source

/// A kind of errors that nobody handles, with the rule that is drafted for it.
package struct DraftedKind {
  package let kind: ErrorKind
  /// The record that came first, with its secrets hidden, and its number.
  package let example: String
  package let ordinal: UInt64
  package let category: String?
  /// Nil if there is none, for the reason.
  package var draft: RuleDraft?
  package var refusal: String?
  package var verdict = "cancel"
  /// The reason for the verdict; nil if it is to be decided.
  package var reason: String?
  /// A case for a suite: the example, which the rule decides; nil without one.
  package var testCase: Node?
  /// The errors that the rule handles, of this kind and of others.
  package var handled = 0

  /// The rule as JSON.
  package var json: String { draft.map { JSONWriter.line($0.rule(then: verdict)) } ?? "" }

  /// The rule as lines of YAML, the first one with the dash of a list.
  package var rule: [String] { draft.map { ListEnd.lines(ofRule: $0.rule(then: verdict)) } ?? [] }

  /// The rule in brackets, as YAML or JSON.
  func inBrackets(asYAML isYAML: Bool) -> String {
    let lines = rule
    guard isYAML, lines.count == 1, lines[0].hasPrefix("- {") else { return json }
    return String(lines[0].dropFirst(2))
  }

  /// The rule as an element of a list, indented by two spaces, below a comment.
  package var lines: String {
    let what = reason ?? "decide: proceed, retry, cancel or abort"
    let comment =
      "# \(Figures.counted(handled > 0 ? handled : kind.count, "error")) like \(kind.name.oneLine); \(what)"
    return ([comment] + rule).map { "  \($0)\n" }.joined()
  }
}

extension String {
  /// The text without what would end a comment, or can't stand in one.
  fileprivate var oneLine: String {
    let breaks: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
    ]
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { breaks.contains($0.properties.generalCategory) ? " " : $0 }))
  }
}

extension DraftedKind {
  /// Fewer say nothing of a category.
  private static let enough = 5

  /// Takes the verdict on which all handled errors of the category agree.
  mutating func decide(by summary: ReplaySummary) {
    if draft?.now.isEmpty == false { reason = "decided as by the “otherwise”" }
    // An “otherwise” decides without a reason of its own.
    guard draft != nil, Leftover.otherwise(summary).isEmpty, let category,
      let outcomes = summary.outcomes.categories.first(where: { $0.name == category })
    else { return }
    let taken = outcomes.handled.indices.filter { outcomes.handled[$0] > 0 }
    guard taken.count == 1, let only = taken.first, outcomes.handled[only] >= Self.enough,
      let evaluation = Evaluation(rawValue: UInt8(only)),
      evaluation == .cancel || evaluation == .abort
    else { return }
    verdict = evaluation.name
    reason =
      "like all \(Figures.counted(outcomes.handled[only], "handled error")) of the category \(category)"
  }
}
