internal import JSONRPC
internal import Edits
internal import Source

/// `textDocument/definition`, `references`, `documentHighlight`, `prepareRename` and `rename`: a name wherever it is written.
enum Names {
  private static func find(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> (
    use: NameUse, search: NameSearch, document: Document
  )? {
    let document = try snapshot.document(params)
    let position = try Position(params.params("position"))
    let offset = snapshot.client.encoding.offset(of: position, in: document.file)
    let search = NameSearch(snapshot)
    return search.use(at: offset, in: document.file.name).map { ($0, search, document) }
  }

  static func definition(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    if let file = try namedFile(params, snapshot) { return .made([file]) }
    guard let (use, search, document) = try find(params, snapshot) else { return .null }
    let found = search.declarations(of: use, in: document.file.name)
    return .made(found.map { snapshot.place($0.range) })
  }

  /// The file that a path under `imports`, `rules` or `stream` leads to.
  private static func namedFile(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node? {
    let document = try snapshot.document(params)
    let position = try Position(params.params("position"))
    let offset = snapshot.client.encoding.offset(of: position, in: document.file)
    let identity = document.file.name
    guard identity.hasPrefix("/") else { return nil }
    let files = NamedFiles(snapshot.texts)
    guard let root = files.file(identity)?.root else { return nil }
    let keys = DocumentKind(name: identity) == .suite ? ["rules", "stream"] : ["imports"]
    let paths = keys.compactMap { root[$0] }.flatMap { $0.elements ?? [$0] }
    guard let node = paths.first(where: { $0.string != nil && $0.range.bytes.contains(offset) }) else {
      return nil
    }
    let path = PathText.joined(PathText.folder(of: identity), node.string ?? "")
    let target = snapshot.texts.identity(of: path)
    guard snapshot.texts.exists(target) else { return nil }
    let start = Position(line: 0, character: 0).node
    return .made([
      ("uri", .made(snapshot.uri(of: target))), ("range", .made([("start", start), ("end", start)])),
    ])
  }

  static func references(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    guard let (use, search, document) = try find(params, snapshot) else { return .null }
    let withDeclarations = params.optional("context").flag("includeDeclaration") ?? true
    let found = search.occurrences(of: use, in: document.file.name)
    return .made(found.all.filter { withDeclarations || !$0.isDeclaration }.map { snapshot.place($0.range) })
  }

  static func highlights(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    guard let (use, search, document) = try find(params, snapshot) else { return .null }
    let found = search.occurrences(of: use, in: document.file.name)
    let own = found.all.filter { $0.range.file.name == document.file.name }
    return .made(
      own.map { other in
        .made([
          ("range", snapshot.client.encoding.range(of: other.range)),
          ("kind", .made(other.isDeclaration ? 3 : 2)),
        ])
      }
    )
  }

  static func prepareRename(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    guard let (use, search, document) = try find(params, snapshot) else { return .null }
    let found = search.occurrences(of: use, in: document.file.name)
    try checkMayRename(use, found)
    return .made([
      ("range", snapshot.client.encoding.range(of: use.range)), ("placeholder", .made(use.name)),
    ])
  }

  static func rename(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let name = try params.text("newName")
    guard let (use, search, document) = try find(params, snapshot) else {
      throw ResponseError(.requestFailed, "There is no name here that a rule file declares.")
    }
    let found = search.occurrences(of: use, in: document.file.name)
    try checkMayRename(use, found)
    guard name != use.name else { return snapshot.workspaceEdit([]) }
    try check(name, use.kind)
    guard !found.tables.contains(where: { $0.declares(name, like: use) }) else {
      throw ResponseError(.requestFailed, "There is already a name “\(name)” of this kind. Choose another.")
    }
    var edits: [String: (file: SourceFile, edits: [SourceEdit])] = [:]
    for other in found.all {
      let file = other.range.file
      edits[file.name, default: (file, [])].edits.append(SourceEdit(other.range.bytes, name))
    }
    return snapshot.workspaceEdit(edits.sorted { $0.key < $1.key }.map { $0.value })
  }

  private static func checkMayRename(_ use: NameUse, _ found: NameSearch.Occurrences) throws(ResponseError) {
    let reason: String
    switch use.kind {
    case .action, .type: reason = "The app gives “\(use.name)” its meaning"
    case .code where found.declarations.isEmpty: reason = "“\(use.name)” is not declared under “codes”"
    default:
      guard found.declarations.isEmpty else { return }
      reason = "“\(use.name)” is declared nowhere"
    }
    throw ResponseError(.requestFailed, "\(reason), so it can't be renamed here.")
  }

  /// A name that means the same with and without quotes.
  private static func check(_ name: String, _ kind: NameUse.Kind) throws(ResponseError) {
    let words = ["null", "true", "false", "yes", "no", "on", "off", "none"]
    let first = name.unicodeScalars.first
    let isPlain =
      (first.map { $0.properties.isAlphabetic || $0 == "_" } ?? false) && name.last != "."
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "-" || $0 == "."
      }
    guard isPlain, !words.contains(name.lowercased()) else {
      throw ResponseError(
        .requestFailed,
        "“\(name)” is not a name. Write letters, digits, “-”, “_” and “.”, beginning with a letter.")
    }
  }
}
