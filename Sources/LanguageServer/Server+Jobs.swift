internal import RuleEngine

extension Server {
  /// The next job to run; nil if there is none, or if one is running. Its outcome goes to ``receive(_:)-(Job.Outcome)``.
  ///
  /// - Parameter isQuiet: nothing was typed for a moment, so that proofs are worth their time.
  package mutating func nextJob(isQuiet: Bool) -> Job? {
    guard running == nil, phase == .running, isSettled else { return nil }
    running = requested.isEmpty ? indexing() ?? (isQuiet ? proving() : nil) : requested.removeFirst()
    return running
  }

  /// Whether a job waits for a quiet moment.
  package var hasProofs: Bool {
    running == nil && phase == .running && snapshot.units.values.contains { $0.proofs == nil }
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
    // First what is in front of the user.
    let next = open.min { left, right in
      let (isLeftOpen, isRightOpen) = (
        snapshot.isOpen(left.key.identity), snapshot.isOpen(right.key.identity)
      )
      return isLeftOpen != isRightOpen ? isLeftOpen : left.key < right.key
    }
    guard let (unit, state) = next else { return nil }
    let (checker, texts, roots) = (snapshot.checker, snapshot.texts, snapshot.roots.map { $0.identity })
    return Job(.proofs(unit, generation: state.generation)) { cancellation in
      let findings = checker.prove(unit, state.reading, texts, roots: roots) { cancellation.isCancelled }
      return .proofs(unit, generation: state.generation, findings)
    }
  }

  /// Adds a job that answers a request.
  mutating func request(
    _ id: RequestID,
    about uri: String,
    _ work: @escaping @Sendable (Cancellation) -> Result<Node, ResponseError>
  ) {
    requested.append(Job(.answer(id, uri: uri)) { .answer(id, work($0)) })
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

  mutating func codeActions(_ id: RequestID, _ params: Params) throws(ResponseError) -> [Outgoing] {
    let fixes = try CodeActions.quickFixes(params, snapshot)
    let document = try snapshot.document(params)
    // Asked for by name, it is worth a look at all findings; in a menu it appears with the fixes.
    let isNamed = params.optional("context").has("only")
    guard CodeActions.wants(CodeActions.fixAll, params), isNamed || !fixes.isEmpty else {
      return [.result(id, .made(fixes))]
    }
    let snapshot = snapshot
    request(id, about: document.uri) { cancellation in
      let all = CodeActions.fixAll(document, snapshot) { cancellation.isCancelled }
      return .success(.made(fixes + [all].compactMap { $0 }))
    }
    return []
  }
}
