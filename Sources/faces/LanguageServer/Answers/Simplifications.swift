internal import Checks
internal import Differences
internal import Edits
internal import Engine
internal import JSONRPC
internal import Source

/// `textDocument/codeAction` for what a rule file could do without: looked for where it is asked for by name, and nowhere else.
enum Simplifications {
  /// All that can be done without.
  static let whole = "source.errctl.simplify"
  /// Each at its place.
  static let single = "refactor.rewrite.errctl"

  /// The steps of a round's proofs: a tenth of those of `errctl validate --simplify`.
  private static let steps = 400_000
  private static let mostRounds = 8

  static func isWanted(_ params: Params, _ document: Document, _ snapshot: Snapshot) -> Bool {
    params.optional("context").has("only")
      && (CodeActions.wants(whole, params) || CodeActions.wants(single, params))
      && DocumentKind(name: document.file.name) == .rules && snapshot.isOurs(document)
      && snapshot.index.importers(of: document.file.name).isEmpty
  }

  static func actions(
    _ params: Params, _ document: Document, _ snapshot: Snapshot, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResponseError) -> [Node] {
    let first = findings(document, nil, snapshot, isCancelled)
    guard !first.isEmpty, !isCancelled() else { return [] }
    var actions: [Node] = []
    if CodeActions.wants(single, params) {
      let lines = try Self.lines(params, document, snapshot)
      for finding in first where finding.isNear(lines) {
        guard let fix = finding.fix else { continue }
        let round = EditRound([SourceEdit(fix.range.bytes, fix.replacement)], in: document.file.bytes)
        actions.append(action("Simplify: \(finding.message)", single, round.text, document, snapshot))
      }
    }
    if CodeActions.wants(whole, params) {
      var rounds = 0
      let fixed = FixRounds(mayChange: { $0 == document.file.name }) { changed -> [Diagnostic] in
        guard let text = changed[document.file.name] else { return first }
        rounds += 1
        return rounds < mostRounds ? findings(document, text, snapshot, isCancelled) : []
      }
      if let text = fixed.changed[document.file.name], !isCancelled() {
        actions.append(action("Simplify the rules, with the same outcomes", whole, text, document, snapshot))
      }
    }
    return actions
  }

  private static func lines(_ params: Params, _ document: Document, _ snapshot: Snapshot)
    throws(ResponseError) -> ClosedRange<Int>
  {
    let range = try params.params("range")
    let places = [try Position(range.params("start")), try Position(range.params("end"))].map {
      document.file.position(of: snapshot.client.encoding.offset(of: $0, in: document.file)).line
    }
    return min(places[0], places[1])...max(places[0], places[1])
  }

  private static func action(
    _ title: String, _ kind: String, _ text: [UInt8], _ document: Document, _ snapshot: Snapshot
  ) -> Node {
    let edits = SourceEdit.changes(from: document.file.bytes, to: text)
    return .made([
      ("title", .made(title)), ("kind", .made(kind)),
      ("edit", snapshot.workspaceEdit([(document.file, edits)])),
    ])
  }

  /// - Parameter text: another text of the document; nil for its own, of which the sample stream's counts are.
  private static func findings(
    _ document: Document, _ text: [UInt8]?, _ snapshot: Snapshot,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> [Diagnostic] {
    let name = document.file.name
    func compile(_ text: [UInt8]) -> Simplifier.Rules? {
      var texts = snapshot.texts
      texts.set(SourceFile(name: name, bytes: text), at: name)
      guard let compilation = snapshot.checker.compile(name, texts, ReadFiles()), !compilation.hasErrors,
        let chain = compilation.chain, let program = compilation.program
      else { return nil }
      return (chain, program)
    }
    guard let rules = compile(text ?? document.file.bytes) else { return [] }
    var options = Simplifier.Options()
    options.steps = steps
    options.isCancelled = isCancelled
    for suite in snapshot.suites(testing: name) {
      var diagnostics = Diagnostics()
      let reader = SourceReader(limits: snapshot.texts.limits)
      let bytes = (try? snapshot.texts.bytes(of: suite)) ?? []
      guard let node = reader.read(name: suite, bytes: bytes, into: &diagnostics).node else { continue }
      options.keepNames(ofSuite: node)
    }
    let configuration = NearestConfiguration.of(name, snapshot.texts, snapshot.checker.codes, ReadFiles()).0
    for gate in configuration.gates.flatMap({ $0.value }) { options.keepNames(ofGate: gate.text) }
    let state = snapshot.units[Unit(kind: .rules, identity: name)]
    if text == nil, state?.hasOwnCounts == true { options.decided = state?.counts?.decided }
    return Simplifier.findings(in: rules, options: options, compile: compile)
  }
}

extension Diagnostic {
  /// Whether it, or a place that belongs to it, is on one of these lines.
  fileprivate func isNear(_ lines: ClosedRange<Int>) -> Bool {
    ([range] + related.map { $0.range }).contains { range in
      guard range.file.name == self.range.file.name else { return false }
      let first = range.file.position(of: range.bytes.lowerBound).line
      let last = range.file.position(of: max(range.bytes.lowerBound, range.bytes.upperBound - 1)).line
      return first <= lines.upperBound && last >= lines.lowerBound
    }
  }
}
