internal import Engine
internal import Explanations
package import Reports
internal import Records

package enum ReplayMarkdown {
  package static func text(of summary: ReplaySummary, rules: String, gates: [GateResult] = []) -> String {
    var report = MarkdownText()
    let lineCounts = summary.lineCounts
    report.heading(3, "What \(MarkdownText.code(rules)) would do")
    let streams = summary.streams.prefix(5).map { MarkdownText.code($0) }.joined(separator: ", ")
    let others = summary.streams.count > 5 ? " and \(summary.streams.count - 5) more" : ""
    let partial = summary.isPartial ? " **Interrupted: the results are incomplete.**" : ""
    report.paragraph("\(Figures.counted(lineCounts.records, "record")) from \(streams)\(others).\(partial)")
    if !summary.selection.isEmpty {
      report.paragraph("Only \(summary.selection.map { MarkdownText.code($0) }.joined(separator: ", ")).")
    }
    GateMarkdown.write(gates, to: &report)
    if let span = SpanText.span(of: summary.times) { report.paragraph("\(span).") }
    if let years = SpanText.years(of: summary) { report.paragraph("\(years).") }
    if let missing = summary.missingTimes { report.paragraph("**\(missing.sentence)**") }
    if let late = summary.lateRecords { report.paragraph("**\(late.sentence)**") }
    report.table(["outcome", "errors", "share"], outcomes(summary))
    report.list(asides(summary))
    if !summary.unhandledKinds.isEmpty {
      report.heading(4, "Unhandled errors")
      report.table(
        ["error", "records"],
        summary.unhandledKinds.map { [MarkdownText.code($0.name), Figures.number($0.count)] }, most: 10)
    }
    if let kinds = summary.kinds { KindMarkdown.write(kinds, to: &report) }
    report.details("Handled by") { report in
      let clauses = summary.clauses.filter { $0.answered > 0 }
      report.table(
        ["rule", "errors"],
        clauses.map { [MarkdownText.code("\($0.responder)/\($0.name)"), Figures.number($0.answered)] })
    }
    if summary.retryAccount.matched > 0 {
      report.details("Retries") { RetryMarkdown.write(summary, to: &$0) }
    }
    if !summary.breakers.isEmpty {
      report.details("Breakers") { report in
        report.table(
          ["breaker", "errors counted", "opened", "open for"],
          summary.breakers.map { breaker in
            [
              MarkdownText.code(breaker.name), Figures.number(breaker.count.errors),
              Figures.number(breaker.count.opened), Figures.duration(breaker.open),
            ]
          }
        )
      }
    }
    report.details("Categories, actions, rules that never fired") { report in
      report.table(
        ["category", "errors"] + summary.evaluations.map { $0.name } + ["unhandled"],
        summary.categoryOutcomes.map { category in
          let counts = [category.errors] + category.handled + [category.unhandled]
          return [MarkdownText.code(category.name)] + counts.map { Figures.number($0) }
        }
      )
      report.table(["action", "times"], counts(summary.actions))
      report.list(summary.neverFired.prefix(50).map { MarkdownText.code("\($0.responder)/\($0.name)") })
    }
    if let load = summary.load { LoadMarkdown.write([("", load)], to: &report) }
    if let profile = summary.profile { ProfileMarkdown.write(profile, to: &report) }
    return report.text
  }

  package static func counts(_ counts: [ReplaySummary.Count]) -> [[String]] {
    counts.map { [MarkdownText.code($0.name), Figures.number($0.count)] }
  }

  private static func outcomes(_ summary: ReplaySummary) -> [[String]] {
    let errors = summary.lineCounts.errors
    var rows = summary.evaluations.filter { $0.count > 0 }.map {
      let isUncertain = $0.name == Evaluation.retry.name && summary.untracked > 0
      let untracked = isUncertain ? " (\(Figures.number(summary.untracked)) untracked)" : ""
      return [$0.name, "\(Figures.number($0.count))\(untracked)", Figures.share($0.count, of: errors)]
    }
    if summary.unhandled > 0 {
      rows.append([
        "of them unhandled", Figures.number(summary.unhandled),
        Figures.share(summary.unhandled, of: errors),
      ])
    }
    return rows
  }

  private static func asides(_ summary: ReplaySummary) -> [String] {
    let lineCounts = summary.lineCounts
    let account = summary.retryAccount
    let parts: [(Int, String)] = [
      (summary.ignored, "ignored as cancellations"), (summary.assumed, "with an assumed answer or result"),
      (summary.events, "events"),
      (lineCounts.completed, "completed operations"), (lineCounts.filtered, "filtered"),
      (lineCounts.notErrors, "lines that are not errors"),
      (lineCounts.rejected, "lines rejected"),
    ]
    let retries = [
      (account.granted, "granted"), (account.untracked, "untracked"), (account.allExhausted, "exhausted"),
      (account.byPerson, "by a person"),
    ].filter { $0.0 > 0 }.map { "\(Figures.number($0.0)) \($0.1)" }
    return parts.filter { $0.0 > 0 }.map { "\(Figures.number($0.0)) \($0.1)" }
      + (retries.isEmpty ? [] : ["retries: \(retries.joined(separator: ", "))"])
  }
}

