internal import Engine
package import JSONRPC
internal import RuleLanguage
internal import Source

extension Server {
  /// Reads what has changed and publishes what is known of it at once. To be called whenever no message waits.
  package mutating func settle() -> [Outgoing] {
    guard phase == .running, !isSettled else { return answersOfWaiting() }
    isSettled = true
    let wanted = wantedUnits()
    for unit in snapshot.units.keys where !wanted.contains(unit) { snapshot.units[unit] = nil }
    let roots = snapshot.roots.map { $0.identity }
    let stale = wanted.filter { unit in
      guard let state = snapshot.units[unit] else { return true }
      return !state.reading.reads.isDisjoint(with: changed)
    }
    changed = []
    // Suites need the readings of their rules.
    for unit in stale.filter({ $0.kind != .suite }) + stale.filter({ $0.kind == .suite }) {
      generation += 1
      let reading = snapshot.checker.read(
        unit, snapshot.texts, roots: roots, isWanted: snapshot.isOpen(unit.identity)
      ) { snapshot.units[$0]?.reading ?? UnitReading() }
      remember(unit, reading)
      snapshot.units[unit] = UnitState(reading, generation: generation, earlier: snapshot.units[unit])
    }
    switch running?.purpose {
    case .proofs(let unit, let generation)?, .counts(let unit, let generation)?:
      if snapshot.units[unit]?.generation != generation { running?.cancellation.cancel() }
    case .index?, .words?, .answer?, nil: break
    }
    let samples = Set(snapshot.units.values.compactMap { $0.reading.sample })
    for source in snapshot.words.keys where !samples.contains(source) { snapshot.words[source] = nil }
    return publishAll() + answersOfWaiting()
  }

  /// Keeps the value of an open file for the time when it can't be read.
  private mutating func remember(_ unit: Unit, _ reading: UnitReading) {
    guard snapshot.isOpen(unit.identity) else { return }
    let roots = reading.compilation?.program?.roots ?? []
    var root = roots.first { $0.range.file.name == unit.identity }
    if root == nil, let bytes = try? snapshot.texts.bytes(of: unit.identity) {
      var diagnostics = Diagnostics()
      root =
        SourceReader(limits: snapshot.texts.limits)
        .read(name: unit.identity, bytes: bytes, into: &diagnostics).node
    }
    if root == nil, snapshot.lastRoots[unit.identity] == nil {
      root = MendedText.root(of: unit.identity, snapshot.texts)
    }
    if let root, root.members != nil { snapshot.lastRoots[unit.identity] = root }
  }

  /// Open files, the rule files that import them, and the suites of both.
  private func wantedUnits() -> [Unit] {
    var units: Set<Unit> = []
    var rules: Set<String> = []
    for (identity, uri) in snapshot.openURIs {
      guard let kind = DocumentKind(name: identity), snapshot.documents[uri]?.isLost == false else {
        continue
      }
      units.insert(Unit(kind: kind, identity: identity))
      if kind == .rules { rules.formUnion(snapshot.index.importers(of: identity).union([identity])) }
    }
    units.formUnion(rules.map { Unit(kind: .rules, identity: $0) })
    units.formUnion(snapshot.index.suites(testing: rules).map { Unit(kind: .suite, identity: $0) })
    return units.sorted()
  }

  /// Sends what differs from what was sent last: to a client that asks for the findings of open documents only, those of
  /// the other files.
  mutating func publishAll() -> [Outgoing] {
    let client = snapshot.client
    var messages = client.pullsFindings ? refreshPulled() : []
    guard !client.pullsFindings || !client.takesRelatedFindings else { return messages }
    let findings = Publication.findings(of: snapshot.units).filter {
      !client.pullsFindings || !snapshot.isOpen($0.key)
    }
    var gone = published
    for (identity, list) in findings.sorted(by: { $0.key < $1.key }) {
      let (uri, params) = snapshot.publication(of: identity, withoutSchemas(list, in: identity))
      gone[uri] = nil
      messages += publish(uri, params)
    }
    for uri in gone.keys.sorted() {
      let identity = snapshot.documents[uri]?.file.name ?? FileURI.path(of: uri) ?? uri
      var (_, params) = snapshot.publication(of: identity, [])
      if snapshot.documents[uri] == nil {
        params = .made([("uri", .made(uri)), ("diagnostics", .made([Node]()))])
      }
      messages += publish(uri, params)
      if snapshot.documents[uri] == nil { published[uri] = nil }
    }
    return messages
  }

  /// Whether yaml-language-server tells what the schema says of a file.
  func isSchemaLeft(in file: SourceFile) -> Bool {
    isBesideYAMLServer && !file.name.lowercased().hasSuffix(".json") && SchemaComment.exists(in: file)
  }

  func withoutSchemas(_ findings: [Diagnostic], in identity: String) -> [Diagnostic] {
    guard let file = findings.first(where: { $0.severity == .error })?.range.file, isSchemaLeft(in: file),
      let kind = DocumentKind(name: identity), let schema = schemas.places.root(of: kind)
    else { return findings }
    var diagnostics = Diagnostics()
    let root = SourceReader(limits: snapshot.texts.limits)
      .read(name: identity, bytes: file.bytes, into: &diagnostics).node
    let said = SaidBySchema(document: root, schema: schema)
    return findings.filter { !said.contains($0) }
  }

  private mutating func publish(_ uri: String, _ params: Node) -> [Outgoing] {
    let text = JSONWriter.line(params)
    guard published[uri] != text else { return [] }
    published[uri] = text
    return [.notification(method: "textDocument/publishDiagnostics", params)]
  }

  func answersOfWaitingAreDue() -> Bool {
    guard isSettled, isIndexed, running == nil, requested.isEmpty else { return false }
    return !hasQuietJob
  }

  mutating func answersOfWaiting() -> [Outgoing] {
    guard !waiting.isEmpty, answersOfWaitingAreDue() else { return [] }
    defer { waiting = [] }
    return waiting.map { .result($0, .null) }
  }
}
