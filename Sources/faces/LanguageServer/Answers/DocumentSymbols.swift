internal import JSONRPC
internal import Source

/// `textDocument/documentSymbol`: the responders with their rules, and the names that they use.
struct DocumentSymbols {
  /// The protocol's numbers.
  private enum Kind: Int {
    case namespace = 3
    case `class` = 5
    case method = 6
    case field = 8
    case `enum` = 10
    case interface = 11
    case function = 12
    case constant = 14
    case array = 18
    case object = 19
    case `struct` = 23
    case event = 24
  }

  private struct Symbol {
    let name: String
    let kind: Kind
    let detail: String
    let whole: Range<Int>
    let title: SourceRange
    let children: [Symbol]
  }

  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    let files = NamedFiles(snapshot.texts)
    guard let root = files.file(document.file.name)?.root else { return .null }
    let symbols = DocumentKind(name: document.file.name) == .suite ? cases(root) : sections(root)
    guard snapshot.client.hasSymbolTrees else {
      return .made(flat(symbols, nil, document.uri, snapshot))
    }
    return .made(symbols.map { tree($0, snapshot) })
  }

  private static func sections(_ root: Node) -> [Symbol] {
    (root.members ?? []).flatMap { member -> [Symbol] in
      switch member.key {
      case "responders": return (member.value.elements ?? []).compactMap { responder($0) }
      case "categories":
        return [
          section(member, .enum, elements(member.value, "name", .enum) { $0["description"]?.string ?? "" })
        ]
      case "lists": return [section(member, .array, members(member.value, .array))]
      case "matchers": return [section(member, .function, members(member.value, .function))]
      case "types": return [section(member, .interface, members(member.value, .interface))]
      case "alerts": return [section(member, .object, members(member.value, .object))]
      case "breakers", "quotas": return [section(member, .struct, members(member.value, .struct))]
      case "codes":
        let domains = (member.value.members ?? []).map {
          section($0, .namespace, members($0.value, .constant))
        }
        return [section(member, .namespace, domains)]
      default: return [section(member, .field, [])]
      }
    }
  }

  private static func responder(_ node: Node) -> Symbol? {
    guard let id = node["id"], let name = id.string else { return nil }
    var children: [Symbol] = []
    for (index, rule) in (node["rules"]?.elements ?? []).enumerated() {
      children.append(self.rule(rule, index, .method))
    }
    for (index, rule) in (node["events"]?.elements ?? []).enumerated() {
      children.append(self.rule(rule, index, .event))
    }
    for key in ["otherwise", "always"] {
      guard let member = node.members?.first(where: { $0.key == key }) else { continue }
      let then = member.value["then"].map { verdict($0) } ?? ""
      children.append(section(member, .method, [], detail: then))
    }
    let parent = node["parent"]?.string.map { "→ \($0)" }
    let base = node["extends"]?["from"]?.string.map { "extends \($0)" }
    return Symbol(
      name: name, kind: .class, detail: [parent, base].compactMap { $0 }.joined(separator: ", "),
      whole: node.range.bytes, title: id.range,
      children: children.sorted { $0.whole.lowerBound < $1.whole.lowerBound })
  }

  private static func rule(_ node: Node, _ index: Int, _ kind: Kind) -> Symbol {
    let id = node["id"]
    let verdict = node["then"].map { self.verdict($0) } ?? (node["do"] == nil ? "" : "a button decides")
    return Symbol(
      name: id?.string ?? "#\(index + 1)", kind: kind, detail: verdict, whole: node.range.bytes,
      title: id?.range
        ?? SourceRange(
          file: node.range.file, bytes: node.range.bytes.lowerBound..<node.range.bytes.lowerBound),
      children: [])
  }

  private static func verdict(_ node: Node) -> String { node.string ?? node.members?.first?.key ?? "" }

  private static func cases(_ root: Node) -> [Symbol] {
    (root.members ?? []).flatMap { member -> [Symbol] in
      switch member.key {
      case "cases": return elements(member.value, "name", .method) { _ in "" }
      case "errors", "expectations": return [section(member, .object, members(member.value, .object))]
      default: return [section(member, .field, [])]
      }
    }
  }

  private static func elements(_ list: Node, _ key: String, _ kind: Kind, detail: (Node) -> String)
    -> [Symbol]
  {
    (list.elements ?? []).compactMap { element in
      guard let title = element[key], let name = title.string, !name.isEmpty else { return nil }
      return Symbol(
        name: name, kind: kind, detail: detail(element), whole: element.range.bytes, title: title.range,
        children: [])
    }
  }

  private static func members(_ node: Node, _ kind: Kind) -> [Symbol] {
    (node.members ?? []).map { section($0, kind, []) }
  }

  private static func section(_ member: Node.Member, _ kind: Kind, _ children: [Symbol], detail: String = "")
    -> Symbol
  {
    let (key, value) = (member.keyRange.bytes, member.value.range.bytes)
    return Symbol(
      name: member.key.isEmpty ? "“”" : member.key, kind: kind, detail: detail,
      whole: key.lowerBound..<max(key.upperBound, value.upperBound), title: member.keyRange,
      children: children)
  }

  private static func tree(_ symbol: Symbol, _ snapshot: Snapshot) -> Node {
    let file = symbol.title.file
    // The title lies inside, which clients insist on, even if it is the value of an alias.
    let whole =
      min(
        symbol.whole.lowerBound, symbol.title.bytes.lowerBound)..<max(
        symbol.whole.upperBound, symbol.title.bytes.upperBound)
    var members: [(key: String, value: Node)] = [
      ("name", .made(symbol.name)), ("kind", .made(symbol.kind.rawValue)),
      ("range", snapshot.node(whole, in: file)),
      ("selectionRange", snapshot.client.encoding.range(of: symbol.title)),
    ]
    if !symbol.detail.isEmpty { members.append(("detail", .made(symbol.detail))) }
    if !symbol.children.isEmpty {
      members.append(("children", .made(symbol.children.map { tree($0, snapshot) })))
    }
    return .made(members)
  }

  private static func flat(_ symbols: [Symbol], _ container: String?, _ uri: String, _ snapshot: Snapshot)
    -> [Node]
  {
    symbols.flatMap { symbol -> [Node] in
      var members: [(key: String, value: Node)] = [
        ("name", .made(symbol.name)), ("kind", .made(symbol.kind.rawValue)),
        (
          "location",
          .made([("uri", .made(uri)), ("range", snapshot.node(symbol.whole, in: symbol.title.file))])
        ),
      ]
      if let container { members.append(("containerName", .made(container))) }
      return [.made(members)] + flat(symbol.children, symbol.name, uri, snapshot)
    }
  }
}
