internal import Bytes
package import Source
internal import Suites

/// A run as text: the survivors that matter most, each with a witness and a test case, then a line per rule set.
package struct MutationText {
  /// The number of survivors to report in full, and of those to list in a line each.
  private static let told = 10
  private static let named = 20

  private let terminalStyle: TerminalStyle

  private init(_ terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// The report; `showsAll` if every survivor is reported in full.
  package static func text(of report: MutationReport, showsAll: Bool = false, terminalStyle: TerminalStyle)
    -> String
  {
    let text = MutationText(terminalStyle)
    let survivors = Self.sorted(report.ruleSets.flatMap { $0.survivors })
    let told = showsAll ? survivors.count : told
    var lines = survivors.prefix(told).map { text.text(of: $0) + "\n" }.joined()
    lines += survivors.dropFirst(told).prefix(named).map { text.heading($0) }.joined()
    if survivors.count > told {
      let others = survivors.count - told - named
      let more = others > 0 ? "… and \(others) more. " : ""
      let first = "The \(told) survivors that change most are shown in full."
      lines += text.fitted("\(more)\(first) --all shows every one, --operator NAME one kind.\n\n")
    }
    let explained = report.ruleSets.flatMap { $0.explained }
    let shown = showsAll ? explained.count : named
    lines += explained.prefix(shown).map { text.explained($0) }.joined()
    if explained.count > shown {
      lines += "… and \(explained.count - shown) more explained survivors; --all shows every one\n"
    }
    if let bound = report.bound { lines += text.fitted(bound + "\n") }
    lines += report.ruleSets.map { text.fitted(text.line($0)) }.joined()
    if report.ruleSets.count > 1 { lines += text.fitted(text.total(report)) }
    return lines
  }

  /// The survivors that change an outcome first, then those that change anything, then those that no single error
  /// shows; each in the order of the files.
  private static func sorted(_ survivors: [MutantResult]) -> [MutantResult] {
    func rank(_ result: MutantResult) -> Int {
      guard case .survived(.shown(let shown)) = result.outcome else { return 2 }
      return shown.before.prefix { $0 != " " } == shown.after.prefix { $0 != " " } ? 1 : 0
    }
    return survivors.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map { $0.element }
  }

  private func fitted(_ text: String) -> String { FittedText.of(text, width: terminalStyle.width) }

  private func place(_ result: MutantResult) -> String {
    let start = result.mutation.place.start
    return "\(EscapedText.of(result.mutation.place.file.name)):\(start.line):\(start.column):"
  }

  private func heading(_ result: MutantResult) -> String {
    fitted(
      "\(terminalStyle(place(result), .bold)) \(terminalStyle("survived:", .red)) \(EscapedText.of(result.change))\n"
    )
  }

  private func explained(_ result: MutantResult) -> String {
    let change = "\(result.change) (\(result.explanation ?? ""))"
    return fitted("\(place(result)) explained: \(EscapedText.of(change))\n")
  }

  static func plain(_ result: MutantResult) -> String {
    MutationText(TerminalStyle(isOn: false)).details(result)
  }

  private func text(of result: MutantResult) -> String { heading(result) + details(result) }

  private func details(_ result: MutantResult) -> String {
    guard case .survived(let witness) = result.outcome else { return "" }
    switch witness {
    case .depends:
      return fitted("  No single error shows the difference. A sequence of errors, or a plugin, may.\n")
    case .notDecided:
      return fitted(
        "  Undecided: no error that shows the difference was found, but it is not proven that there is none.\n"
      )
    case .shown(let shown):
      var text = ""
      for step in shown.steps {
        let times = step.times > 1 ? " (\(step.times) times)" : ""
        text += "  with    \(EscapedText.of(FlowText.text(of: step.error)))\(times)\n"
      }
      text += terminalStyle("  rules   \(EscapedText.of(shown.before))", .green) + "\n"
      text += terminalStyle("  mutant  \(EscapedText.of(shown.after))", .red) + "\n"
      if let name = shown.seenIn {
        text += "  The case “\(EscapedText.of(name))” covers this, but its expectation does not check it.\n"
      }
      guard let testCase = shown.testCase else {
        return fitted(text + "  No expectation can tell the two apart.\n")
      }
      // The case is to be copied.
      return fitted(text)
        + testCase.split(separator: "\n").map { "  \(EscapedText.of(String($0)))\n" }.joined()
    }
  }

  private func line(_ result: MutationResult) -> String {
    let tried = result.mutants.count - result.notTried
    let (noticed, counted) = result.score
    var parts = ["\(noticed) noticed"]
    if !result.survivors.isEmpty { parts.append(terminalStyle("\(result.survivors.count) survived", .red)) }
    if !result.explained.isEmpty { parts.append("\(result.explained.count) explained") }
    if result.equivalent > 0 { parts.append("\(result.equivalent) proven equivalent") }
    if result.notDecided > 0 { parts.append("\(result.notDecided) of the survivors undecided") }
    if result.notTried > 0 { parts.append("\(result.notTried) not tried") }
    let of = result.mutants.count + result.invalid < result.all ? " of \(result.all)" : ""
    return
      "\(EscapedText.of(result.file)): \(tried)\(of) mutants, \(result.cases) cases, \(result.examples) examples: \(parts.joined(separator: ", ")); score \(result.percent) (\(noticed) of \(counted))\n"
  }

  private func total(_ report: MutationReport) -> String {
    let (noticed, counted) = report.score
    let mutants = report.ruleSets.reduce(0) { $0 + $1.mutants.count - $1.notTried }
    return
      "\(mutants) mutants of \(report.ruleSets.count) rule sets: \(report.survivors == 0 ? terminalStyle("none survived", .green) : terminalStyle("\(report.survivors) survived", .red)); score \(CoverageReport.percent(noticed, of: counted)) (\(noticed) of \(counted))\n"
  }
}
