package import JSONRPC
internal import Engine
internal import Source

extension Server {
  /// The next job to run; nil if there is none, or if one is running. Its outcome goes to ``receive(_:)-(Job.Outcome)``.
  ///
  /// - Parameter isQuiet: nothing was typed for a moment, so that proofs are worth their time.
  package mutating func nextJob(isQuiet: Bool) -> Job? {
    guard running == nil, phase == .running, isSettled else { return nil }
    guard requested.isEmpty else {
      running = requested.removeFirst()
      return running
    }
    running = indexing() ?? (isQuiet ? proving() ?? counting() ?? lookingForWords() : nil)
    return running
  }

  /// Whether a job waits for a quiet moment.
  package var waitsForQuiet: Bool { running == nil && phase == .running && hasQuietJob }

  var hasQuietJob: Bool {
    snapshot.units.values.contains { $0.proofs == nil } || nextCount != nil || nextWords != nil
  }

  /// The rule file whose sample stream is to be counted next; files that it imports are counted with it.
  private var nextCount: Unit? {
    let counted = snapshot.units.filter { $0.value.needsCounts }
    guard !counted.isEmpty else { return nil }
    let imported = Set(
      snapshot.units.values.filter { $0.reading.sample != nil && $0.reading.compilation?.chain != nil }
        .flatMap { $0.reading.compilation?.imports.map { $0.identity } ?? [] })
    return counted.keys.filter { !imported.contains($0.identity) }.min { snapshot.isSooner($0, $1) }
  }

  /// A stream whose values are not known.
  private var nextWords: SampleSource? {
    let sources = snapshot.units.sorted { $0.key < $1.key }.compactMap { $0.value.reading.sample }
    return sources.first { snapshot.words[$0] == nil }
  }

  private func counting() -> Job? {
    guard let unit = nextCount, let state = snapshot.units[unit], let sample = state.reading.sample,
      let compilation = state.reading.compilation
    else { return nil }
    let texts = snapshot.texts
    return Job(.counts(unit, generation: state.generation)) { cancellation in
      let counts = RuleCounts(compilation, sample, texts) { cancellation.isCancelled }
      return .counts(unit, generation: state.generation, counts)
    }
  }

  private func lookingForWords() -> Job? {
    guard let source = nextWords else { return nil }
    let texts = snapshot.texts
    return Job(.words(source)) { cancellation in
      .words(source, SampleWords(source, texts) { cancellation.isCancelled })
    }
  }

  private func indexing() -> Job? {
    guard !isIndexed else { return nil }
    let (texts, roots) = (snapshot.texts, snapshot.roots.map { $0.identity })
    return Job(.index) { cancellation in
      .index(WorkspaceIndex(roots, texts) { cancellation.isCancelled })
    }
  }

  private func proving() -> Job? {
    let open = snapshot.units.filter { $0.value.proofs == nil }
    guard let unit = open.keys.min(by: { snapshot.isSooner($0, $1) }), let state = open[unit] else {
      return nil
    }
    let (checker, texts, roots) = (snapshot.checker, snapshot.texts, snapshot.roots.map { $0.identity })
    return Job(.proofs(unit, generation: state.generation)) { cancellation in
      let findings = checker.prove(unit, state.reading, texts, roots: roots) { cancellation.isCancelled }
      return .proofs(unit, generation: state.generation, findings)
    }
  }

  /// Adds a job that answers a request.
  mutating func request(
    _ id: RequestID, about uri: String,
    _ work: @escaping @Sendable (Cancellation) -> Result<Node, ResponseError>
  ) {
    request(Job(.answer(id, uri: uri)) { .answer(id, work($0)) })
  }

  mutating func request(_ job: Job) {
    requested.append(job)
    if let running, running.purpose.mayWait { running.cancellation.cancel() }
  }

