internal import Engine
internal import JSONRPC
internal import Checks
internal import Edits
internal import Source

/// `textDocument/codeAction`: the fixes of findings, each by itself and all of them together.
enum CodeActions {
  static let fixAll = "source.fixAll.errctl"

  /// The fixes of the findings at a range.
  static func quickFixes(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> [Node] {
    let document = try snapshot.document(params)
    guard wants("quickfix", params) else { return [] }
    let range = try params.params("range")
    let encoding = snapshot.client.encoding
    let start = encoding.offset(of: try Position(range.params("start")), in: document.file)
    let end = encoding.offset(of: try Position(range.params("end")), in: document.file)
    let findings = Publication.findings(of: snapshot.units)[document.file.name] ?? []
    let near = findings.filter { finding in
      finding.range.file.bytes == document.file.bytes && finding.range.bytes.lowerBound <= max(start, end)
        && finding.range.bytes.upperBound >= min(start, end)
    }
    let fixable = near.filter { $0.fix != nil }
    return fixable.compactMap { finding in
      guard let fix = finding.fix else { return nil }
      let edit = SourceEdit(fix.range.bytes, fix.replacement)
      return .made([
        ("title", .made(fix.title)),
        ("kind", .made("quickfix")),
        ("diagnostics", .made([snapshot.node(finding)])),
        ("isPreferred", .made(fixable.count == 1)),
        ("edit", snapshot.workspaceEdit([(fix.range.file, [edit])])),
      ])
    }
  }

  /// The commands for the rule at a range, for clients without code lenses. They are in the way where a client looks for
  /// actions by itself, to show that there are some.
  static func commands(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> [Node] {
    let document = try snapshot.document(params)
    let isInvoked = (try? params.optional("context").integer("triggerKind")) != 2
    guard isInvoked, DocumentKind(name: document.file.name) == .rules, snapshot.isOurs(document) else {
      return []
    }
    let start = try Position(params.params("range").params("start"))
    let offset = snapshot.client.encoding.offset(of: start, in: document.file)
    let unit = snapshot.units[Unit(kind: .rules, identity: document.file.name)]?.reading
    var found: [Node] = []
    func add(_ title: String, _ name: CommandName, _ arguments: [(String, Node)]) {
      let command = CommandName.command(name, arguments)
      let node: Node = .made([
        ("title", .made(title)), ("command", .made(command.name)), ("arguments", command.arguments),
      ])
      found.append(
        snapshot.client.hasCodeActions ? .made([("title", .made(title)), ("command", node)]) : node)
    }
    if let (rules, rule) = snapshot.rule(at: offset, in: document.file.name) {
      let arguments: [(String, Node)] = [
        ("uri", .made(snapshot.uri(of: rules))), ("rule", .made(rule)),
      ]
      let hasSample = snapshot.units[Unit(kind: .rules, identity: rules)]?.reading.sample != nil
      if hasSample { add("Explain a record under \(rule)", .explain, arguments) }
      add("Run the tests of \(rule)", .runTests, arguments)
      if hasSample { add("Write a test of \(rule) from a record", .writeTest, arguments) }
    }
    if unit?.compilation?.chain != nil {
      let uri: (String, Node) = ("uri", .made(document.uri))
      add("Show what changes against the saved file", .changes, [uri])
      add("Show what changes against HEAD", .changes, [uri, ("from", .made("HEAD"))])
      let counts = snapshot.units[Unit(kind: .rules, identity: document.file.name)]?.counts
      if let unhandled = counts?.entries.first(where: { $0.isUnhandled }) {
        add("Draft rules for \(unhandled.title)", .draftRules, [uri])
      }
    }
    return found
  }

  /// Whether the request asks for actions of a kind: it or one of the kinds above it.
  static func wants(_ kind: String, _ params: Params) -> Bool {
    guard let only = params.optional("context")["only"]?.elements else { return true }
    return only.contains { $0.text == kind || kind.hasPrefix("\($0.text).") || $0.text.isEmpty }
  }

  /// The action that applies all safe fixes to the document, as `errctl validate --fix` would; nil if there is none.
  static func fixAll(_ document: Document, _ snapshot: Snapshot, isCancelled: @escaping @Sendable () -> Bool)
    -> Node?
  {
    let name = document.file.name
    let units = snapshot.units.filter { $0.value.reading.reads.contains(name) }.keys.sorted()
    let roots = snapshot.roots.map { $0.identity }
    let rounds = FixRounds(mayChange: { $0 == name }) { changed -> [Diagnostic] in
      var snapshot = snapshot
      if let text = changed[name] {
        snapshot.texts.set(SourceFile(name: name, bytes: text), at: name)
      }
      var states: [Unit: UnitState] = [:]
      for unit in units {
        let reading = snapshot.checker.read(unit, snapshot.texts, roots: roots, isWanted: true) {
          states[$0]?.reading ?? UnitReading()
        }
        var state = UnitState(reading, generation: 0, earlier: nil)
        if reading.needsProofs, !reading.isSkipped, !isCancelled() {
          let proofs = snapshot.checker.prove(
            unit, reading, snapshot.texts, roots: roots, isCancelled: isCancelled)
          if let proofs { state.prove(proofs) }
        }
        states[unit] = state
      }
      return Publication.findings(of: states)[name] ?? []
    }
    guard let text = rounds.changed[name], text != document.file.bytes, !isCancelled() else { return nil }
    let edits = SourceEdit.changes(from: document.file.bytes, to: text)
    return .made([
      ("title", .made("Fix all safe findings of errctl")),
      ("kind", .made(fixAll)),
      ("edit", snapshot.workspaceEdit([(document.file, edits)])),
    ])
  }
}
