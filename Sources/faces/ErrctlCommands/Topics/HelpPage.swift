internal import CHelp

/// A page of the reference as text for a terminal: its Markdown without marks, wrapped at 79 columns.
///
/// It reads what the pages are written in: headings, paragraphs, lists, fenced blocks and tables. A comment
/// `<!-- file: NAME -->` or `<!-- run: COMMAND -->` becomes the label of the block below it.
struct HelpPage {
  private let name: String
  private var lines: [String] = []
  private var paragraph: [Substring] = []
  private var label: String?

  init(_ name: String) { self.name = name }

  private static func markdown(_ name: String) -> String {
    let page = help_page_named(name)
    return String(decoding: UnsafeBufferPointer(start: page.bytes, count: page.count), as: UTF8.self)
  }

  /// The text, which ends in one line feed.
  var text: String { text(of: source) }

  private var source: [Substring] {
    Self.markdown(name).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func text(of source: [Substring]) -> String {
    var page = self
    var index = 0
    while index < source.count { index = page.read(source, at: index) }
    page.endParagraph()
    return page.joined
  }

  // MARK: - Sections

  /// A heading, with what stands below it and its own smaller headings.
  struct Section {
    let title: String
    let text: String
  }

  var sections: [Section] {
    let source = source
    var headings: [(index: Int, level: Int)] = []
    var isCode = false
    for (index, line) in source.enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      if line.hasPrefix("#"), !isCode { headings.append((index, line.prefix { $0 == "#" }.count)) }
    }
    return headings.enumerated().map { place, heading in
      let end = headings[(place + 1)...].first { $0.level <= heading.level }?.index ?? source.count
      let title = source[heading.index].split(separator: " ", maxSplits: 1).last ?? ""
      return Section(
        title: inline(String(title)), text: text(of: Array(source[heading.index..<end])))
    }
  }

  /// Reads a block that begins with the line; returns the index of the next.
  private mutating func read(_ source: [Substring], at index: Int) -> Int {
    let line = source[index]
    if line.hasPrefix("```") { return readFence(source, at: index) }
    if line.hasPrefix("|") {
      endParagraph()
      let rows = source[index...].prefix { $0.hasPrefix("|") }
      lines += table(rows.map { cells($0) })
      return rows.endIndex
    }
    if line.hasPrefix("<!--") {
      endParagraph()
      label = Self.label(line) ?? label
    } else if line.hasPrefix("#") {
      endParagraph()
      let parts = line.split(separator: " ", maxSplits: 1)
      let title = inline(String(parts.last ?? ""))
      lines += [parts[0].count <= 2 ? title.uppercased() : title, ""]
    } else if line.allSatisfy({ $0.isWhitespace }) {
      endParagraph()
      lines.append("")
    } else {
      if Self.bullet(line) > 0 { endParagraph() }
      paragraph.append(line)
    }
    return index + 1
  }

  private mutating func readFence(_ source: [Substring], at start: Int) -> Int {
    endParagraph()
    if let label { lines += [label, ""] }
    label = nil
    let code = source[(start + 1)...].prefix { !$0.hasPrefix("```") }
    lines += code.map { $0.isEmpty ? "" : Self.trimmedEnd("    \($0)") }
    return code.endIndex + 1
  }

  private static func label(_ comment: Substring) -> String? {
    func content(_ mark: String) -> Substring? {
      guard comment.hasPrefix(mark), comment.hasSuffix(" -->") else { return nil }
      return comment.dropFirst(mark.count).dropLast(4)
    }
    if let file = content("<!-- file: ") { return "\(file):" }
    guard let command = content("<!-- run: ") else { return nil }
    return command.contains("| outcomes") ? "Outcomes:" : "$ \(command)"
  }

  private mutating func endParagraph() {
    guard !paragraph.isEmpty else { return }
    let text = inline(paragraph.map { Self.trimmed($0) }.joined(separator: " "))
    lines += WrappedText.lines(of: text, indent: String(repeating: " ", count: Self.bullet(text[...])))
    paragraph = []
  }

  /// The width of the mark of a list's item at the beginning of a line, such as `- ` or `12. `; 0 for none.
  private static func bullet(_ line: Substring) -> Int {
    if line.hasPrefix("- ") { return 2 }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    return !digits.isEmpty && line.dropFirst(digits.count).hasPrefix(". ") ? digits.count + 2 : 0
  }

  /// All lines, with one empty line at most between them.
  private var joined: String {
    var kept: [String] = []
    for line in lines where !(line.isEmpty && kept.last?.isEmpty ?? true) { kept.append(line) }
    while kept.last?.isEmpty ?? false { kept.removeLast() }
    return kept.joined(separator: "\n") + "\n"
  }

