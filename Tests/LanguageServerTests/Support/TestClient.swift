import JSONRPC
import LanguageServer
import Policies
import RuleEngine
import Source

/// A client that talks to a server in the same thread, with JSON as on the wire.
final class TestClient {
  let files: TestFiles
  private(set) var server: Server
  /// What the server sent, in order, without answers.
  private(set) var sent: [Node] = []
  private var answers: [String: Node] = [:]
  private var lastID = 0
  private static let registry: Registry = {
    var registry = Registry(plugins: [BuiltIn()])
    registry.policyFormats = BuiltInPolicies.all
    return registry
  }()
  private var versions: [String: Int] = [:]

  init(
    _ texts: [String: String] = [:],
    root: String? = "/w",
    capabilities: String = "{}",
    options: String = "null",
    isBesideYAMLServer: Bool = false
  ) {
    files = TestFiles(texts)
    server = Server(
      files: files,
      registry: Self.registry,
      version: "test",
      isBesideYAMLServer: isBesideYAMLServer
    )
    let folders = root.map { #"[{"uri": "file://\#($0)", "name": "w"}]"# } ?? "null"
    request(
      "initialize",
      #"{"processId": null, "capabilities": \#(capabilities), "initializationOptions": \#(options), "workspaceFolders": \#(folders)}"#
    )
    notify("initialized")
  }

  /// Not yet initialized.
  init(raw files: TestFiles) {
    self.files = files
    server = Server(files: files, registry: Self.registry, version: "test")
  }

  /// Sends a message as bytes.
  func send(_ text: String) { take(receive(text)) }

  func receive(_ text: String) -> [Outgoing] { server.receive(Message(Array(text.utf8))) }

  func notify(_ method: String, _ params: String = "{}") {
    send(#"{"jsonrpc": "2.0", "method": "\#(method)", "params": \#(params)}"#)
  }

  @discardableResult
  func request(_ method: String, _ params: String = "{}") -> String {
    lastID += 1
    send(#"{"jsonrpc": "2.0", "id": \#(lastID), "method": "\#(method)", "params": \#(params)}"#)
    return "\(lastID)"
  }

  /// The answer to a request: its result or its error.
  func answer(_ method: String, _ params: String = "{}") -> Node? {
    let id = request(method, params)
    if answers[id] == nil { finish() }
    return answers[id]
  }

  func answer(to id: String) -> Node? { answers[id] }

  /// What is known at once.
  func settle() { take(server.settle()) }

  /// Also everything that takes longer.
  func finish() {
    settle()
    while let job = server.nextJob(isQuiet: true) {
      take(server.receive(job.run()))
      settle()
    }
  }

  func take(_ messages: [Outgoing]) {
    for message in messages {
      let node = Node.made(json: JSONWriter.line(message.node)) ?? .null
      if let id = node["id"], node["method"] == nil {
        answers[id.text] = node["result"] ?? node["error"]
      } else {
        sent.append(node)
      }
    }
  }

  func open(_ path: String, _ text: String) {
    versions[path] = 1
    notify(
      "textDocument/didOpen",
      #"{"textDocument": {"uri": "\#(FileURI.uri(of: path))", "languageId": "yaml", "version": 1, "text": \#(text.json)}}"#
    )
  }

  func open(_ path: String) { open(path, files.texts[path] ?? "") }

  func close(_ path: String) {
    notify("textDocument/didClose", #"{"textDocument": {"uri": "\#(FileURI.uri(of: path))"}}"#)
  }

  func change(_ path: String, _ changes: String) {
    versions[path, default: 1] += 1
    notify(
      "textDocument/didChange",
      #"{"textDocument": {"uri": "\#(FileURI.uri(of: path))", "version": \#(versions[path] ?? 0)}, "contentChanges": \#(changes)}"#
    )
  }

  func replace(_ path: String, by text: String) { change(path, #"[{"text": \#(text.json)}]"#) }

  /// Replaces the first occurrence of a text, as an editor would.
  func edit(_ path: String, _ old: String, _ new: String) {
    let text = self.text(path)
    guard let found = text.firstRange(of: old) else { return }
    let before = text[..<found.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    let through = text[..<found.upperBound].split(separator: "\n", omittingEmptySubsequences: false)
    func place(_ lines: [Substring]) -> String {
      #"{"line": \#(lines.count - 1), "character": \#(lines.last?.utf16.count ?? 0)}"#
    }
    change(
      path,
      #"[{"range": {"start": \#(place(before)), "end": \#(place(through))}, "text": \#(new.json)}]"#
    )
  }

  /// The place of the first occurrence of a text.
  func place(_ path: String, _ text: String) -> (line: Int, character: Int) {
    let whole = self.text(path)
    guard let found = whole.firstRange(of: text) else { return (-1, -1) }
    let before = whole[..<found.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    return (before.count - 1, before.last?.utf16.count ?? 0)
  }

  /// Applies a workspace edit to open documents.
  func apply(_ edit: Node?) {
    for member in edit?["changes"]?.members ?? [] {
      guard let path = FileURI.path(of: member.key) else { continue }
      let edits = (member.value.elements ?? []).sorted { left, right in
        func place(_ node: Node) -> (Int, Int) {
          (
            Int(node["range", "start", "line"]?.text ?? "") ?? 0,
            Int(node["range", "start", "character"]?.text ?? "") ?? 0
          )
        }
        return place(left) > place(right)
      }
      guard server.snapshot.documents[member.key] != nil else {
        for edit in edits { changeOnDisk(path, edit) }
        continue
      }
      for edit in edits {
        change(
          path,
          "[\(JSONWriter.line(.made([("range", edit["range"] ?? .null), ("text", edit["newText"] ?? .null)])))]"
        )
      }
    }
  }

  private func changeOnDisk(_ path: String, _ edit: Node) {
    let file = SourceFile(name: path, text: files.texts[path] ?? "")
    func offset(_ end: String) -> Int {
      let place = edit["range", end]
      let position = Position(
        line: Int(place?["line"]?.text ?? "") ?? 0,
        character: Int(place?["character"]?.text ?? "") ?? 0
      )
      return PositionEncoding.utf16.offset(of: position, in: file)
    }
    var bytes = file.bytes
    bytes.replaceSubrange(offset("start")..<offset("end"), with: (edit["newText"]?.text ?? "").utf8)
    files.texts[path] = String(decoding: bytes, as: UTF8.self)
    notify(
      "workspace/didChangeWatchedFiles",
      #"{"changes": [{"uri": "\#(FileURI.uri(of: path))", "type": 2}]}"#
    )
  }

  func text(_ path: String) -> String {
    let document = server.snapshot.documents[FileURI.uri(of: path)]
    return String(decoding: document?.file.bytes ?? [], as: UTF8.self)
  }

  /// The diagnostics of a file that were published last.
  func diagnostics(_ path: String) -> [Node] {
    let uri = FileURI.uri(of: path)
    let last = sent.last {
      $0["method"]?.text == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.text == uri
    }
    return last?["params"]?["diagnostics"]?.elements ?? []
  }

  /// Their codes with their lines, from 1.
  func codes(_ path: String) -> [String] {
    diagnostics(path).map { node in
      "\(node["code"]?.text ?? "") \((node["range"]?["start"]?["line"]?.text).flatMap { Int($0) }.map { $0 + 1 } ?? 0)"
    }
  }
}

extension Node {
  /// A member at a path of keys and indices.
  subscript(path: String...) -> Node? {
    var node: Node? = self
    for key in path {
      if let index = Int(key), let elements = node?.elements {
        node = index < elements.count ? elements[index] : nil
      } else {
        node = node?.members?.first { $0.key == key }?.value
      }
    }
    return node
  }
}
