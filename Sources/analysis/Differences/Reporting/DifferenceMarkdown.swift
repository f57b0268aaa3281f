internal import Explanations
internal import Replay
internal import Reports
internal import RuleLanguage

package enum DifferenceMarkdown {
  package static func text(of difference: RuleSetDifference) -> String {
    var report = MarkdownText()
    report.heading(
      3, "Rules: \(MarkdownText.code(difference.old.file)) → \(MarkdownText.code(difference.new.file))")
    GateMarkdown.write(difference.gates, to: &report)
    changes(difference.changes, &report)
    if let replayed = difference.replayed { write(replayed, difference, &report) }
    if let proof = difference.proof { write(proof, &report) }
    return report.text
  }

  private static let ruleChanges = 20

  private static func changes(_ changes: [RuleChange], _ report: inout MarkdownText) {
    let rest = changes.count - ruleChanges
    report.list(
      changes.prefix(ruleChanges).map { "\(MarkdownText.code($0.subject)): \(MarkdownText.code($0.text))" }
        + (rest > 0 ? ["… and \(Figures.number(rest)) more"] : []))
  }

  private static func write(
    _ replayed: ReplayComparison, _ difference: RuleSetDifference, _ report: inout MarkdownText
  ) {
    let total = replayed.matrix.total
    let streams = replayed.old.streams.prefix(3).map { MarkdownText.code($0) }.joined(separator: ", ")
    let others = replayed.old.streams.count > 3 ? " and \(replayed.old.streams.count - 3) more" : ""
    let partial = replayed.old.isPartial ? " **Interrupted: the results are incomplete.**" : ""
    let sum =
      replayed.changed == 0
      ? "No change on \(Figures.counted(total, "record"))"
      : "**\(Figures.number(replayed.changed)) of \(Figures.counted(total, "record")) (\(Figures.share(replayed.changed, of: total))) change**: "
        + "\(Figures.number(replayed.otherOutcome)) with a different outcome, \(Figures.number(replayed.otherEffects)) with different actions, "
        + "\(Figures.number(replayed.otherRetries)) with a different retry (a record may count twice)"
    report.paragraph("\(sum). From \(streams)\(others).\(partial)")
    if let years = SpanText.years(of: replayed.old) { report.paragraph("\(years).") }
    if let missing = replayed.missingTimes { report.paragraph("**\(missing.sentence)**") }
    if let beyond = difference.beyond {
      report.paragraph(
        "Beyond the baseline \(MarkdownText.code(beyond.file)): \(Figures.number(beyond.changed)) records change."
      )
    }
    let endings = replayed.matrix.endings
    report.table(
      ["old ↓ new →"] + endings.map { $0.name } + ["all"],
      endings.map { old in
        let cells = endings.map { new -> String in
          let count = replayed.matrix[old, new]
          return count == 0 ? "·" : old == new ? Figures.number(count) : "**\(Figures.number(count))**"
        }
        return [old.name] + cells + [Figures.number(replayed.matrix.row(old))]
      } + [["all"] + endings.map { Figures.number(replayed.matrix.column($0)) } + [Figures.number(total)]]
    )
    groups(replayed, difference, &report)
    if !replayed.actions.isEmpty {
      report.details("Actions that would run more or less often (\(replayed.actions.count))") { report in
        report.table(
          ["action", "old", "new", ""],
          replayed.actions.map {
            [
              MarkdownText.code($0.name), Figures.number($0.old), Figures.number($0.new),
              Figures.change($0.new - $0.old),
            ]
          }
        )
      }
    }
    if let old = replayed.old.load, let new = replayed.new.load {
      LoadMarkdown.write([("old", old), ("new", new)], to: &report)
    }
  }

  private static func groups(
    _ replayed: ReplayComparison, _ difference: RuleSetDifference, _ report: inout MarkdownText
  ) {
    guard !replayed.groups.isEmpty else { return }
    report.heading(4, "Changed rules")
    let rows = replayed.groups.enumerated().map { index, group -> [String] in
      let move =
        group.old.name == group.new.name
        ? MarkdownText.code(group.old.name)
        : "\(MarkdownText.code(group.old.name)) → \(MarkdownText.code(group.new.name))"
      let beyond = difference.beyond.map {
        $0.groups[index] == 0 ? "in the baseline" : "\($0.groups[index]) new"
      }
      let others = [GroupWords.others(group), beyond ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
      let sample = group.samples.first.map { MarkdownText.code($0.name) } ?? ""
      return [Figures.number(group.count), GroupWords.outcome(group), move, others, sample]
    }
    report.table(["records", "outcome", "rule", "also", "such as"], rightFrom: 0, numbers: 1, rows, most: 20)
    if replayed.inOtherGroups > 0 {
      report.paragraph(
        "\(Figures.number(replayed.inOtherGroups)) more records are in groups that are not shown.")
    }
    let commands = difference.explanations.prefix(20).compactMap { $0.flatMap { $0.new ?? $0.old } }
    guard !commands.isEmpty else { return }
    report.details("Explain one of each") { $0.block(commands, language: "sh") }
  }

  private static func write(_ proof: DifferenceProof, _ report: inout MarkdownText) {
    report.heading(4, "Comparison of the rules")
    report.paragraph("\(ProofWords.sentence(proof))")
    guard !proof.differences.isEmpty else { return }
    report.list(proof.differences.map { MarkdownText.code(ProofWords.difference($0)) })
    let commands = proof.differences.map { $0.explainNew ?? $0.explainOld ?? $0.error }
    report.details("Errors that show the difference") { $0.block(commands, language: "sh") }
  }
}
