package import Reports
internal import Source
internal import Suites

extension MutationReport {
  /// The number of survivors to report in full, and of those to list in a line each.
  private static let told = 10
  private static let named = 20

  /// The run as a report: the survivors that matter most, each with a witness and a test case, then a line per rule set.
  ///
  /// - Parameter showsAll: whether every survivor is reported in full.
  package func report(showsAll: Bool = false) -> Report {
    Report(
      title: "", markdownTitle: "", lead: [],
      sections: [
        Report.Section("Survivors", survived(showsAll)), Report.Section("Explained", explained(showsAll)),
        Report.Section(
          "Sum",
          [
            .list(
              ([bound.map { "\($0)" }] + ruleSets.map { $0.sum } + [ruleSets.count > 1 ? total : nil])
                .compactMap { $0 })
          ]),
      ])
  }

  private func survived(_ showsAll: Bool) -> [Report.Part] {
    let survivors = Self.sorted(ruleSets.flatMap { $0.survivors })
    let told = showsAll ? survivors.count : Self.told
    let others = survivors.count - told - Self.named
    let more = others > 0 ? "… and \(others) more. " : ""
    let first = "The \(told) survivors that change most are shown in full."
    let hint: Words = "\(more)\(first) --all shows every one, --operator NAME one kind."
    var parts: [Report.Part] = []
    for survivor in survivors.prefix(told) {
      parts.append(.line(survivor.heading))
      parts += survivor.details
      parts.append(.line(""))
    }
    parts += survivors.dropFirst(told).prefix(Self.named).map { .line($0.heading) }
    return survivors.count > told ? parts + [.line(hint), .line("")] : parts
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

  private func explained(_ showsAll: Bool) -> [Report.Part] {
    let explained = ruleSets.flatMap { $0.explained }
    let rest = showsAll ? 0 : explained.count - Self.named
    let lines: [Words] = explained.prefix(showsAll ? explained.count : Self.named).map { result in
      "\(result.mutation.place.spot): explained: \(result.change) (\(result.explanation ?? ""))"
    }
    let more: Words = "… and \(String(rest)) more explained survivors; --all shows every one"
    return [.list(lines + (rest > 0 ? [more] : []))]
  }

  private var total: Words {
    let mutants = ruleSets.reduce(0) { $0 + $1.mutants.count - $1.notTried }
    let survived: Words = survivors == 0 ? "\("none survived", .green)" : "\("\(survivors) survived", .red)"
    let share = CoverageReport.share(score.noticed, of: score.counted)
    return "\(String(mutants)) mutants of \(String(ruleSets.count)) rule sets: \(survived); score \(share)"
  }
}

extension MutationResult {
  fileprivate var sum: Words {
    let parts: [(count: Int, words: Words)] = [
      (survivors.count, "\("\(survivors.count) survived", .red)"),
      (explained.count, "\(String(explained.count)) explained"),
      (equivalent, "\(String(equivalent)) proven equivalent"),
      (notDecided, "\(String(notDecided)) of the survivors undecided"),
      (notTried, "\(String(notTried)) not tried"),
    ]
    let found = parts.filter { $0.count > 0 }.map { $0.words }
    let of = mutants.count + invalid < all ? " of \(all)" : ""
    let tests = "\(mutants.count - notTried)\(of) mutants, \(cases) cases, \(examples) examples"
    let share = CoverageReport.share(score.noticed, of: score.counted)
    let outcome: Words = (["\(String(noticed)) noticed"] + found).joined(", ")
    return "\(file): \(tests): \(outcome); score \(share)"
  }
}

extension MutantResult {
  fileprivate var heading: Words {
    "\("\(mutation.place.spot):", .bold) \("survived:", .red) \(change)"
  }

  /// The witness of a survivor as text.
  var plain: String { ReportText(terminalStyle: TerminalStyle(isOn: false)).text(of: details) }

  /// The witness of a survivor, and the case that would notice it.
  fileprivate var details: [Report.Part] {
    guard case .survived(let witness) = outcome else { return [] }
    switch witness {
    case .depends:
      return [.line("  No single error shows the difference. A sequence of errors, or a plugin, may.")]
    case .notDecided:
      return [
        .line(
          "  Undecided: no error that shows the difference was found, but it is not proven that there is none."
        )
      ]
    case .shown(let shown):
      let steps: [Words] = shown.steps.map { step in
        "  with    \(FlowText.text(of: step.error))\(step.times > 1 ? " (\(step.times) times)" : "")"
      }
      let verdicts: [Words] = [
        "\("  rules   \(shown.before)", .green)", "\("  mutant  \(shown.after)", .red)",
      ]
      let seen: [Words] =
        shown.seenIn.map { ["  The case “\($0)” covers this, but its expectation does not check it."] } ?? []
      guard let testCase = shown.testCase else {
        return [.list(steps + verdicts + seen + ["  No expectation can tell the two apart."])]
      }
      // The case is to be copied.
      return [.list(steps + verdicts + seen), .block(testCase.split(separator: "\n").map { "  \($0)" })]
    }
  }
}
