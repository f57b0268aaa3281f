internal import Source

/// Writes a YAML file with comments beside their subject. In the canonical layout short values are on one
/// line and everything else is multi-line; in the kept one, blocks stay blocks.
struct YAMLLayout {
  static let width = 120
  /// The column of trailing comments, if the text leaves room.
  private static let commentColumn = 38

  private let bytes: [UInt8]
  private let layout: Formatter.Layout
  private let flow: FlowWriter
  private var lines: [String] = []
  /// Empty lines here would belong to the text before.
  private var isAfterKeptEnd = false

  static func lines(of file: WrittenFile, in bytes: [UInt8], _ shape: Shape, _ layout: Formatter.Layout)
    -> [String]
  {
    var writer = YAMLLayout(bytes: bytes, layout: layout)
    for entry in file.root.value.entries { writer.raiseComments(entry) }
    if layout == .canonical { shape.keepOpen(file.root.value) }
    writer.write(file, shape)
    return writer.lines
  }

  private init(bytes: [UInt8], layout: Formatter.Layout) {
    self.bytes = bytes
    self.layout = layout
    flow = FlowWriter(bytes, width: Self.width)
  }

  // MARK: - Lines

  private mutating func add(_ line: String, _ comment: Comment? = nil) {
    isAfterKeptEnd = false
    guard let comment else { return lines.append(line) }
    let length = line.unicodeScalars.count
    let comments = comment.text.unicodeScalars.count
    let isInColumn = length + 2 <= Self.commentColumn && Self.commentColumn + comments <= Self.width
    let space = isInColumn ? Self.commentColumn - length : 2
    lines.append("\(line)\(String(repeating: " ", count: space))\(comment.text)")
  }

  private mutating func addBlank(_ isWanted: Bool) {
    if isWanted, !isAfterKeptEnd, let last = lines.last, !last.isEmpty { lines.append("") }
  }

