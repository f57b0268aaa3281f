internal import Bytes

/// A report in GitHub's Markdown, limited to the size of a comment.
///
/// Text from logs and files goes through ``code(_:)`` or a block of code, where no markup, mention, reference
/// or link is active; control characters and reordering characters are made visible. Blocks that don't fit
/// are left out and counted.
///
/// Sources: GitHub Flavored Markdown 0.29 (tables, code spans); a comment takes 65,536 characters.
package struct MarkdownText {
  /// The longest report, in characters: a comment holds three.
  package static let longest = 20_000
  /// The longest name or message in it, in characters.
  private static let longestCode = 160

  private var blocks: [String] = []
  private var count = 0
  private var leftOut = 0

  package init() {}

  package var text: String {
    var text = blocks.joined(separator: "\n\n") + "\n"
    if leftOut > 0 { text += "\n_\(leftOut) more parts of this report were left out to limit its size._\n" }
    return text
  }

  package mutating func heading(_ level: Int, _ text: String) {
    add("\(String(repeating: "#", count: level)) \(text)")
  }

  package mutating func paragraph(_ text: String) { add(text) }

  package mutating func list(_ items: [String]) {
    if !items.isEmpty { add(items.map { "- \($0)" }.joined(separator: "\n")) }
  }

  /// A table; columns of numbers are right-aligned, which are all but the first one unless it is said. Rows beyond `most`
  /// are counted. Pipes in cells are escaped, which tables require inside code too.
  package mutating func table(_ header: [String], isNumber: [Bool]? = nil, _ rows: [[String]], most: Int = 50)
  {
    guard !rows.isEmpty else { return }
    let rule = header.indices.map { isNumber?[$0] ?? ($0 > 0) ? "---:" : "---" }
    var lines = [Self.row(header), "|\(rule.joined(separator: "|"))|"]
    // As many rows as fit, with room for the line that counts the others.
    var room = Self.longest - count - lines.reduce(40) { $0 + $1.unicodeScalars.count }
    for row in rows.prefix(most) {
      let line = Self.row(row)
      room -= line.unicodeScalars.count + 1
      guard room > 0 else { break }
      lines.append(line)
    }
    let left = rows.count - (lines.count - 2)
    add(lines.joined(separator: "\n"))
    if left > 0 { add("_and \(left) more_") }
  }

  private static func row(_ cells: [String]) -> String {
    let escaped = cells.map { cell in
      cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
    return "| \(escaped.joined(separator: " | ")) |"
  }

  /// A block of code, in a fence longer than any run of backticks in it.
  package mutating func block(_ lines: [String], language: String = "") {
    let shown = lines.map { EscapedText.of($0) }
    let fence = String(repeating: "`", count: max(3, (shown.map { Self.longestRun(in: $0) }.max() ?? 0) + 1))
    add("\(fence)\(language)\n\(shown.joined(separator: "\n"))\n\(fence)")
  }

  /// A collapsed section; `title` is HTML.
  package mutating func details(_ title: String, _ write: (inout MarkdownText) -> Void) {
    var inner = MarkdownText()
    // With room for the markup around it.
    inner.count = count + title.unicodeScalars.count + 60
    write(&inner)
    leftOut += inner.leftOut
    guard !inner.blocks.isEmpty else { return }
    add("<details><summary>\(title)</summary>\n\n\(inner.blocks.joined(separator: "\n\n"))\n\n</details>")
  }

  /// Literal text as inline code; long text is cut.
  package static func code(_ text: String) -> String {
    let visible = EscapedText.of(text)
    let isLong = visible.unicodeScalars.count > longestCode
    let cut = isLong ? "\(String(visible.unicodeScalars.prefix(longestCode)))…" : visible
    // The fence is longer than any run of backticks inside, and a space keeps a backtick away from it.
    let fence = String(repeating: "`", count: longestRun(in: cut) + 1)
    let isBare =
      cut.isEmpty || cut.hasPrefix("`") || cut.hasSuffix("`") || cut.hasPrefix(" ") || cut.hasSuffix(" ")
    return isBare ? "\(fence) \(cut) \(fence)" : "\(fence)\(cut)\(fence)"
  }

  private mutating func add(_ block: String) {
    let length = block.unicodeScalars.count + 2
    guard leftOut == 0, count + length <= Self.longest else {
      leftOut += 1
      return
    }
    count += length
    blocks.append(block)
  }

  private static func longestRun(in text: String) -> Int {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
