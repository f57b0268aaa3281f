internal import JSONRPC
internal import Edits
internal import Bytes
internal import Source
internal import Suites

/// The suite to which a new case of a rule file is added.
struct SuiteOfRules {
  private let identity: String
  private let bytes: [UInt8]?

  /// The first suite of the configuration that tests the rules, or else any that does, or else a new one beside them.
  init(_ rules: String, _ snapshot: Snapshot) {
    let known = snapshot.suites(testing: rules)
    let stem = rules.lastIndex(of: ".").map { String(rules[..<$0]) } ?? rules
    let beside = "\(stem).test.yaml"
    identity = known.first ?? beside
    bytes = try? snapshot.texts.bytes(of: identity)
  }

  struct Addition {
    let edit: Node
    /// The text of the case.
    let text: String
    /// Where it is, for `window/showDocument`.
    let place: Node
  }

  func adding(_ recorded: RecordedCase, _ snapshot: Snapshot) throws(ResponseError) -> Addition {
    let uri = snapshot.uri(of: identity)
    guard let bytes, !bytes.isEmpty else {
      guard snapshot.client.createsFiles || bytes != nil || !snapshot.client.appliesEdits else {
        throw ResponseError(
          .requestFailed,
          "No suite tests these rules, and the editor can't create one. Create \(PathText.name(of: identity)) and try again."
        )
      }
      return try whole(recorded, uri, snapshot)
    }
    let file = SourceFile(name: identity, bytes: bytes)
    var diagnostics = Diagnostics()
    let limits = snapshot.texts.limits
    let root = SourceReader(limits: limits).read(name: identity, bytes: bytes, into: &diagnostics).node
    guard let root, root.members != nil, !diagnostics.hasErrors else {
      let finding = diagnostics.sorted.first
      throw ResponseError(
        .requestFailed,
        "\(PathText.name(of: identity)) can't be read\(finding.map { ": line \($0.range.start.line): \($0.message)" } ?? ".")"
      )
    }
    let cases = root["cases"]?.elements ?? []
    let names = Set(cases.compactMap { $0["name"]?.string })
    let text = try Self.yaml(recorded.json(unlike: names), limits)
    guard let insertion = Self.insertion(of: text, into: root, file),
      Self.count(insertion, file, limits) == cases.count + 1
    else {
      throw ResponseError(
        .requestFailed,
        "The case can't be added to \(PathText.name(of: identity)) by itself. Add it by hand:\n\(text)")
    }
    // Behind the line break or blank line with which it begins.
    let line =
      file.position(of: insertion.range.lowerBound).line - 1
      + insertion.replacement.prefix { $0 == 0x0A }.count
    return Addition(
      edit: snapshot.workspaceEdit([(file, [insertion])]), text: text, place: Self.place(uri, line: line))
  }

  /// A place of a file, for `window/showDocument`.
  static func place(_ uri: String, line: Int) -> Node {
    let start = Position(line: line, character: 0).node
    return .made([
      ("uri", .made(uri)), ("takeFocus", .made(true)),
      ("selection", .made([("start", start), ("end", start)])),
    ])
  }

  /// A new suite.
  private func whole(_ recorded: RecordedCase, _ uri: String, _ snapshot: Snapshot) throws(ResponseError)
    -> Addition
  {
    let text = try Self.yaml(recorded.json(unlike: []), snapshot.texts.limits)
    let start = Position(line: 0, character: 0).node
    let edit: Node = .made([
      ("range", .made([("start", start), ("end", start)])),
      ("newText", .made("version: 1\ncases:\n\(text)")),
    ])
    let version = snapshot.documents[uri]?.version.map { Node.made($0) } ?? .null
    let change: Node = .made([
      ("textDocument", .made([("uri", .made(uri)), ("version", version)])), ("edits", .made([edit])),
    ])
    var changes = [change]
    if bytes == nil {
      let options: Node = .made([("ignoreIfExists", .made(true))])
      changes.insert(.made([("kind", .made("create")), ("uri", .made(uri)), ("options", options)]), at: 0)
    }
    let whole: Node =
      snapshot.client.hasDocumentChanges
      ? .made([("documentChanges", .made(changes))]) : .made([("changes", .made([(uri, .made([edit]))]))])
    return Addition(edit: whole, text: text, place: Self.place(uri, line: 2))
  }

  /// The case as an element of a list that is indented by two spaces.
  private static func yaml(_ json: String, _ limits: Limits) throws(ResponseError) -> String {
    let suite = "{\"version\":1,\"cases\":[\(json)]}"
    let text = Converter(limits: limits).convert(name: "new.test.json", bytes: Array(suite.utf8)).text
    guard let text, let start = text.firstRange(of: "\ncases:\n") else {
      throw ResponseError(.requestFailed, "The record can't be written as YAML.")
    }
    return String(text[start.upperBound...])
  }

  /// The insertion of a case after the last one.
  private static func insertion(of text: String, into root: Node, _ file: SourceFile) -> SourceEdit? {
    guard let member = root.members?.first(where: { $0.key == "cases" }), !member.value.isNull else {
      let isAtLineStart = file.bytes.last == 0x0A
      return SourceEdit(
        file.bytes.count..<file.bytes.count,
        "\(isAtLineStart ? "" : "\n")\(root["cases"] == nil ? "cases:\n" : "")\(text)")
    }
    return ListEnd.adding(text, to: member.value, file)
  }

  /// The cases after the edit; nil if the text can't be read then.
  private static func count(_ edit: SourceEdit, _ file: SourceFile, _ limits: Limits) -> Int? {
    let text = EditRound([edit], in: file.bytes).text
    var diagnostics = Diagnostics()
    let root = SourceReader(limits: limits).read(name: file.name, bytes: text, into: &diagnostics).node
    return diagnostics.hasErrors ? nil : root?["cases"]?.elements?.count
  }
}
