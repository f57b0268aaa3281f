internal import Checks
internal import Edits
internal import RuleEngine

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
        ("title", .made(title(of: fix))),
        ("kind", .made("quickfix")),
        ("diagnostics", .made([snapshot.node(finding)])),
        ("isPreferred", .made(fixable.count == 1)),
        ("edit", snapshot.workspaceEdit([(fix.range.file, [edit])])),
      ])
    }
  }

  /// Whether the request asks for actions of a kind: it or one of the kinds above it.
  static func wants(_ kind: String, _ params: Params) -> Bool {
    guard let only = params.optional("context")["only"]?.elements else { return true }
    return only.contains { $0.text == kind || kind.hasPrefix("\($0.text).") || $0.text.isEmpty }
  }

  /// The action that applies all safe fixes to the document, as `errctl validate --fix` would; nil if there is none.
  static func fixAll(
    _ document: Document,
    _ snapshot: Snapshot,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> Node? {
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
        let reading = snapshot.checker.read(
          unit,
          snapshot.texts,
          roots: roots,
          isWanted: true
        ) { states[$0]?.reading ?? UnitReading() }
        var state = UnitState(reading, generation: 0, earlier: nil)
        if reading.needsProofs, !reading.isSkipped, !isCancelled() {
          let proofs = snapshot.checker.prove(
            unit,
            reading,
            snapshot.texts,
            roots: roots,
            isCancelled: isCancelled
          )
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

  private static func title(of fix: Patch) -> String {
    let old = fix.range.text
    let isShort = { (text: String) in text.count <= 40 && !text.contains("\n") }
    if fix.replacement.isEmpty { return isShort(old) ? "Remove “\(old)”" : "Remove this" }
    guard isShort(fix.replacement) else { return "Fix this" }
    if old.isEmpty { return "Insert “\(fix.replacement)”" }
    return isShort(old) ? "Change “\(old)” to “\(fix.replacement)”" : "Replace this by “\(fix.replacement)”"
  }
}
