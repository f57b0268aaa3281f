internal import Source

extension WrittenNode {
  var isUnwritten: Bool {
    if case .nothing = content { anchor == nil } else { false }
  }
}

extension WrittenScalar {
  var isBlock: Bool { style == .literal || style == .folded }
}

struct FlowWriter {
  private let bytes: [UInt8]
  private let width: Int

  init(_ bytes: [UInt8], width: Int) {
    self.bytes = bytes
    self.width = width
  }

  func line(of node: WrittenNode) -> FlowLine {
    if let line = node.line { return line }
    let line = makeLine(node)
    node.line = line
    return line
  }

  /// A key's text before its colon; nil if it needs a question mark.
  func key(_ node: WrittenNode, isInFlow: Bool) -> String? {
    let text: String
    switch node.content {
    case .alias(let name): text = "*\(name) "
    case .scalar(let scalar): text = ScalarText(isInFlow: isInFlow, isKey: true).text(of: scalar, raw: nil)
    case .nothing, .sequence, .mapping: return nil
    }
    // A key without a question mark has at most 1,024 characters.
    guard text.unicodeScalars.count < 1_000 else { return nil }
    return node.anchor.map { "&\($0) \(text)" } ?? text
  }

  /// A scalar on one line outside of brackets; nil if its line breaks were written as such.
  func text(of scalar: WrittenScalar) -> String? {
    if scalar.isBlock { return isQuotedBlock(scalar) ? ScalarText.quoted(scalar.text) : nil }
    let raw = String(decoding: bytes[scalar.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    if isBroken(scalar), scalar.text.unicodeScalars.contains("\n") { return nil }
    return ScalarText(isInFlow: false).text(of: scalar, raw: raw)
  }

  /// Only quotes can represent it, so that it is written like any quoted text.
  private func isQuotedBlock(_ scalar: WrittenScalar) -> Bool {
    BlockScalar(scalar, in: bytes, indentation: 2) == nil
  }

  func isBroken(_ scalar: WrittenScalar) -> Bool {
    scalar.range.clamped(to: 0..<bytes.count).contains { bytes.lineBreakLength(at: $0) > 0 }
  }

  private func makeLine(_ node: WrittenNode) -> FlowLine {
    let anchor = node.anchor.map { "&\($0) " } ?? ""
    switch node.content {
    // An unfinished value keeps its line.
    case .nothing: return node.isFlow ? FlowLine(anchor + "null") : .none
    case .alias(let name): return FlowLine("*\(name)")
    case .scalar(let scalar):
      guard let text = text(of: scalar) else { return .none }
      if scalar.isBlock { return FlowLine(anchor + text) }
      let raw = String(decoding: bytes[scalar.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
      return FlowLine(anchor + ScalarText(isInFlow: true).text(of: scalar, raw: raw))
    case .sequence:
      if node.entries.isEmpty { return FlowLine(anchor + "[]") }
      return entries(node, anchor + "[ ", " ]")
    case .mapping:
      if node.entries.isEmpty { return FlowLine(anchor + "{}") }
      return entries(node, anchor + "{ ", " }")
    }
  }

  private func entries(_ node: WrittenNode, _ opening: String, _ closing: String) -> FlowLine {
    guard node.end.isEmpty else { return .none }
    var text = opening
    var length = opening.unicodeScalars.count + 2
    for (index, entry) in node.entries.enumerated() {
      guard !entry.hasComments, index == 0 || !entry.hasBlankBefore else { return .none }
      if index > 0 { text += ", " }
      if let key = entry.key {
        guard let key = self.key(key, isInFlow: true) else { return .none }
        if entry.value.isUnwritten, entry.value.isFlow {
          text += key
          length += key.unicodeScalars.count + 2
          continue
        }
        text += "\(key): "
        length += key.unicodeScalars.count + 2
      }
      let line = line(of: entry.value)
      guard let value = line.text else { return .none }
      text += value
      length += line.width + 2
      // Longer values are never written on one line.
      if length > width + 8 { return .none }
    }
    return FlowLine(text + closing)
  }
}
