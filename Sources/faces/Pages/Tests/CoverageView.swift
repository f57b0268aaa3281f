internal import Reports
internal import Source
internal import Suites

/// The lines of a rule file with their counts, followed by the reasons for gaps.
struct CoverageView {
  let coverage: CoverageReport
  let index: Int
  /// Whether the rule set has any test.
  let isTested: Bool
  /// The largest number of lines to show completely. Longer files show only the surroundings of gaps.
  private static let most = 2_500
  private static let width = 180

  private struct Line {
    var items: [(item: CoverageItem, place: Int)] = []

    var least: Int { items.map { $0.item.count }.min() ?? 0 }
    var missed: Bool { items.contains { !$0.item.isCovered } }
    var isPartly: Bool { missed && items.contains { $0.item.isCovered } }
  }

  var part: Page.Part {
    let file = DisplayText.cut(coverage.file, to: 60)
    return Page.Part(
      id: "coverage-\(index + 1)", title: isTested ? "Coverage of \(file)" : "\(file): no test",
      write: { isTested ? write(&$0) : writeUntested(&$0) })
  }

  /// All of it is uncovered: that is one sentence, and the lines are for who opens them.
  private func writeUntested(_ markup: inout Markup) {
    markup.element("p", ["class": "aside"]) { markup in
      markup.text("No test of this rule set was run. ")
      markup.figure(coverage.items.count, of: Pointer.to("coverage", "\(index)", "total"))
      markup.text(" rules, verdicts, buttons, categories and escalation steps are not covered.")
    }
    markup.element("details") { markup in
      markup.element("summary", text: "Lines of the rule file")
      for file in files { table(file.file, file.lines, &markup) }
    }
  }

  private func write(_ markup: inout Markup) {
    func figure(_ count: Int, _ path: String...) -> Words {
      "\(count, at: Pointer.to(["coverage", "\(index)"] + path))"
    }
    let kinds = coverage.kinds { kind, covered, total in
      "\(kind.plural) \(figure(covered, "kinds", kind.rawValue, "covered")) of \(figure(total, "kinds", kind.rawValue, "total"))"
    }
    let sum: Words =
      "\(figure(coverage.covered, "covered")) of \(figure(coverage.items.count, "total")) covered: \(kinds)"
    markup.element("p", ["class": "aside"]) { sum.write(&$0) }
    markup.element("ul", ["class": "key"]) { markup in
      for (look, sign, text) in [
        ("o-good", "✓", "covered"), ("o-abort", "±", "partly covered"), ("o-bad", "✗", "not covered"),
      ] {
        markup.element("li") { markup in
          let chip: Words = "\(chip: sign, look: look)"
          chip.write(&markup)
          markup.element("span", text: text)
        }
      }
    }
    for file in files { table(file.file, file.lines, &markup) }
  }

  private func sign(_ look: String) -> String { look == "hit" ? "✓" : look == "part" ? "±" : "✗" }

  private var files: [(file: SourceFile, lines: [Int: Line])] {
    var files: [(file: SourceFile, lines: [Int: Line])] = []
    for (place, item) in coverage.items.enumerated() {
      let file = files.firstIndex { $0.file === item.place.file } ?? files.count
      if file == files.count { files.append((item.place.file, [:])) }
      files[file].lines[item.place.start.line, default: Line()].items.append((item, place))
    }
    return files
  }

  private func table(_ file: SourceFile, _ lines: [Int: Line], _ markup: inout Markup) {
    let shown = shownLines(file, lines)
    if file.name != coverage.file { markup.element("h3") { $0.name(file.name) } }
    markup.scrolling("Lines of \(DisplayText.cut(file.name))") { markup in
      markup.element("table", ["class": "source"]) { markup in
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            for title in ["count", "", "line", "rule file"] {
              markup.element("th", ["scope": "col"], text: title)
            }
          }
        }
        markup.element("tbody") { markup in
          var before = 0
          for number in shown {
            if number > before + 1 { gap(number - before - 1, &markup) }
            before = number
            row(number, lines[number], file, &markup)
          }
          if lastLine(file) > before { gap(lastLine(file) - before, &markup) }
        }
      }
    }
  }

  /// The number of the last line. An empty line after the last line feed does not count.
  private func lastLine(_ file: SourceFile) -> Int {
    file.lineCount > 1 && file.lineRange(file.lineCount).isEmpty ? file.lineCount - 1 : file.lineCount
  }

  private func shownLines(_ file: SourceFile, _ lines: [Int: Line]) -> [Int] {
    let last = lastLine(file)
    guard last > Self.most else { return Array(1...last) }
    var shown: Set<Int> = []
    for number in lines.keys.sorted() where lines[number]?.missed == true && shown.count < Self.most {
      for near in max(1, number - 2)...min(last, number + 2) { shown.insert(near) }
    }
    return shown.sorted()
  }

  private func gap(_ count: Int, _ markup: inout Markup) {
    markup.element("tr") { markup in
      markup.element("td", ["colspan": "3"], text: "")
      markup.element("td", ["class": "no limit"], text: "… \(Figures.counted(count, "line")) left out")
    }
  }

  private func row(_ number: Int, _ line: Line?, _ file: SourceFile, _ markup: inout Markup) {
    let look = line.map { $0.isPartly ? "part" : $0.missed ? "miss" : "hit" }
    markup.newLine()
    markup.element("tr", ["class": look.map { "l-\($0)" } ?? ""]) { markup in
      markup.element("td", ["class": "num"]) { markup in
        guard let line else { return }
        let least = line.items.first { $0.item.count == line.least }
        markup.figure(
          line.least, of: Pointer.to("coverage", "\(index)", "items", "\(least?.place ?? 0)", "count"))
        markup.text("×")
      }
      markup.element("td", ["class": look ?? ""], text: look.map { sign($0) } ?? "")
      markup.element("td", ["class": "no limit"], text: "\(number)")
      markup.element("td") {
        $0.element("bdi", ["class": "label"], text: DisplayText.cut(file.shownLine(number), to: Self.width))
      }
    }
    guard let line else { return }
    for item in CoverageItem.gaps(line.items.map { $0.item }) {
      markup.element("tr") { markup in
        markup.element("td", ["colspan": "3"], text: "")
        markup.element("td", ["class": "why"]) { markup in
          markup.element(
            "bdi", ["class": "label"],
            text: "↳ \(DisplayText.cut(item.gap, to: 300))")
        }
      }
    }
  }
}
