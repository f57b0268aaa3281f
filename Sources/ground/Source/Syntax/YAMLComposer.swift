package import Bytes

/// The reason why reading a YAML text stopped early.
package enum YAMLStop: Error, Sendable {
  case fault(YAMLFault)
  case limit(Diagnostic)
}

/// Builds trees from libyaml's events. Events are counted first, so the depth limit bounds recursion.
package struct YAMLComposer: ~Copyable {
  private enum Anchored {
    case node(Node)
    /// The anchor's container is still open.
    case open(SourceRange)
    /// The anchor's value was reported and left out.
    case missing
  }

  private let file: SourceFile
  private let limits: Limits
  private let dialect: YAMLDialect
  private var stream: YAMLEvents
  private var census: YAMLCensus
  private var budget = FindingBudget(Diagnostics())
  private var next = YAMLEvent(kind: .streamStart, range: 0..<0)
  private var end = 0
  private var anchors: [String: Anchored] = [:]
  /// The places of the brackets of open flow lists and mappings.
  private var brackets: [Int] = []

  package init(file: SourceFile, limits: Limits, dialect: YAMLDialect = .rules) {
    self.file = file
    self.limits = limits
    self.dialect = dialect
    stream = YAMLEvents(file.bytes)
    census = YAMLCensus(file: file, limits: limits)
  }

  package mutating func documentStart() throws(YAMLStop) -> YAMLEvent? {
    while true {
      switch next.kind {
      case .documentStart:
        anchors = [:]
        census = YAMLCensus(file: file, limits: limits)
        return try advance()
      case .streamEnd: return nil
      default: try advance()
      }
    }
  }

  var isAtNothing: Bool { next.isNothing }

  /// The value of the current document, or nil if it was reported and left out.
  package mutating func root(into diagnostics: inout Diagnostics) throws(YAMLStop) -> Node? {
    budget = FindingBudget(diagnostics)
    let root = try node(into: &diagnostics)
    if let finding = census.finish() { throw .limit(finding) }
    return root
  }

  /// Advances to the next event, which becomes the returned one.
  @discardableResult
  private mutating func advance() throws(YAMLStop) -> YAMLEvent {
    var event: YAMLEvent
    do {
      event = try stream.next()
    } catch {
      var fault = error
      fault.bracket = brackets.last
      throw .fault(fault)
    }
    switch event.kind {
    case .sequenceStart(isFlow: true), .mappingStart(isFlow: true):
      let place = event.range.upperBound - 1
      // A pair in a list is a mapping without brackets.
      let isBracket = file.bytes.indices.contains(place) && [0x5B, 0x7B].contains(file.bytes[place])
      brackets.append(isBracket ? place : brackets.last ?? place)
    // Inside a flow collection everything open is a flow collection; a block one is open only outside.
    case .sequenceEnd, .mappingEnd: _ = brackets.popLast()
    default: break
    }
    swap(&event, &next)
    if let finding = census.count(next) { throw .limit(finding) }
    return event
  }

  /// The next node, or nil if it was reported and left out.
  private mutating func node(into diagnostics: inout Diagnostics) throws(YAMLStop) -> Node? {
    if let finding = budget.exceeded(diagnostics, at: range(next.range)) { throw .limit(finding) }
    let event = try advance()
    if event.kind == .alias {
      end = event.range.upperBound
      return repeated(event, into: &diagnostics)
    }

    let properties = YAMLProperties(of: event, in: file)
    if let tag = properties.tag, dialect.isOfRules { diagnostics.report(tagNotAllowed(range(tag))) }
    let start = event.range.lowerBound
    if let anchor = event.anchor { anchors[anchor] = .open(range(properties.all)) }
    end = properties.content.upperBound
    var node: Node?
    switch event.kind {
    case .sequenceStart(let isFlow): node = try sequence(isFlow, from: end, into: &diagnostics)
    case .mappingStart(let isFlow): node = try mapping(isFlow, from: end, into: &diagnostics)
    case .scalar(let style):
      // The tag was reported; reading continues with its intended meaning, without further findings.
      let isText = properties.tag.map { ["!", "!!str"].contains(range($0).text) } ?? false
      let place = range(properties.content)
      node =
        isText
        ? Node(.string(event.value), style: style, range: place, text: event.value)
        : scalar(event.value, style, place, into: &diagnostics)
    default: node = nil
    }
    if let tag = properties.tag, !dialect.isOfRules { node = node?.tagged(range(tag)) }
    // Inside the node, its anchor may have been redefined; the redefinition wins.
    if let anchor = event.anchor, case .open(let range) = anchors[anchor], range.bytes.lowerBound == start {
      anchors[anchor] = node.map { .node($0) } ?? .missing
    }
    return node
  }

  private mutating func sequence(_ isFlow: Bool, from start: Int, into diagnostics: inout Diagnostics)
    throws(YAMLStop) -> Node
  {
    var elements: [Node] = []
    while next.kind != .sequenceEnd {
      if let element = try node(into: &diagnostics) { elements.append(element) }
    }
    if isFlow { end = next.range.upperBound }
    try advance()
    return Node(.sequence(elements), style: isFlow ? .flow : .block, range: range(start..<end))
  }

  private mutating func mapping(_ isFlow: Bool, from start: Int, into diagnostics: inout Diagnostics)
    throws(YAMLStop) -> Node
  {
    var members = MemberList(laterWins: dialect.laterWins)
    while next.kind != .mappingEnd {
      let key = try key(into: &diagnostics)
      if let value = try value(of: key, isFlow, into: &diagnostics), let key {
        // “status:500” without its space is read as the intended key “status”.
        let isMissingSpace = value.range.bytes == key.range.bytes
        let name = isMissingSpace ? String(key.text.prefix { $0 != ":" }) : key.text
        let member = Node.Member(key: name, keyRange: key.range, value: value)
        if key.isMerge { members.appendMerge(member) } else { members.append(member, &diagnostics) }
      }
    }
    // A pair in a list (`[a: 1]`) has no braces of its own.
    if isFlow, file.bytes[start] == UInt8(ascii: "{") { end = next.range.upperBound }
    try advance()
    return Node(.mapping(members.all), style: isFlow ? .flow : .block, range: range(start..<end))
  }

  /// The value after `key`. For an unwritten value, libyaml gives the place of the next token.
  private mutating func value(of key: WrittenKey?, _ isFlow: Bool, into diagnostics: inout Diagnostics)
    throws(YAMLStop) -> Node?
  {
    let (isNothing, place, keyEnd) = (next.isNothing, next.range.lowerBound, end)
    let node = try node(into: &diagnostics)
    guard isNothing, place == 0 || file.bytes[place - 1] != UInt8(ascii: ":") else { return node }
    end = keyEnd
    if isFlow, let key, key.isPlain, key.text.utf8.contains(UInt8(ascii: ":")) {
      diagnostics.report(missingSpace(key.text, key.range))
      return Node(.null, style: .plain, range: key.range, text: key.text)
    }
    return Node(.null, style: .plain, range: range(keyEnd..<keyEnd))
  }

  private struct WrittenKey {
    let text: String
    let range: SourceRange
    let isPlain: Bool

    var isMerge: Bool { isPlain && text == "<<" }
  }

  private mutating func key(into diagnostics: inout Diagnostics) throws(YAMLStop) -> WrittenKey? {
    let alias = next.kind == .alias ? range(next.range) : nil
    guard let node = try node(into: &diagnostics) else { return nil }
    let place = alias ?? node.range
    switch node.content {
    case .sequence, .mapping:
      diagnostics.report(nonScalarKey(node, place))
      return nil
    case .null where node.text.isEmpty:
      diagnostics.report(emptyKey(place))
      return nil
    case .null where !node.isWrittenNull:
      return nil
    case .string where node.text == "<<" && node.style == .plain && dialect.isOfRules:
      diagnostics.report(mergeKey(place))
      return nil
    case .null, .bool, .integer, .decimal, .string:
      return WrittenKey(text: node.text, range: place, isPlain: node.style == .plain)
    }
  }

  private func scalar(
    _ text: String, _ style: Node.Style, _ range: SourceRange, into diagnostics: inout Diagnostics
  ) -> Node? {
    guard style == .plain else { return Node(.string(text), style: style, range: range, text: text) }
    guard let content = YAMLCoreSchema.content(of: text) else {
      diagnostics.report(notFinite(text, range))
      return Node(.null, style: .plain, range: range, text: text)
    }
    return Node(content, style: .plain, range: range, text: text)
  }

  private func repeated(_ event: YAMLEvent, into diagnostics: inout Diagnostics) -> Node? {
    let name = event.anchor ?? ""
    switch anchors[name] {
    case .node(let node): return node
    case .open(let anchor): diagnostics.report(aliasCycle(name, range(event.range), anchor))
    case .missing: break
    case nil: diagnostics.report(undefinedAlias(name, range(event.range)))
    }
    // It keeps its place, so that nothing else is reported as missing.
    return Node(.null, style: .plain, range: range(event.range), text: range(event.range).text)
  }

  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: file, bytes: bytes) }
}

