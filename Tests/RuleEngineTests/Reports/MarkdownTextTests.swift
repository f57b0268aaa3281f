import Reports
import RuleEngine
import Testing

/// Log contents stay text in a comment.
struct MarkdownTextTests {
  private static let hostile = [
    "", " ", "`", "``", "a`b", "`a", "a`", "a|b", "a\\|b", "\\", "@team #12 https://e.example [l](x) <b>",
    "# heading\n- item\n\n```\ncode", "\u{1B}[31m\u{202E}ltr\u{0}", "</details><!-- -->", "~~~",
    "| a | b |\n|---|---|",
    String(repeating: "`", count: 50), String(repeating: "x|`", count: 400_000),
  ]

  /// The contents of a code span. Its fence has the same length at both ends and does not occur between them.
  private func shown(_ span: String) throws -> String {
    let fence = span.prefix { $0 == "`" }
    try #require(!fence.isEmpty && span.count >= 2 * fence.count && span.hasSuffix(fence))
    let inner = span.dropFirst(fence.count).dropLast(fence.count)
    var (run, runs) = (0, Set<Int>())
    for character in inner {
      if character == "`" {
        run += 1
      } else {
        if run > 0 { runs.insert(run) }
        run = 0
      }
    }
    if run > 0 { runs.insert(run) }
    #expect(!runs.contains(fence.count), "\(span.prefix(80)) ends early")
    return String(inner)
  }

  @Test("Text as code is a single span on one line, whatever it contains", arguments: hostile)
  func spans(_ text: String) throws {
    let span = MarkdownText.code(text)
    #expect(span.unicodeScalars.allSatisfy { EscapedText.isSafe($0) })
    #expect(span.unicodeScalars.count < 600)
    let inner = try shown(span)
    let visible = EscapedText.of(text)
    if visible.unicodeScalars.count <= 160 { #expect(inner == visible || inner == " \(visible) ") }
  }

  @Test("A cell contains its text and ends no other cell, even with pipes")
  func cells() {
    var report = MarkdownText()
    report.table(["a", "b"], Self.hostile.map { [MarkdownText.code($0), "1"] })
    let lines = report.text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(lines.count == Self.hostile.count + 1)
    for line in lines {
      // An escaped pipe does not end a cell.
      var (cells, isEscaped) = (0, false)
      for character in line {
        if character == "|", !isEscaped { cells += 1 }
        isEscaped = character == "\\"
      }
      #expect(cells == 3, "\(line.prefix(120))")
    }
  }

  @Test("A block's fence is longer than any fence in it")
  func blocks() {
    var report = MarkdownText()
    report.block(["errctl explain rules.yaml --error '{\"message\":\"```\"}'", "````"], language: "sh")
    #expect(report.text.hasPrefix("`````sh\n"))
    #expect(report.text.hasSuffix("\n`````\n"))
  }

  @Test("A report never exceeds its size limit and says what was left out")
  func size() {
    var report = MarkdownText()
    for number in 0..<40 {
      report.heading(4, "\(number)")
      report.table(
        ["a"],
        (0..<200).map { [MarkdownText.code("row \($0) of \(number) \(Self.hostile[17].prefix(100))")] },
        most: 100
      )
      report.details("more") { $0.list((0..<20).map { "\($0)" }) }
    }
    #expect(report.text.unicodeScalars.count <= MarkdownText.longest + 200)
    #expect(report.text.contains("_and 100 more_"))
    #expect(report.text.contains("more parts of this report were left out"))
  }
}
