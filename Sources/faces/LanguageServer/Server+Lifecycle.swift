package import JSONRPC
internal import Source

extension Server {
  mutating func start(_ params: Params) -> Node {
    phase = .running
    snapshot.client = ClientCapabilities(
      params.optional("capabilities"), options: params.optional("initializationOptions"))
    parent = (try? params.integer("processId")).flatMap { Int32(exactly: $0) }
    let folders = (try? params.list("workspaceFolders")) ?? []
    var uris = folders.compactMap { try? $0.text("uri") }
    if uris.isEmpty { uris = [params["rootUri"]?.string].compactMap { $0 } }
    var paths = uris.compactMap { FileURI.path(of: $0) }
    if paths.isEmpty { paths = [params["rootPath"]?.string].compactMap { $0 }.filter { $0.hasPrefix("/") } }
    setRoots(paths)
    var capabilities: [(key: String, value: Node)] = [
      ("positionEncoding", .made(snapshot.client.encoding.rawValue)),
      ("textDocumentSync", .made([("openClose", .made(true)), ("change", .made(2)), ("save", .made(true))])),
      (
        "workspace",
        .made([
          ("workspaceFolders", .made([("supported", .made(true)), ("changeNotifications", .made(true))]))
        ])
      ),
      (
        "codeActionProvider",
        .made([
          (
            "codeActionKinds",
            .made(
              ["quickfix", CodeActions.fixAll, Simplifications.whole, Simplifications.single].map {
                .made($0)
              })
          )
        ])
      ),
      ("hoverProvider", .made(true)),
      (
        "completionProvider",
        .made([("triggerCharacters", .made([" ", "$", "\"", "/", "{"].map { .made($0) }))])
      ),
      ("definitionProvider", .made(true)),
      ("referencesProvider", .made(true)),
      ("documentHighlightProvider", .made(true)),
      ("renameProvider", .made([("prepareProvider", .made(true))])),
      ("documentSymbolProvider", .made(true)),
      ("foldingRangeProvider", .made(true)),
      ("selectionRangeProvider", .made(true)),
      ("documentFormattingProvider", .made(true)),
      (
        "executeCommandProvider",
        .made([("commands", .made(CommandName.allCases.map { .made($0.rawValue) }))])
      ),
      ("inlayHintProvider", .made(true)),
      (
        "semanticTokensProvider",
        .made([
          (
            "legend",
            .made([
              ("tokenTypes", .made(SemanticTokens.types.map { .made($0) })),
              ("tokenModifiers", .made(SemanticTokens.modifiers.map { .made($0) })),
            ])
          ),
          ("range", .made(true)), ("full", .made(true)),
        ])
      ),
      ("codeLensProvider", .made([("resolveProvider", .made(false))])),
    ]
    if snapshot.client.pullsFindings {
      // Those of a file also depend on its imports.
      capabilities.append(
        (
          "diagnosticProvider",
          .made([
            ("identifier", .made("errctl")), ("interFileDependencies", .made(true)),
            ("workspaceDiagnostics", .made(false)),
          ])
        ))
    }
    return .made([
      ("capabilities", .made(capabilities)),
      ("serverInfo", .made([("name", .made("errctl")), ("version", .made(version))])),
    ])
  }

  private mutating func setRoots(_ paths: [String]) {
    snapshot.roots = paths.map { path in
      let plain = PathText.plain(path)
      return (plain, snapshot.texts.identity(of: plain))
    }
    forgetIndex()
  }

  mutating func forgetIndex() {
    isIndexed = false
    if running?.purpose == .index { running?.cancellation.cancel() }
    isSettled = false
  }

  mutating func changeFolders(_ params: Params) throws(ResponseError) {
    let event = try params.params("event")
    func paths(_ key: String) throws(ResponseError) -> [String] {
      var paths: [String] = []
      for folder in try event.list(key) {
        if let path = FileURI.path(of: try folder.text("uri")) { paths.append(PathText.plain(path)) }
      }
      return paths
    }
    let (added, removed) = (try paths("added"), try paths("removed"))
    setRoots(snapshot.roots.map { $0.path }.filter { !removed.contains($0) } + added)
  }

  /// Asks to be told of files that change on the disk.
  mutating func registrations() -> [Outgoing] {
    guard snapshot.client.watchesFiles else { return [] }
    requestsSent += 1
    let watchers = ["**/*.{yaml,yml,json,ndjson,jsonl}", "**/.errctl.yaml"]
    let options: Node = .made([
      ("watchers", .made(watchers.map { .made([("globPattern", .made($0))]) }))
    ])
    let registration: Node = .made([
      ("id", .made("files")), ("method", .made("workspace/didChangeWatchedFiles")),
      ("registerOptions", options),
    ])
    return [
      .request(
        id: requestsSent, method: "client/registerCapability",
        .made([("registrations", .made([registration]))]))
    ]
  }

  /// Ends what is still to be answered.
  mutating func abandon() -> [Outgoing] {
    var ids = waiting
    for job in requested { if case .answer(let id, _) = job.purpose { ids.append(id) } }
    if case .answer(let id, _)? = running?.purpose { ids.append(id) }
    running?.cancellation.cancel()
    running = nil
    (waiting, requested) = ([], [])
    return ids.map { .error($0, ResponseError(.requestCancelled, "The server is shut down.")) }
  }

  /// Cancels a request that is not answered yet.
  package mutating func cancel(_ id: RequestID) -> [Outgoing] {
    let isWaiting = waiting.contains(id)
    waiting.removeAll { $0 == id }
    let count = requested.count
    requested.removeAll { $0.isAnswer(to: id) }
    guard let running, running.isAnswer(to: id) else {
      return isWaiting || requested.count < count ? [Self.cancelled(id)] : []
    }
    running.cancellation.cancel()
    self.running = nil
    return [Self.cancelled(id)]
  }

  package static func cancelled(_ id: RequestID) -> Outgoing {
    .error(id, ResponseError(.requestCancelled, "The request was cancelled."))
  }
}

extension Job {
  func isAnswer(to id: RequestID) -> Bool {
    if case .answer(id, _) = purpose { true } else { false }
  }
}
