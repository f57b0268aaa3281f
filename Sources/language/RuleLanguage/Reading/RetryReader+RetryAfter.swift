internal import Records
package import Source

/// `retryAfter`: a mapping, or its `use` alone.
extension RetryReader {
  package static let retryAfterKeys = [
    Key(
      "use",
      .words(
        uses,
        meanings: [
          "The longer delay counts: the one asked for, or the rule's own.",
          "The delay asked for counts in place of the rule's own.",
          "The delay asked for does not count.",
        ]), .default("atLeast"), "The place of the asked delay beside the rule's own."),
    Key("max", .duration, .absent("any"), "The longest delay that may be asked for."),
    Key(
      "maxOver", .duration, .absent("any"),
      "The most time that the asked delay adds to the rule's own, after jitter; the smaller bound counts."),
    Key(
      "above",
      .words(
        aboves,
        meanings: [
          "The delay is “max”.", "No retry is granted; “exhausted” is the verdict.",
          "The rule's own delay counts, as if nothing had been asked for.",
        ]), .default("cap"), "What an error gets that asks for more than “max”, which it needs."),
  ]
  package static let uses = RetryPolicy.RetryAfter.Use.allCases.map { $0.rawValue }
  private static let aboves = RetryPolicy.RetryAfter.Above.allCases.map { $0.rawValue }

  func readRetryAfter(_ node: Node, into wish: inout RetryPolicy.RetryAfter) {
    if let word = node.string {
      if let use = RetryPolicy.RetryAfter.Use(rawValue: word) {
        wish.use = use
      } else {
        report(.wrongWord(node, for: "retryAfter", of: Self.uses))
      }
      return
    }
    guard let section = Section(node, "retryAfter", keys: Self.retryAfterKeys, in: &vocabulary.diagnostics)
    else { return }
    wish.use =
      section.word("use", of: Self.uses, in: &vocabulary.diagnostics)
      .flatMap { RetryPolicy.RetryAfter.Use(rawValue: $0) } ?? wish.use
    wish.max = section.duration("max", in: &vocabulary.diagnostics) ?? wish.max
    wish.maxOver = section.duration("maxOver", in: &vocabulary.diagnostics) ?? wish.maxOver
    guard let member = section.member("above") else { return }
    wish.above =
      section.word("above", of: Self.aboves, in: &vocabulary.diagnostics)
      .flatMap { RetryPolicy.RetryAfter.Above(rawValue: $0) } ?? wish.above
    if wish.max == nil, section["max"] == nil, section.isWhole {
      report(
        Diagnostic(
          "missing-key",
          "“above” says what an error gets that asks for more than “max”, but there is no “max”. Add one, such as max: 2m.",
          at: member.keyRange))
    }
  }
}