  /// Takes the outcome of a job.
  package mutating func receive(_ outcome: Job.Outcome) -> [Outgoing] {
    var messages: [Outgoing] = []
    switch outcome {
    case .index(let index):
      guard running?.purpose == .index else { return [] }
      let isCancelled = running?.cancellation.isCancelled ?? true
      running = nil
      if !isCancelled {
        snapshot.index = index
        isIndexed = true
        isSettled = false
      }
    case .proofs(let unit, let generation, let findings):
      guard running?.purpose == .proofs(unit, generation: generation) else { return [] }
      running = nil
      if let findings, snapshot.units[unit]?.generation == generation {
        snapshot.units[unit]?.prove(findings)
        if isSettled { messages = publishAll() }
      }
    case .counts(let unit, let generation, let counts):
      guard running?.purpose == .counts(unit, generation: generation) else { return [] }
      running = nil
      if let counts, snapshot.units[unit]?.generation == generation { messages = take(counts, of: unit) }
    case .words(let source, let words):
      guard running?.purpose == .words(source) else { return [] }
      running = nil
      if let words { snapshot.words[source] = words }
    case .command(let id, let result):
      guard let running, running.isAnswer(to: id) else { return [] }
      self.running = nil
      switch result {
      case .success(let answer): messages = answered(id, answer)
      case .failure(let error): messages = [.error(id, error)]
      }
    case .answer(let id, let result):
      // Cancelled ones are answered.
      guard let running, running.isAnswer(to: id) else { return [] }
      self.running = nil
      switch result {
      case .success(let node): messages = [.result(id, node)]
      case .failure(let error): messages = [.error(id, error)]
      }
    }
    return messages + settle()
  }

  private mutating func take(_ counts: RuleCounts, of unit: Unit) -> [Outgoing] {
    let before = snapshot.units[unit]?.counts
    if let source = snapshot.units[unit]?.reading.sample, let known = snapshot.words[source],
      known.stamps != counts.stamps
    {
      // The files have changed.
      snapshot.words[source] = nil
    }
    snapshot.units[unit]?.count(counts)
    var messages: [Outgoing] = []
    let said = before.flatMap { $0.fault ?? $0.missing }
    if let fault = counts.fault ?? counts.missing, said != fault {
      let outcome = counts.fault == nil ? "lacks a part" : "can't be replayed"
      let text = "The stream of .errctl.yaml \(outcome): \(fault)"
      messages.append(
        .notification(method: "window/showMessage", .made([("type", .made(2)), ("message", .made(text))])))
    }
    let isNew = before.map { !$0.shows(thatOf: counts) } ?? true
    return messages + (isNew ? refreshLenses() : [])
  }

  private mutating func refreshLenses() -> [Outgoing] {
    guard snapshot.client.refreshesLenses else { return [] }
    requestsSent += 1
    return [.request(id: requestsSent, method: "workspace/codeLens/refresh", .null)]
  }

  mutating func codeActions(_ id: RequestID, _ params: Params) throws(ResponseError) -> [Outgoing] {
    let fixes = try CodeActions.quickFixes(params, snapshot)
    let document = try snapshot.document(params)
    // Asked for by name, it is worth a look at all findings; in a menu it appears with the fixes.
    let isNamed = params.optional("context").has("only")
    let commands = try isNamed ? [] : CodeActions.commands(params, snapshot)
    let fixesAll = CodeActions.wants(CodeActions.fixAll, params) && (isNamed || !fixes.isEmpty)
    let simplifies = Simplifications.isWanted(params, document, snapshot)
    guard fixesAll || simplifies else { return [.result(id, .made(fixes + commands))] }
    let snapshot = snapshot
    request(id, about: document.uri) { cancellation in
      var actions = fixes
      if fixesAll, let all = CodeActions.fixAll(document, snapshot, isCancelled: { cancellation.isCancelled })
      {
        actions.append(all)
      }
      do throws(ResponseError) {
        if simplifies {
          actions += try Simplifications.actions(params, document, snapshot) { cancellation.isCancelled }
        }
      } catch {
        return .failure(error)
      }
      return .success(.made(actions + commands))
    }
    return []
  }
}