extension YAMLComposer {
  private func tagNotAllowed(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "tag-not-allowed", .error,
      "Rule files can't have tags. Delete \(range.text), and quote the value if it is a text.", at: range)
  }

  private func missingSpace(_ key: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "missing-space-after-colon", .error,
      "“\(key)” is read as a key without a value. Put a space after the colon.", at: range)
  }

  private func nonScalarKey(_ node: Node, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "non-scalar-key", .error, "A key can't be \(node.kindName). Write a text as the key.", at: range)
  }

  private func emptyKey(_ range: SourceRange) -> Diagnostic {
    Diagnostic("empty-key", .error, "A key is missing here. Write a key before the colon.", at: range)
  }

  private func mergeKey(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "merge-key", .error,
      "Rule files can't have merge keys (<<). Write the keys out, or repeat a whole value with an alias.",
      at: range)
  }

  private func notFinite(_ text: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "number-not-finite", .error,
      "\(text) can't be compared as a number. Write a finite number, or quote it if it is a text.", at: range)
  }

  private func aliasCycle(_ name: String, _ range: SourceRange, _ anchor: SourceRange) -> Diagnostic {
    Diagnostic(
      "alias-cycle", .error, "The alias *\(name) is inside the value that it repeats. Write the value out.",
      at: range, related: [Diagnostic.Related("the value begins here", at: anchor)])
  }

  private func undefinedAlias(_ name: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      "undefined-alias", .error,
      "The alias *\(name) has no anchor &\(name) before it. Define the anchor, or quote the value if it is a text.",
      at: range)
  }
}

extension Node {
  /// A mapping of the tag to the value. The standard tags (`!!str`) only repeat what the value is.
  fileprivate func tagged(_ tag: SourceRange) -> Node {
    let name = tag.text
    guard name != "!", !name.hasPrefix("!!") else { return self }
    let file = range.file
    let whole = SourceRange(
      file: file, bytes: tag.bytes.lowerBound..<max(tag.bytes.upperBound, range.bytes.upperBound))
    return Node(.mapping([Member(key: name, keyRange: tag, value: self)]), style: .block, range: whole)
  }

  /// False for a null that replaces a reported value.
  fileprivate var isWrittenNull: Bool { ["", "~", "null", "Null", "NULL"].contains(text) }
}
