internal import Source

/// Named mappings that others include with `use`: shared errors or shared expectations.
struct Fragments {
  /// The word for one in messages (`error`, `expectation`), and the suite's key for them.
  let what: String
  let key: String
  private let members: [String: Node.Member]
  private var whole: [String: Node] = [:]
  private var faulty: Set<String> = []
  /// The fragments being expanded, the outermost first.
  private var open: [String] = []

  init(_ members: [Node.Member], what: String, key: String) {
    self.what = what
    self.key = key
    self.members = Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func readAll(_ diagnostics: inout Diagnostics) {
    for member in members.values.sorted(by: { $0.keyRange.bytes.lowerBound < $1.keyRange.bytes.lowerBound }) {
      _ = named(member.key, at: member.value, &diagnostics)
    }
  }

  /// The node with its fragments included: its own members win, then the last fragment's. A string names a fragment.
  mutating func filled(_ node: Node, _ diagnostics: inout Diagnostics) -> Node? {
    if let name = node.string { return named(name, at: node, &diagnostics) }
    guard let members = node.members else {
      diagnostics.report(
        .wrongType(node, expected: "an \(what) (a mapping), or the name of one under “\(key)”"))
      return nil
    }
    guard let use = node["use"] else { return node }
    let names = use.elements ?? [use]
    var result: Node?
    var isWhole = true
    for name in names {
      guard let text = name.string else {
        diagnostics.report(.wrongType(name, expected: "the name of an \(what) under “\(key)”"))
        isWhole = false
        continue
      }
      guard let fragment = named(text, at: name, &diagnostics) else {
        isWhole = false
        continue
      }
      result = result.map { fragment.merged(over: $0) } ?? fragment
    }
    // A mapping without a faulty fragment would cause further, misleading findings.
    guard isWhole else { return nil }
    let own = Node(.mapping(members.filter { $0.key != "use" }), style: node.style, range: node.range)
    return result.map { own.merged(over: $0) } ?? own
  }

  private mutating func named(_ name: String, at node: Node, _ diagnostics: inout Diagnostics) -> Node? {
    if let known = whole[name] { return known }
    if faulty.contains(name) { return nil }
    guard let member = members[name] else {
      let question = Suggestion.question(for: name, among: members.keys.sorted())
      diagnostics.report(
        Diagnostic(
          "unknown-fragment", "There is no \(what) “\(name)” under “\(key)”.\(question)", at: node.range))
      return nil
    }
    if let start = open.firstIndex(of: name) {
      let way = (open[start...] + [name]).joined(separator: " → ")
      diagnostics.report(
        Diagnostic(
          "fragment-cycle", "This \(what) includes itself: \(way). Remove one of the references.",
          at: node.range, related: [.init("the definition", at: member.keyRange)]))
      return nil
    }
    guard open.count < 32 else {
      diagnostics.report(
        Diagnostic(
          "fragment-cycle", "Fragments can be nested at most 32 levels deep. Simplify them.", at: node.range))
      return nil
    }
    open.append(name)
    defer { open.removeLast() }
    let node = filled(member.value, &diagnostics)
    if let node { whole[name] = node } else { faulty.insert(name) }
    return node
  }
}

extension Node {
  func merged(over other: Node) -> Node {
    guard let own = members, let others = other.members else { return self }
    let keys = Set(own.map { $0.key })
    return Node(.mapping(own + others.filter { !keys.contains($0.key) }), style: style, range: range)
  }

  /// The mapping with a member set at a key path. An existing value is replaced.
  func setting(_ path: ArraySlice<String>, to value: Node, at place: SourceRange) -> Node {
    guard let key = path.first else { return value }
    let rest = path.dropFirst()
    var members = members ?? []
    let index = members.firstIndex { $0.key == key }
    let below = index.map { members[$0].value }
    let inner =
      rest.isEmpty
      ? value : (below ?? Node(.mapping([]), style: .flow, range: place)).setting(rest, to: value, at: place)
    let member = Member(key: key, keyRange: place, value: inner)
    if let index { members[index] = member } else { members.append(member) }
    return Node(.mapping(members), style: style, range: range)
  }
}