  // MARK: - Tables

  /// Columns that stand behind a row's first cell.
  private static let facts = ["type", "default"]

  private func cells(_ row: Substring) -> [String] {
    var cells: [String] = [""]
    var previous: Character = "|"
    for character in Self.trimmed(row).drop(while: { $0 == "|" }) {
      if character == "|", previous != "\\" {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
      previous = character
    }
    if cells.count > 1, cells.last == "" { cells.removeLast() }
    return cells.map { inline(Self.trimmed($0[...])) }
  }

  /// A row becomes its first cell on a line of its own, and the others below it with the heads of their columns.
  private func table(_ rows: [[String]]) -> [String] {
    guard let heads = rows.first else { return [] }
    var lines = heads[0].contains(" of ") ? WrappedText.lines(of: "\(heads[0]):") + [""] : []
    for row in rows.dropFirst(2) {
      let pairs = zip(heads, row).dropFirst().filter { !$0.1.isEmpty }
      let facts = pairs.filter { Self.facts.contains($0.0) }.map { "\($0.0): \($0.1)" }
      let title = facts.isEmpty ? row[0] : "\(row[0])  (\(facts.joined(separator: "; ")))"
      lines += WrappedText.lines(of: title, first: "  ", indent: "      ")
      for (head, value) in pairs where !Self.facts.contains(head) && head != "example" {
        let text = head.hasPrefix("for ") ? "\(head): \(value)" : value
        lines += WrappedText.lines(of: text, first: "      ", indent: "      ")
      }
    }
    return lines
  }

  // MARK: - Within a line

  /// The text without marks: a link becomes its words, with the topic it leads to if that is another one.
  private func inline(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix(" (["), let link = Link(rest.dropFirst(2)), link.rest.hasPrefix(")"),
        !link.words.contains("]"), !leads(link.target)
      {
        // A link alone in parentheses, to a page that help does not have.
        rest = link.rest.dropFirst()
      } else if character == "[", let link = Link(rest) {
        result += shown(link)
        rest = link.rest
      } else if rest.hasPrefix("\\|") {
        result += "|"
        rest = rest.dropFirst(2)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return Self.withoutBold(result)
  }

  private func shown(_ link: Link) -> String {
    if link.target.contains("://") { return "\(link.words) (\(link.target))" }
    guard let topic = topic(link.target), topic != HelpTopic.name(of: name) else { return String(link.words) }
    return "\(link.words) (errctl help \(topic))"
  }

  private func leads(_ target: Substring) -> Bool {
    target.contains("://") || target.hasPrefix("#") || topic(target) != nil
  }

  /// The topic of the page that a link leads to, or nil.
  private func topic(_ target: Substring) -> String? {
    let path = target.prefix { $0 != "#" }
    guard !path.isEmpty else { return nil }
    var folders = Array(name.split(separator: "/").dropLast())
    for part in path.split(separator: "/") {
      if part == ".." {
        guard folders.popLast() != nil else { return nil }
      } else {
        folders.append(part)
      }
    }
    return HelpTopic.name(of: folders.joined(separator: "/"))
  }

  private static func withoutBold(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "**") {
      let inner = rest[start.upperBound...]
      // At least one character stands between the marks.
      guard let end = inner.dropFirst().firstRange(of: "**") else { break }
      result += rest[..<start.lowerBound] + inner[..<end.lowerBound]
      rest = inner[end.upperBound...]
    }
    return result + rest
  }

  private static func trimmed(_ text: Substring) -> String {
    trimmedEnd(String(text.drop { $0.isWhitespace }))
  }

  private static func trimmedEnd(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}

/// A link of Markdown at the beginning of a text; its words may have one more pair of brackets each.
private struct Link {
  let words: Substring
  let target: Substring
  /// The text behind it.
  let rest: Substring

  init?(_ text: Substring) {
    var depth = 0
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "[" { depth += 1 }
      if text[index] == "]" { depth -= 1 }
      if depth == 0 { break }
      guard depth < 3 else { return nil }
      index = text.index(after: index)
    }
    guard index < text.endIndex else { return nil }
    words = text[text.index(after: text.startIndex)..<index]
    let behind = text[text.index(after: index)...]
    guard behind.hasPrefix("("), let end = behind.firstIndex(of: ")") else { return nil }
    target = behind[..<end].dropFirst()
    guard !target.isEmpty else { return nil }
    rest = behind[behind.index(after: end)...]
  }
}
