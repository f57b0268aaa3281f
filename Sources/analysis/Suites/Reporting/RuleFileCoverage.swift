internal import Bytes
internal import Reports
internal import Source

/// Coverage on the lines of a rule file: the counts of each line, and the reasons for gaps.
struct RuleFileCoverage {
  private let coverage: CoverageReport
  private let index: Int
  /// Whether the rule set has any test.
  let isTested: Bool

  /// Nil for a rule set without coverage.
  init?(_ ruleSet: RuleSetResult, index: Int) {
    guard let coverage = ruleSet.coverage else { return nil }
    (self.coverage, self.index, isTested) = (coverage, index, !ruleSet.results.isEmpty)
  }

  private func figure(_ count: Int, _ path: String...) -> Words {
    "\(count, at: Pointer.to(["coverage", "\(index)"] + path))"
  }

  /// The number of covered items of each kind that there is: `rules 2 of 3`.
  private var kinds: Words {
    CoverageItem.Kind.allCases.compactMap { kind -> Words? in
      let (covered, total) = coverage.counts(kind)
      guard total > 0 else { return nil }
      return
        "\(kind.plural) \(figure(covered, "kinds", kind.rawValue, "covered")) of \(figure(total, "kinds", kind.rawValue, "total"))"
    }.joined(", ")
  }

  var written: [Report.Part] {
    let title: Report.Part = .terminal { style in
      let file = style("coverage of \(EscapedText.of(coverage.file))", .bold)
      return ["\(file): \(coverage.percent) (\(kinds.plain))"]
    }
    return [title] + listings(in: .text) + [.line("", in: .text)]
  }

  /// All of an untested file is uncovered: that is one sentence, and the lines are for who opens them.
  var section: Report.Section {
    let file = DisplayText.cut(coverage.file, to: 60)
    let lines = listings(in: .page)
    let total = figure(coverage.items.count, "total")
    let signs: [(sign: Listing.Sign, look: String, words: String)] = [
      (.hit, "o-good", "covered"), (.part, "o-abort", "partly covered"), (.miss, "o-bad", "not covered"),
    ]
    let key = signs.map { "\(chip: "\($0.sign.mark)", look: $0.look)\($0.words)" as Words }
    return Report.Section(
      isTested ? "Coverage of \(file)" : "\(file): no test",
      isTested
        ? [
          .line("\(figure(coverage.covered, "covered")) of \(total) covered: \(kinds)", .loose, in: .page),
          .line(key.joined(" "), .label, in: .page),
        ] + lines
        : [
          .line(
            "no test of this rule set was run. \(total) rules, verdicts, buttons, categories and escalation steps are not covered",
            .loose, in: .page), .details("Lines of the rule file", lines, in: .page),
        ], id: "coverage-\(index + 1)")
  }

  // MARK: - Lines

  /// The rule file, then each that it imports.
  private func listings(in format: Report.Formats) -> [Report.Part] {
    var rest = Array(coverage.items.enumerated())[...]
    var listings: [Report.Part] = []
    while let file = rest.first?.element.place.file {
      let own = rest.prefix { $0.element.place.file === file }
      rest = rest.dropFirst(own.count)
      listings.append(.listing(in: format) { listing(file, own) })
    }
    return listings
  }

  private typealias Items = ArraySlice<(offset: Int, element: CoverageItem)>

  private func listing(_ file: SourceFile, _ items: Items) -> Listing {
    let byLine = Dictionary(grouping: items) { $0.element.place.start.line }
    // An empty line after the last line feed does not count.
    let hasEnd = file.lineCount > 1 && file.lineRange(file.lineCount).isEmpty
    let last = hasEnd ? file.lineCount - 1 : file.lineCount
    return Listing(
      file.name, isNamed: file.name != coverage.file, title: "rule file",
      (1...last).map { line(file.shownLine($0), byLine[$0] ?? []) })
  }

  private func line(_ text: String, _ items: [Items.Element]) -> Listing.Line {
    guard let least = items.min(by: { $0.element.count < $1.element.count }) else {
      return Listing.Line(text)
    }
    let sign: Listing.Sign =
      least.element.isCovered ? .hit : items.contains { $0.element.isCovered } ? .part : .miss
    return Listing.Line(
      text,
      (
        least.element.count, Pointer.to("coverage", "\(index)", "items", "\(least.offset)", "count"), sign
      ), remarks: CoverageItem.gaps(items.map { $0.element }).map { $0.gap })
  }
}