package enum LoadMarkdown {
  /// Side by side, each under its title.
  package static func write(_ loads: [(title: String, load: RetryLoad)], to report: inout MarkdownText) {
    guard loads.contains(where: { $0.load.tries > 0 }) else { return }
    report.heading(4, "Load of the retries")
    func row(_ name: String, _ figure: (RetryLoad) -> String) -> [String] {
      [name] + loads.map { figure($0.load) }
    }
    let rows = [
      row("tries without the retries") { Figures.number($0.firsts) },
      row("tries added") { Figures.number($0.tries) },
      row("of them by untracked retries") { Figures.number($0.untracked) },
      row("worst minute (UTC)") { $0.worstMinute.map { Figures.minute($0) } ?? "" },
      row("tries in the worst minute, without the retries") {
        $0.worstMinute == nil ? "" : Figures.number($0.worst.firsts)
      },
      row("tries in the worst minute, with the retries") {
        $0.worstMinute == nil ? "" : Figures.number($0.worst.all)
      },
      row("amplification in the worst minute") {
        $0.worst.amplification.map { "× \(Figures.ratio($0))" } ?? ""
      },
      row("most tries in a second, with the retries") {
        $0.worstSecond.map { Figures.number($0.tries) } ?? ""
      },
      row("most tries added in a minute") { Figures.number($0.peak) },
      row("minute with most tries added (UTC)") { $0.peakMinute.map { Figures.minute($0) } ?? "" },
      row("median delay") { Figures.duration($0.waits.median) },
      row("longest delay") { Figures.duration($0.waits.longest) },
      row("operations retried") { Figures.number($0.operations) },
      row("recovered") { Figures.number($0.recovered) },
      row("given up") { Figures.number($0.givenUp) },
      row("unknown") { Figures.number($0.unknown) },
      row("average time until giving up") { $0.givingUp.count > 0 ? Figures.duration($0.givingUp.mean) : "" },
    ]
    // Rows without a value in any column are left out.
    let told = rows.filter { $0.dropFirst().contains { !$0.isEmpty && $0 != "0" } }
    report.table([""] + loads.map { $0.title }, told)
    report.details("Tries by upstream") { report in
      var names: [String] = []
      for load in loads {
        for upstream in load.load.upstreams where !names.contains(upstream.name ?? "") {
          names.append(upstream.name ?? "")
        }
      }
      let shown = names.prefix(50).map { name -> [String] in
        [name.isEmpty ? "(none recorded)" : MarkdownText.code(name)]
          + loads.flatMap { _, load -> [String] in
            let upstream = load.upstreams.first { ($0.name ?? "") == name }
            return [Figures.number(upstream?.tries ?? 0), Figures.number(upstream?.peak ?? 0)]
          }
      }
      let header = loads.flatMap { title, _ in
        title.isEmpty ? ["tries", "peak per minute"] : ["\(title): tries", "\(title): peak per minute"]
      }
      report.table(["upstream"] + header, shown)
    }
  }
}
