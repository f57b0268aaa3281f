package import Source

/// The end of a list that is written as a block, or of one in brackets.
package enum ListEnd {
  /// Adds elements behind the last one of a list in brackets, on lines of their own where that one has one; nil for a list that
  /// is written otherwise.
  package static func addingInBrackets(_ texts: [String], to list: Node, _ file: SourceFile) -> SourceEdit? {
    guard let elements = list.elements, list.style == .flow || file.name.lowercased().hasSuffix(".json")
    else {
      return nil
    }
    guard let last = elements.last else {
      return SourceEdit(list.range.bytes, "[ \(texts.joined(separator: ", ")) ]")
    }
    let start = last.range.bytes.lowerBound
    let line = file.lineRange(file.position(of: start).line).lowerBound
    let before = file.bytes[line..<start]
    let isAlone = before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let separator = isAlone ? "\n" + String(decoding: before, as: UTF8.self) : " "
    let end = last.range.bytes.upperBound
    return SourceEdit(end..<end, texts.map { ",\(separator)\($0)" }.joined())
  }

  /// A rule as lines of YAML, the first one with the dash of a list: `- { id: declined, when: …, then: cancel }`.
  package static func lines(ofRule rule: Node) -> [String] {
    let file = "version: 1\nresponders:\n  - id: a\n    rules:\n      - \(JSONWriter.line(rule))\n"
    let text = Formatter().format(name: "rule.yaml", bytes: Array(file.utf8)).text ?? []
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.drop { !$0.hasPrefix("    rules:") }.dropFirst().map { String($0.dropFirst(6)) }
  }

  /// Writes elements below their key in place of `[]`; nil for a list that has elements, or that does not end its line.
  ///
  /// - Parameter text: the elements' lines, indented by two spaces.
  package static func filling(_ text: String, _ list: Node, _ file: SourceFile) -> SourceEdit? {
    guard list.elements?.isEmpty == true, list.style == .flow, !file.name.lowercased().hasSuffix(".json")
    else { return nil }
    let (start, end) = (list.range.bytes.lowerBound, list.range.bytes.upperBound)
    let line = file.lineRange(file.position(of: start).line)
    let before = file.bytes[line.lowerBound..<start]
    let blanks: Set<UInt8> = [0x20, 0x0D, 0x0A]
    guard let colon = before.lastIndex(where: { $0 != 0x20 }), before[colon] == UInt8(ascii: ":"),
      let key = before.firstIndex(where: { $0 != 0x20 && $0 != UInt8(ascii: "-") }),
      before[key..<colon].elementsEqual("rules".utf8), line.upperBound >= end,
      file.bytes[end..<line.upperBound].allSatisfy({ blanks.contains($0) })
    else { return nil }
    let indentation = String(repeating: " ", count: key - line.lowerBound)
    let lines = text.split(separator: "\n").map { "\n\(indentation)\($0)" }
    return SourceEdit((colon + 1)..<end, lines.joined())
  }

  /// Adds an element behind the last one, in its layout; nil if there is none, or if the list is not written as a block.
  ///
  /// - Parameter text: the element's lines, indented by two spaces.
  package static func adding(_ text: String, to list: Node, _ file: SourceFile) -> SourceEdit? {
    guard let elements = list.elements, let last = elements.last, list.style != .flow else {
      return nil
    }
    let end = lastLine(last, file)
    let column = file.position(of: last.range.bytes.lowerBound).column - 1
    // The dash stands two columns before the element, as everywhere in the canonical layout, or wherever it is.
    guard let dash = dashColumn(of: last, file, column) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : String(repeating: " ", count: dash) + line.dropFirst(2)
    }
    var written = lines.joined(separator: "\n")
    if elements.count > 1, isBlank(file.position(of: last.range.bytes.lowerBound).line - 1, file) {
      written = "\n" + written
    }
    guard end < file.lineCount else {
      return SourceEdit(file.bytes.count..<file.bytes.count, "\n" + written)
    }
    let offset = file.lineRange(end + 1).lowerBound
    let isOpen = offset == file.bytes.count && file.bytes.last != 0x0A
    return SourceEdit(offset..<offset, (isOpen ? "\n" : "") + written)
  }

  private static func dashColumn(of element: Node, _ file: SourceFile, _ column: Int) -> Int? {
    let line = file.lineRange(file.position(of: element.range.bytes.lowerBound).line)
    let before = file.bytes[line.lowerBound..<element.range.bytes.lowerBound]
    guard let dash = before.lastIndex(of: UInt8(ascii: "-")),
      before[..<dash].allSatisfy({ $0 == 0x20 })
    else { return nil }
    return dash - line.lowerBound
  }

  private static func isBlank(_ number: Int, _ file: SourceFile) -> Bool {
    number >= 1 && file.bytes[file.lineRange(number)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The number of the last line of a value, from 1. (The range of a block may end at what follows.)
  private static func lastLine(_ node: Node, _ file: SourceFile) -> Int {
    let bytes = node.range.bytes
    var line = file.position(of: bytes.lowerBound).line
    if node.style == .flow || node.members == nil && node.elements == nil {
      line = max(line, file.position(of: max(bytes.lowerBound, bytes.upperBound - 1)).line)
      return line
    }
    for member in node.members ?? [] {
      line = max(line, file.position(of: member.keyRange.bytes.lowerBound).line, lastLine(member.value, file))
    }
    for element in node.elements ?? [] { line = max(line, lastLine(element, file)) }
    return line
  }
}
