internal import RuleEngine

/// Mappings with names, which others take in by `use`: shared errors, shared expectations.
struct Fragments {
  /// What one is called in messages: `error`, `expectation`; and the key of the suite that has them.
  let what: String
  let key: String
  private let members: [String: Node.Member]
  private var whole: [String: Node] = [:]
  /// Those of which it is reported that they can't be filled in.
  private var faulty: Set<String> = []
  /// The ones that are being filled in, the outermost first.
  private var open: [String] = []

  init(_ members: [Node.Member], what: String, key: String) {
    self.what = what
    self.key = key
    self.members = Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads every one of them, in use or not, so that a mistake in one is found.
  mutating func readAll(_ diagnostics: inout Diagnostics) {
    for member in members.values.sorted(by: { $0.keyRange.bytes.lowerBound < $1.keyRange.bytes.lowerBound }) {
      _ = named(member.key, at: member.value, &diagnostics)
    }
  }

  /// A mapping with what it uses: its own members win, then those of the one named last. A text is the name of one.
  mutating func filled(_ node: Node, _ diagnostics: inout Diagnostics) -> Node? {
    if let name = node.string { return named(name, at: node, &diagnostics) }
    guard let members = node.members else {
      diagnostics.report(
        .wrongType(node, expected: "an \(what) (a mapping), or the name of one under “\(key)”")
      )
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
    // What lacks a part of it would only seem to be wrong elsewhere, too.
    guard isWhole else { return nil }
    let own = Node(
      .mapping(members.filter { $0.key != "use" }),
      style: node.style,
      range: node.range
    )
    return result.map { own.merged(over: $0) } ?? own
  }

  private mutating func named(_ name: String, at node: Node, _ diagnostics: inout Diagnostics) -> Node? {
    if let known = whole[name] { return known }
    if faulty.contains(name) { return nil }
    guard let member = members[name] else {
      let question = Suggestion.question(for: name, among: members.keys.sorted())
      diagnostics.report(
        Diagnostic(
          "unknown-fragment",
          "There is no \(what) “\(name)” under “\(key)”.\(question)",
          at: node.range
        )
      )
      return nil
    }
    if let start = open.firstIndex(of: name) {
      let way = (open[start...] + [name]).joined(separator: " → ")
      diagnostics.report(
        Diagnostic(
          "fragment-cycle",
          "This \(what) would take itself in: \(way). Take one of them out.",
          at: node.range,
          related: [.init("where it is defined", at: member.keyRange)]
        )
      )
      return nil
    }
    guard open.count < 32 else {
      diagnostics.report(
        Diagnostic(
          "fragment-cycle",
          "Fragments may take one another in 32 deep; here it is more.",
          at: node.range
        )
      )
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
  /// A mapping's members, and those of another that it has none of.
  func merged(over other: Node) -> Node {
    guard let own = members, let others = other.members else { return self }
    let keys = Set(own.map { $0.key })
    return Node(.mapping(own + others.filter { !keys.contains($0.key) }), style: style, range: range)
  }

  /// The mapping with a member set, at a key or at a key below a key; what stands there gives way.
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
