internal import Engine
internal import Bytes
internal import Edits
internal import JSONRPC
internal import LanguageServer
internal import Records
internal import Source

/// The files of a page as it last read or wrote them, so that nobody else's change is overwritten.
final class SavedFiles: Sendable {
  private let workbench: Workbench
  /// The contents by path; nil for a file that does not exist.
  private let known = Lock<[String: [UInt8]?]>([:])

  init(_ workbench: Workbench) { self.workbench = workbench }

  /// The rules with their imports, and the suites that test them; asked for again, as they were read first.
  func opened(_ snapshot: Snapshot) throws(ResponseError) -> Node {
    var listed: [Node] = []
    for path in paths(snapshot) {
      let bytes = contents(of: path)
      guard bytes != nil || path != workbench.rules else {
        throw ResponseError(.requestFailed, "\(PathText.name(of: path)) can't be read.")
      }
      let shown = known.withLock { known -> [UInt8]? in
        if let before = known[path] { return before }
        known[path] = .some(bytes)
        return bytes
      }
      listed.append(node(path, shown, snapshot))
    }
    return .made([
      ("files", .made(listed)),
      ("root", .made(FileURI.uri(of: workbench.files.root))),
      ("streams", .made(workbench.streamNames.map { .made($0) })),
      ("records", .made(workbench.count)),
      ("isWhole", .made(workbench.isWhole)),
      ("bytes", .made(workbench.size)),
      ("zone", .made(workbench.zone.name)),
      ("version", .made(workbench.version)),
    ])
  }

  private func node(_ path: String, _ bytes: [UInt8]?, _ snapshot: Snapshot) -> Node {
    .made([
      ("uri", .made(snapshot.uri(of: path))),
      ("name", .made(name(of: path))),
      ("kind", .made(DocumentKind(name: path) == .suite ? "suite" : "rules")),
      ("exists", .made(bytes != nil)),
      ("text", .made(bytes.map { text(of: $0, path) } ?? "")),
    ])
  }

  private func name(of path: String) -> String {
    let folder = PathText.folder(of: workbench.rules)
    return PathText.isInside(path, folder) ? PathText.relative(path, to: folder) : PathText.name(of: path)
  }

  /// Files that a page may write: the rules, what they import, and suites; first the rules.
  private func paths(_ snapshot: Snapshot) -> [String] {
    var paths = [workbench.rules]
    func add(_ path: String) {
      if !paths.contains(path), workbench.files.admits(path) { paths.append(path) }
    }
    if let rules = try? RuleSetOfFile(workbench.rules, snapshot) {
      for imported in rules.compilation.imports { add(imported.identity) }
    }
    for suite in snapshot.suites(testing: workbench.rules) { add(suite) }
    let stem = workbench.rules.lastIndex(of: ".").map { String(workbench.rules[..<$0]) } ?? workbench.rules
    if paths.allSatisfy({ DocumentKind(name: $0) != .suite }) { add("\(stem).test.yaml") }
    return paths
  }

  private func contents(of path: String) -> [UInt8]? {
    try? workbench.files.read(path, limit: workbench.limits.ruleFileBytes)
  }

  /// The text in UTF-8, with line feeds, as the editor has it.
  private func text(of bytes: [UInt8], _ path: String) -> String {
    var diagnostics = Diagnostics()
    let file = SourceReader(limits: workbench.limits).read(name: path, bytes: bytes, into: &diagnostics).file
    return Self.withoutReturns(String(decoding: file.bytes, as: UTF8.self))
  }

  private static func withoutReturns(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  /// The files that differ from what the page knows of them.
  func changed() -> Node {
    let known = known.withLock { $0 }
    let changed = known.filter { contents(of: $0.key) != $0.value }.keys.sorted()
    return .made(changed.map { .made(FileURI.uri(of: $0)) })
  }

  private func path(_ params: Params) throws(ResponseError) -> String {
    let uri = try params.text("uri")
    guard let path = FileURI.path(of: uri).map({ PathText.plain($0) }),
      known.withLock({ $0[path] != nil })
    else { throw ResponseError(.invalidParams, "\(uri) is not a file of this page.") }
    return path
  }

  /// The file as it is on the disk, which the page knows from now on.
  func reload(_ params: Params) throws(ResponseError) -> Node {
    let path = try path(params)
    let bytes = contents(of: path)
    known.withLock { $0[path] = .some(bytes) }
    return .made([
      ("exists", .made(bytes != nil)), ("text", .made(bytes.map { text(of: $0, path) } ?? "")),
    ])
  }

  /// Writes the text in the editor as `errctl fmt --keep` lays it out, or as it is if it can't be read.
  func save(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let path = try path(params)
    guard let document = snapshot.documents.values.first(where: { $0.file.name == path }), !document.isLost
    else { throw ResponseError(.invalidParams, "The file is not open.") }
    let before = known.withLock { $0[path] ?? nil }
    var text = document.file.bytes
    // The editor has line feeds only.
    if let before, before.contains(UInt8(ascii: "\r")) { text = Self.withReturns(text) }
    let formatted = Formatter(limits: workbench.limits).format(name: path, bytes: text)
    let after = formatted.text ?? text
    guard contents(of: path) == before else {
      throw ResponseError(
        .requestFailed, "\(PathText.name(of: path)) was changed by another program and is left as it is.",
        data: .made([("isChanged", .made(true))]))
    }
    if let reason = workbench.host.write(path, before, after) { throw ResponseError(.requestFailed, reason) }
    known.withLock { $0[path] = .some(contents(of: path)) }
    return .made([
      ("text", .made(Self.withoutReturns(String(decoding: after, as: UTF8.self)))),
      ("isFormatted", .made(formatted.text != nil)),
    ])
  }

  private static func withReturns(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == UInt8(ascii: "\n") ? [UInt8(ascii: "\r"), $0] : [$0] }
  }
}
