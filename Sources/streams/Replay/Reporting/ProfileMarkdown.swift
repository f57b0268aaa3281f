internal import Engine
internal import Explanations
internal import Reports

enum ProfileMarkdown {
  static func write(_ profile: ReplayProfile, to report: inout MarkdownText) {
    report.details("Cost of each rule") { report in
      report.table(
        ["rule", "share", "evaluated", "matched", "patterns"],
        profile.byCost.map { row in
          [MarkdownText.code(row.name), ProfileText.share(profile.share(of: row))]
            + [row.cost.evaluations, row.cost.matched, row.cost.patternTests].map { Figures.number($0) }
        }
      )
    }
  }
}