  private mutating func add(_ comments: [Comment], _ indentation: Int, isFirst: Bool = false) {
    for (index, comment) in comments.enumerated() {
      addBlank(comment.hasBlankBefore && !(isFirst && index == 0))
      add(Self.spaces(indentation) + comment.text)
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: - The file

  private mutating func write(_ file: WrittenFile, _ shape: Shape) {
    let root = file.root
    if let prologue = file.prologue {
      add(prologue, 0, isFirst: true)
      add("---", root.header.first)
      root.header = Array(root.header.dropFirst())
    }
    add(root.leading + root.header, 0, isFirst: true)
    if root.value.entries.isEmpty {
      add(flow.line(of: root.value).text ?? "", root.trailing.first)
      root.trailing.removeFirst(min(root.trailing.count, 1))
    } else {
      if let anchor = root.value.anchor { add("&\(anchor)") }
      addEntries(root.value, 0, nil, shape, isRoot: true)
    }
    add(root.trailing + file.end, 0)
  }

  /// Moves comments of an element's first entry, and those after a lone dash, above the dash.
  private func raiseComments(_ entry: WrittenEntry) {
    for inner in entry.value.entries { raiseComments(inner) }
    guard entry.key == nil else { return }
    if case .scalar(let scalar) = entry.value.content, brokenLines(scalar) != nil {
      entry.raise(entry.header.map { $0.onItsOwnLine })
      entry.header = []
    }
    guard entry.value.anchor == nil, let first = entry.value.entries.first else { return }
    entry.raise(entry.header.map { $0.onItsOwnLine } + first.leading)
    entry.header = []
    first.leading = []
  }

  // MARK: - Entries

  /// Writes the entries of a list or mapping at `indentation`; `opening` precedes the first one on its line.
  private mutating func addEntries(
    _ node: WrittenNode, _ indentation: Int, _ opening: String?, _ shape: Shape?, isRoot: Bool = false
  ) {
    for (index, entry) in node.entries.enumerated() {
      let start = index == 0 ? opening ?? Self.spaces(indentation) : Self.spaces(indentation)
      let below = entry.key == nil ? shape?.element : entry.keyText.flatMap { shape?.member($0) }
      let isOpen = isOpen(entry.value, below, isBelowRoot: isRoot)
      gather(entry, start.unicodeScalars.count, isOpen: isOpen)
      if index > 0 || opening == nil {
        add(entry.leading, indentation, isFirst: index == 0)
        addBlank(entry.hasBlankBefore && !(index == 0 && entry.leading.isEmpty))
      }
      add(entry, indentation, start, below, isOpen: isOpen)
    }
    add(node.end, indentation)
  }

  private func isOpen(_ node: WrittenNode, _ shape: Shape?, isBelowRoot: Bool) -> Bool {
    switch layout {
    case .kept: node.isOnLines
    // A list or mapping of containers at the root is a section.
    case .canonical:
      shape?.opens(node) ?? false || (isBelowRoot && node.entries.contains { $0.value.isContainer })
    }
  }

  private func room(for entry: WrittenEntry, _ column: Int) -> Int {
    let key = entry.key.map { (flow.key($0, isInFlow: false)?.unicodeScalars.count ?? Self.width) + 2 } ?? 2
    let comment = (entry.header + entry.trailing).last.map { $0.text.unicodeScalars.count + 2 } ?? 0
    return Self.width - column - key - comment
  }

  private func isOnLine(_ entry: WrittenEntry, _ column: Int) -> Bool {
    guard entry.value.isContainer, !entry.value.entries.isEmpty else { return true }
    let line = flow.line(of: entry.value)
    return line.text != nil && line.width <= room(for: entry, column)
  }

  private func gather(_ entry: WrittenEntry, _ column: Int, isOpen: Bool) {
    if isOpen || !isOnLine(entry, column), entry.trailing.contains(where: { $0.isDirective }) {
      // A comment about a whole line still applies above the multi-line value.
      entry.raise(entry.trailing.filter { $0.isDirective }.map { $0.onItsOwnLine })
      entry.trailing.removeAll { $0.isDirective }
    }
    if entry.key == nil, isOpen || !isOnLine(entry, column), entry.value.anchor == nil,
      let first = entry.value.entries.first
    {
      let comments = entry.header + entry.trailing
      let isTaken = !first.header.isEmpty || !first.trailing.isEmpty
      entry.raise((isTaken ? comments : comments.dropLast()).map { $0.onItsOwnLine })
      if !isTaken { first.trailing = comments.suffix(1) }
      entry.header = []
      entry.trailing = []
      // With comments inside, it can't be on one line.
      if !comments.isEmpty { entry.value.line = FlowLine.none }
      gather(first, column + 2, isOpen: layout == .kept && first.value.isOnLines)
      entry.raise(first.leading)
      first.leading = []
      return
    }
    if case .scalar(let scalar) = entry.value.content, brokenLines(scalar) != nil {
      // The first and the last line have room for one comment each.
      let header = entry.header.dropFirst()
      entry.raise((header + entry.trailing.dropLast()).map { $0.onItsOwnLine })
      entry.header.removeLast(header.count)
      entry.trailing.removeFirst(max(entry.trailing.count - 1, 0))
      return
    }
    let comments = entry.header + entry.trailing
    entry.raise(comments.dropLast().map { $0.onItsOwnLine })
    entry.header = comments.suffix(1)
    entry.trailing = []
  }

  // MARK: - One entry

  private mutating func add(
    _ entry: WrittenEntry, _ indentation: Int, _ start: String, _ shape: Shape?, isOpen: Bool
  ) {
    let node = entry.value
    let column = start.unicodeScalars.count
    var start = start
    if let key = entry.key {
      if let text = flow.key(key, isInFlow: false) {
        start += "\(text):"
      } else {
        add("\(start)? \(flow.line(of: key).text ?? "")")
        start = Self.spaces(indentation) + ":"
      }
    } else {
      start += "-"
    }
    let anchor = node.anchor.map { " &\($0)" } ?? ""
    switch node.content {
    case .nothing: add(start + anchor, entry.header.first)
    case .alias(let name): add("\(start) *\(name)", entry.header.first)
    case .scalar(let scalar): add(scalar, entry, indentation, start + anchor)
    case .sequence, .mapping:
      if !isOpen || node.entries.isEmpty, isOnLine(entry, column),
        let line = flow.line(of: node).text
      {
        return add("\(start) \(line)", entry.header.first)
      }
      if entry.key == nil, anchor.isEmpty {
        addEntries(node, indentation + 2, start + " ", shape)
      } else {
        add(start + anchor, entry.header.first)
        addEntries(node, indentation + 2, nil, shape)
      }
    }
  }

  private mutating func add(
    _ scalar: WrittenScalar, _ entry: WrittenEntry, _ indentation: Int, _ start: String
  ) {
    if scalar.isBlock {
      guard let block = BlockScalar(scalar, in: bytes, indentation: 2) else {
        return add("\(start) \(ScalarText.quoted(scalar.text))", entry.header.first)
      }
      add("\(start) \(block.header)", entry.header.first)
      for line in block.lines { lines.append(line.isEmpty ? "" : Self.spaces(indentation + 2) + line) }
      isAfterKeptEnd = block.keepsEnd
      return
    }
    let text = flow.text(of: scalar)
    guard let broken = brokenLines(scalar) else {
      return add("\(start) \(text ?? ScalarText.quoted(scalar.text))", entry.header.first)
    }
    let comments = entry.header + entry.trailing
    let length =
      start.unicodeScalars.count + 1 + (comments.first.map { $0.text.unicodeScalars.count + 2 } ?? 0)
    if let text, comments.count <= 1, length + text.unicodeScalars.count <= Self.width {
      return add("\(start) \(text)", comments.first)
    }
    if entry.key != nil { add(start, entry.header.first) }
    for (index, line) in broken.enumerated() {
      let isLast = index == broken.count - 1
      let before = index == 0 && entry.key == nil ? "\(start) " : Self.spaces(indentation + 2)
      add(line.isEmpty ? "" : before + line, isLast ? entry.trailing.first : nil)
    }
  }

  /// The lines of a scalar written on several, without insignificant white space.
  private func brokenLines(_ scalar: WrittenScalar) -> [String]? {
    guard scalar.style != .literal, scalar.style != .folded, flow.isBroken(scalar) else { return nil }
    var lines: [String] = []
    var offset = scalar.range.lowerBound
    while offset < scalar.range.upperBound {
      let end = min(bytes.lineEnd(from: offset), scalar.range.upperBound)
      var start = offset
      while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
      var stop = end
      while stop > start, bytes[stop - 1] == 0x20 || bytes[stop - 1] == 0x09 { stop -= 1 }
      let backslashes = bytes[start..<stop].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if scalar.style == .doubleQuoted, stop < end, backslashes % 2 == 1 { stop += 1 }
      lines.append(String(decoding: bytes[start..<stop], as: UTF8.self))
      let length = end < scalar.range.upperBound ? bytes.lineBreakLength(at: end) : 1
      // In these two kinds a line break is part of the text.
      if length == 3 { return nil }
      offset = end + length
    }
    return lines
  }
}

extension Comment {
  fileprivate var isDirective: Bool { text.hasPrefix("# errctl:") }

  var onItsOwnLine: Comment { Comment(text: text, column: 0, hasBlankBefore: false) }
}

extension WrittenEntry {
  fileprivate func raise(_ comments: [Comment]) {
    guard let first = comments.first else { return }
    leading.append(first)
    leading[leading.count - 1].hasBlankBefore = hasBlankBefore || first.hasBlankBefore
    leading += comments.dropFirst()
    hasBlankBefore = false
  }
}
