internal import JSONRPC
internal import Source

/// `textDocument/codeLens`: above a rule what the sample stream's errors make of it, above a suite and its cases “run”.
enum CodeLenses {
  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    switch DocumentKind(name: document.file.name) {
    case .rules?: return .made(counts(document, snapshot))
    case .suite?: return .made(cases(document, snapshot))
    case .mapping?, .configuration?, nil: return .made([Node]())
    }
  }

  /// The counts of the rule set that the file is a part of.
  private static func counts(_ document: Document, _ snapshot: Snapshot) -> [Node] {
    let identity = document.file.name
    for unit in snapshot.units.keys.sorted(by: { snapshot.isSooner($0, $1) }) {
      guard let counts = snapshot.units[unit]?.counts else { continue }
      let own = counts.entries.filter { $0.anchor.file.name == identity }
      guard !own.isEmpty else { continue }
      let uri = snapshot.uri(of: unit.identity)
      return own.filter { !$0.isUnhandled || identity == unit.identity }.map { entry in
        if entry.isUnhandled {
          return lens(
            "\(entry.title) · draft rules", CommandName.draftRules(uri), entry.anchor.bytes, document,
            snapshot)
        }
        guard let rule = entry.rule, entry.isExplained else {
          return lens(entry.title, nil, entry.anchor.bytes, document, snapshot)
        }
        let command = CommandName.explain([("uri", .made(uri)), ("rule", .made(rule))])
        return lens("\(entry.title) · explain", command, entry.anchor.bytes, document, snapshot)
      }
    }
    return []
  }

  private static func cases(_ document: Document, _ snapshot: Snapshot) -> [Node] {
    guard let root = NamedFiles(snapshot.texts).file(document.file.name)?.root, root.members != nil else {
      return []
    }
    let uri: (String, Node) = ("uri", .made(document.uri))
    let all = lens("run", CommandName.runTests([uri]), 0..<0, document, snapshot)
    let cases = (root["cases"]?.elements ?? []).compactMap { element -> Node? in
      guard let name = element["name"]?.string, element.range.file.bytes == document.file.bytes else {
        return nil
      }
      let command = CommandName.runTests([uri, ("case", .made(name))])
      return lens("run", command, element.range.bytes, document, snapshot)
    }
    return [all] + cases
  }

  /// A lens; without a command, it only shows its title.
  private static func lens(
    _ title: String, _ command: (name: String, arguments: Node)?, _ place: Range<Int>, _ document: Document,
    _ snapshot: Snapshot
  ) -> Node {
    let start = place.lowerBound..<place.lowerBound
    let command: Node = .made([
      ("title", .made(title)), ("command", .made(command?.name ?? "")),
      ("arguments", command?.arguments ?? .made([Node]())),
    ])
    return .made([("range", snapshot.node(start, in: document.file)), ("command", command)])
  }
}
