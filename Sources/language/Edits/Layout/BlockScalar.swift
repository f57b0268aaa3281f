internal import Bytes
internal import Source

/// A literal or folded text with new indentation.
struct BlockScalar {
  let header: String
  let lines: [String]
  let keepsEnd: Bool

  /// A block that is indented by `indentation` more than its container; nil if only quotes can represent it.
  init?(_ scalar: WrittenScalar, in bytes: [UInt8], indentation: Int) {
    guard scalar.text.unicodeScalars.allSatisfy({ $0 == "\n" || ScalarText.isPrintable($0) }) else {
      return nil
    }
    let folded = scalar.style == .folded ? Self.foldedLines(scalar, bytes) : nil
    for (mark, lines) in [(">", folded), ("|", Self.lines(of: scalar.text))] {
      guard let lines, let block = BlockScalar(mark, lines, scalar.text, indentation) else { continue }
      if block.isRead(as: scalar.text) {
        self = block
        return
      }
    }
    return nil
  }

  private init?(_ mark: String, _ lines: [String], _ value: String, _ indentation: Int) {
    guard lines.contains(where: { !$0.isEmpty }) else { return nil }
    let breaks = value.utf8.reversed().prefix { $0 == 0x0A }.count
    let start = lines.first { !$0.isEmpty }?.utf8.first
    let needsIndicator = start == 0x20 || start == 0x09
    keepsEnd = breaks > 1
    let end = breaks == 0 ? "-" : keepsEnd ? "+" : ""
    header = "\(mark)\(needsIndicator ? "\(indentation)" : "")\(end)"
    self.lines = lines + Array(repeating: "", count: max(breaks - 1, 0))
  }

  /// Whether libyaml reads the block as this value, at any indentation.
  private func isRead(as value: String) -> Bool {
    let text = "- \(header)\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    var events = YAMLEvents(Array(text.utf8))
    while let event = try? events.next(), event.kind != .streamEnd {
      if case .scalar = event.kind { return event.value.utf8.elementsEqual(value.utf8) }
    }
    return false
  }

  private static func lines(of value: String) -> [String]? {
    var lines = value.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func foldedLines(_ scalar: WrittenScalar, _ bytes: [UInt8]) -> [String] {
    var offset = bytes.lineEnd(from: scalar.range.lowerBound)
    let header = bytes[scalar.range.lowerBound..<offset].prefix { $0 != UInt8(ascii: "#") }
    offset += bytes.lineBreakLength(at: offset)
    var lines: [ArraySlice<UInt8>] = []
    while offset < scalar.range.upperBound {
      let end = bytes.lineEnd(from: offset)
      lines.append(bytes[offset..<end])
      offset = end + max(bytes.lineBreakLength(at: end), 1)
    }
    var indentation = lines.first { $0.contains { $0 != 0x20 } }?.prefix { $0 == 0x20 }.count ?? 0
    if let digit = header.first(where: { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }) {
      indentation = max(scalar.parentColumn, 0) + Int(digit - UInt8(ascii: "0"))
    }
    var texts = lines.map { line in
      let spaces = line.prefix(indentation).prefix { $0 == 0x20 }.count
      return String(decoding: line.dropFirst(spaces), as: UTF8.self)
    }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }
}
