struct JSONLayout {
  static let width = 110

  private let bytes: [UInt8]
  private let layout: Formatter.Layout
  private var lines: [String] = []

  /// The lines of a file; texts and numbers stay as written in `bytes`.
  static func lines(of file: WrittenFile, in bytes: [UInt8], _ layout: Formatter.Layout) -> [String] {
    var layout = JSONLayout(bytes: bytes, layout: layout)
    layout.add(file.root.value, 0, "", after: "", isRoot: true)
    return layout.lines
  }

  private init(bytes: [UInt8], layout: Formatter.Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  private mutating func add(
    _ node: WrittenNode, _ indentation: Int, _ start: String, after: String, isRoot: Bool = false
  ) {
    let isOpen = (isRoot || isKeptOpen(node)) && !node.entries.isEmpty
    let line = line(of: node)
    let length = start.unicodeScalars.count + line.width + after.unicodeScalars.count
    if !isOpen, let text = line.text, length <= Self.width || node.entries.isEmpty {
      return lines.append(start + text + after)
    }
    var isMapping = false
    if case .mapping = node.content { isMapping = true }
    lines.append(start + (isMapping ? "{" : "["))
    for (index, entry) in node.entries.enumerated() {
      if entry.hasBlankBefore, index > 0 { lines.append("") }
      let key = entry.key.map { "\(text(of: $0)): " } ?? ""
      let end = index + 1 < node.entries.count ? "," : ""
      add(entry.value, indentation + 2, String(repeating: " ", count: indentation + 2) + key, after: end)
    }
    lines.append(String(repeating: " ", count: indentation) + (isMapping ? "}" : "]") + after)
  }

  private func isKeptOpen(_ node: WrittenNode) -> Bool { layout == .kept && node.isOnLines }

  private func text(of node: WrittenNode) -> String {
    // A key that is not in the file.
    if case .scalar(let scalar) = node.content, node.range.isEmpty { return ScalarText.quoted(scalar.text) }
    return String(decoding: bytes[node.range], as: UTF8.self)
  }

  private func line(of node: WrittenNode) -> FlowLine {
    if let line = node.line { return line }
    let line = makeLine(node)
    node.line = line
    return line
  }

  private func makeLine(_ node: WrittenNode) -> FlowLine {
    var isMapping = false
    switch node.content {
    case .nothing, .alias, .scalar: return FlowLine(text(of: node))
    case .sequence: if node.entries.isEmpty { return FlowLine("[]") }
    case .mapping:
      if node.entries.isEmpty { return FlowLine("{}") }
      isMapping = true
    }
    if isKeptOpen(node) { return .none }
    var text = isMapping ? "{ " : "["
    var length = 0
    for (index, entry) in node.entries.enumerated() {
      if index > 0 {
        if entry.hasBlankBefore { return .none }
        text += ", "
      }
      if let key = entry.key { text += "\(self.text(of: key)): " }
      let line = line(of: entry.value)
      guard let value = line.text else { return .none }
      text += value
      length += line.width + 2
      // Longer values are never written on one line.
      if length > Self.width { return .none }
    }
    return FlowLine(text + (isMapping ? " }" : "]"))
  }
}
