package import Source

package struct YAMLTreeBuilder {
  private let file: SourceFile
  private let events: [YAMLEvent]
  private let tokens: [YAMLToken]
  private var event = 0
  private var token = 0
  private var pending: [Comment] = []
  /// The current entry, and the one that ended last, which owns a comment on the same line.
  private var current: WrittenEntry
  private var last: WrittenEntry
  private var flowDepth = 0
  private var columns: [Int] = []

  package static func read(_ file: SourceFile) throws(YAMLFault) -> WrittenFile {
    var stream = YAMLEvents(file.bytes)
    var events: [YAMLEvent] = []
    repeat { events.append(try stream.next()) } while events.last?.kind != .streamEnd
    var builder = YAMLTreeBuilder(file, events)
    return builder.document()
  }

  private init(_ file: SourceFile, _ events: [YAMLEvent]) {
    self.file = file
    self.events = events
    tokens = YAMLTokens.scan(file.bytes, values: Self.values(of: events, in: file))
    current = WrittenEntry(value: WrittenNode(.nothing, range: 0..<0))
    last = current
  }

  private static func values(of events: [YAMLEvent], in file: SourceFile) -> [(
    kind: YAMLToken.Kind, range: Range<Int>
  )] {
    var values: [(kind: YAMLToken.Kind, range: Range<Int>)] = []
    for event in events {
      if let anchor = event.anchor, event.kind != .alias {
        let start = event.range.lowerBound
        values.append((.anchor, start..<(start + 1 + anchor.utf8.count)))
      }
      switch event.kind {
      case .alias: values.append((.value, event.range))
      case .scalar where !event.isUnwritten(in: file):
        values.append((.value, YAMLProperties(of: event, in: file).content))
      default: break
      }
    }
    return values
  }

  // MARK: - The document

  private mutating func document() -> WrittenFile {
    var prologue: [Comment]?
    while events[event].kind == .streamStart { event += 1 }
    if case .documentStart(let isExplicit, _) = events[event].kind {
      event += 1
      if isExplicit { prologue = readPrologue() }
    }
    let root = current
    root.value = node()
    if !root.value.isContainer {
      root.leading += pending
      pending = []
    }
    passComments()
    while token < tokens.count {
      token += 1
      passComments()
    }
    return WrittenFile(prologue: prologue, root: root, end: pending)
  }

  /// Directives and comments before `---`; a comment on its line is the document's.
  private mutating func readPrologue() -> [Comment] {
    var lines: [Comment] = []
    while token < tokens.count, tokens[token].kind != .documentStart {
      lines.append(comment(tokens[token]))
      token += 1
    }
    token += 1
    return lines
  }

  // MARK: - Comments

  private func comment(_ token: YAMLToken) -> Comment {
    Comment(
      text: file.bytes.trimmedText(token.range), column: token.column, hasBlankBefore: token.hasBlankBefore)
  }

  private mutating func passComments() {
    while token < tokens.count, tokens[token].kind == .comment {
      let comment = comment(tokens[token])
      if tokens[token].isFirst {
        pending.append(comment)
      } else {
        switch token > 0 ? tokens[token - 1].kind : .documentStart {
        case .value, .close, .comma: last.trailing.append(comment)
        case .dash, .colon, .anchor, .documentStart: current.header.append(comment)
        case .open, .question, .comment, .directive, .documentEnd: pending.append(comment)
        }
      }
      token += 1
    }
  }

  private mutating func next() -> YAMLToken? {
    passComments()
    return token < tokens.count ? tokens[token] : nil
  }

  @discardableResult
  private mutating func take(_ kind: YAMLToken.Kind) -> YAMLToken? {
    while let token = next() {
      self.token += 1
      if token.kind == kind { return token }
    }
    return nil
  }

  private mutating func begin(_ entry: WrittenEntry) {
    let first = next()
    entry.hasBlankBefore = first?.hasBlankBefore ?? false
    entry.leading = pending
    pending = []
    current = entry
  }

  // MARK: - Nodes

  private mutating func node() -> WrittenNode {
    let event = events[event]
    self.event += 1
    let entry = current
    if event.anchor != nil, event.kind != .alias { take(.anchor) }
    let node: WrittenNode
    switch event.kind {
    case .alias:
      take(.value)
      node = WrittenNode(.alias(event.anchor ?? ""), range: event.range)
      claim(entry)
      return node
    case .scalar(let style):
      node = scalar(event, style)
      claim(entry)
    case .sequenceStart(let isFlow):
      if isFlow {
        node = flow(.sequence, entry, from: event.range)
      } else {
        node = blockSequence(event.range)
      }
    case .mappingStart(let isFlow):
      if isFlow { node = flow(.mapping, entry, from: event.range) } else { node = blockMapping(event.range) }
    default:
      node = WrittenNode(.nothing, range: event.range)
    }
    node.anchor = event.anchor
    return node
  }

  private mutating func claim(_ entry: WrittenEntry) {
    entry.leading += pending
    pending = []
    current = entry
    last = entry
  }

  private mutating func scalar(_ event: YAMLEvent, _ style: Node.Style) -> WrittenNode {
    guard !event.isUnwritten(in: file) else {
      return WrittenNode(.nothing, isFlow: flowDepth > 0, range: event.range)
    }
    take(.value)
    var range = YAMLProperties(of: event, in: file).content
    var content = Node.Content.string(event.value)
    if style == .plain { content = YAMLCoreSchema.content(of: event.value) ?? content }
    if style == .literal || style == .folded {
      let header = file.bytes.lineEnd(from: range.lowerBound)
      if let mark = file.bytes[range.lowerBound..<header].firstIndex(of: UInt8(ascii: "#")) {
        let text = file.bytes.trimmedText(mark..<header)
        current.header.append(Comment(text: text, column: 0, hasBlankBefore: false))
      }
      range = range.lowerBound..<max(range.upperBound, file.bytes.lineEnd(from: range.upperBound))
    }
    var scalar = WrittenScalar(content: content, text: event.value, style: style, range: range)
    scalar.parentColumn = columns.last ?? -1
    return WrittenNode(.scalar(scalar), range: range)
  }

  // MARK: - Brackets and braces

  private mutating func flow(_ content: WrittenNode.Content, _ entry: WrittenEntry, from range: Range<Int>)
    -> WrittenNode
  {
    // A pair in a list (`[a: 1]`) has no braces of its own.
    var isMapping = false
    if case .mapping = content { isMapping = true }
    let first = next()
    let hasBraces =
      !isMapping
      || first.map { $0.kind == .open && file.bytes[$0.range.lowerBound] == UInt8(ascii: "{") } ?? false
    if hasBraces {
      take(.open)
      claim(entry)
    }
    let node = WrittenNode(content, isFlow: true, range: range)
    flowDepth += 1
    defer { flowDepth -= 1 }
    while !events[event].isContainerEnd {
      let member = WrittenEntry(value: WrittenNode(.nothing, range: range))
      while let token = next(), token.kind == .comma || token.kind == .question { self.token += 1 }
      begin(member)
      if isMapping {
        member.key = self.node()
        takeColon()
      }
      member.value = self.node()
      node.entries.append(member)
      last = member
      current = entry
    }
    var end = events[event].range.upperBound
    event += 1
    if hasBraces {
      while let token = next(), token.kind == .comma { self.token += 1 }
      passComments()
      if node.entries.isEmpty { claim(entry) }
      node.end = pending
      pending = []
      take(.close)
      last = entry
    } else {
      end = node.entries.last?.value.range.upperBound ?? end
    }
    current = entry
    node.range = range.lowerBound..<max(end, range.lowerBound)
    return node
  }

  private mutating func takeColon() {
    if next()?.kind == .colon { token += 1 }
  }

  // MARK: - Lines

  private mutating func blockSequence(_ range: Range<Int>) -> WrittenNode {
    let node = WrittenNode(.sequence, range: range)
    let outer = current
    let column = next()?.column ?? 0
    columns.append(column)
    while !events[event].isContainerEnd {
      let entry = WrittenEntry(value: WrittenNode(.nothing, range: range))
      begin(entry)
      take(.dash)
      entry.value = self.node()
      node.entries.append(entry)
    }
    close(node, column, outer)
    return node
  }

  private mutating func blockMapping(_ range: Range<Int>) -> WrittenNode {
    let node = WrittenNode(.mapping, range: range)
    let outer = current
    let column = next()?.column ?? 0
    columns.append(column)
    while !events[event].isContainerEnd {
      let entry = WrittenEntry(value: WrittenNode(.nothing, range: range))
      begin(entry)
      if next()?.kind == .question { token += 1 }
      entry.key = self.node()
      takeColon()
      entry.value = self.node()
      node.entries.append(entry)
    }
    close(node, column, outer)
    return node
  }

  /// Ends a block list or mapping; comments indented like its entries still belong to it.
  private mutating func close(_ node: WrittenNode, _ column: Int, _ outer: WrittenEntry) {
    event += 1
    columns.removeLast()
    let next = next()
    let nextColumn = next.map { $0.kind == .documentEnd ? -1 : $0.column } ?? -1
    // A list may have the column of the enclosing mapping, which then owns the comment.
    if column > nextColumn, column != columns.last {
      let own = pending.prefix { $0.column >= column }
      node.end = Array(own)
      pending.removeFirst(own.count)
    }
    let last = node.entries.last
    node.range = node.range.lowerBound..<max(last?.value.range.upperBound ?? 0, node.range.lowerBound)
    current = outer
  }
}

extension YAMLEvent {
  /// libyaml gives an unwritten value the place of the next token.
  fileprivate func isUnwritten(in file: SourceFile) -> Bool {
    kind == .scalar(.plain) && value.isEmpty && YAMLProperties(of: self, in: file).content.isEmpty
  }

  fileprivate var isContainerEnd: Bool {
    switch kind {
    case .sequenceEnd, .mappingEnd, .documentEnd, .streamEnd: true
    default: false
    }
  }
}
