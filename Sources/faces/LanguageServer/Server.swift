internal import Source
package import JSONRPC
package import Checks
package import Bytes
package import RuleLanguage

/// The language server: a value that changes with each message and says what to send. It neither reads nor writes by itself, so
/// that the same messages give the same answers.
///
/// Its host calls ``receive(_:)-(Message)`` for each message, ``settle()`` once none waits, and runs what ``nextJob(isQuiet:)``
/// gives it, on any thread.
package struct Server {
  enum Phase {
    case fresh
    case running
    case shutDown
  }

  var phase = Phase.fresh
  /// The status to exit with; nil as long as the server is needed.
  package internal(set) var exitStatus: Int32?
  /// The process that the server ends with; nil if the client names none.
  package internal(set) var parent: Int32?
  package internal(set) var snapshot: Snapshot
  var isIndexed = false
  var generation = 0
  /// Files that changed since the units were read.
  var changed: Set<String> = []
  var isSettled = true
  /// The findings that were published last, by URI.
  var published: [String: String] = [:]
  /// The findings that the client asked for last, by URI.
  var pulled: [String: PulledFindings] = [:]
  var pullsAnswered = 0
  /// The client was asked to ask again, and has not yet.
  var isPullAwaited = false
  /// Requests that are answered once all findings are there.
  var waiting: [RequestID] = []
  var requested: [Job] = []
  var running: Job?
  var requestsSent = 0
  let version: String
  let schemas: SchemaCache
  let isBesideYAMLServer: Bool

  /// - Parameters:
  ///   - codes: the codes that findings may have.
  ///   - today: the current day, for suppressions with an end date.
  ///   - sample: recorded errors, in place of those that `.errctl.yaml` names.
  ///   - version: errctl's version, for clients that show it.
  ///   - isBesideYAMLServer: whether yaml-language-server says what the schema does of each YAML file that names one.
  package init(
    files: any FileSystem, registry: Registry, codes: CodeList = CodeList(), limits: Limits = Limits(),
    today: CalendarDay? = nil,
    sample: SampleSource? = nil, version: String, isBesideYAMLServer: Bool = false
  ) {
    let checker = Checker(registry: registry, codes: codes, limits: limits, today: today, sample: sample)
    snapshot = Snapshot(Texts(files: files, limits: limits), checker)
    self.version = version
    self.isBesideYAMLServer = isBesideYAMLServer
    schemas = SchemaCache(checker)
  }

  package mutating func receive(_ message: Message) -> [Outgoing] {
    guard exitStatus == nil else { return [] }
    switch message {
    case .response: return []
    case .faulty(let id, let error): return [.error(id, error)]
    case .request(let id, let method, let params):
      // The answer is about the text as it is now.
      let settled = method.hasPrefix("textDocument/") || method == "workspace/executeCommand" ? settle() : []
      do throws(ResponseError) {
        return settled + (try answer(id, method, params))
      } catch {
        return settled + [.error(id, error)]
      }
    case .notification(let method, let params):
      do throws(ResponseError) {
        return try note(method, params)
      } catch {
        return [log("\(method): \(error.message)")]
      }
    }
  }

  /// A fault of the transport.
  package func report(_ fault: String) -> Outgoing { .error(nil, ResponseError(.parseError, fault)) }

  private mutating func answer(_ id: RequestID, _ method: String, _ params: Params) throws(ResponseError)
    -> [Outgoing]
  {
    switch (phase, method) {
    case (.fresh, "initialize"): return [.result(id, start(params))]
    case (.fresh, _):
      throw ResponseError(.serverNotInitialized, "The first request must be “initialize”.")
    case (.shutDown, _):
      throw ResponseError(.invalidRequest, "The server was shut down. Send “exit”.")
    case (.running, "initialize"):
      throw ResponseError(.invalidRequest, "The server is already initialized.")
    case (.running, "shutdown"):
      phase = .shutDown
      return abandon() + [.result(id, .null)]
    case (.running, "errctl/synchronize"):
      waiting.append(id)
      return answersOfWaiting()
    case (.running, _): return try answer(method, id, params)
    }
  }

  private static let aboutDocuments: Set<String> = Set(
    [
      "hover", "completion", "definition", "references", "documentHighlight", "prepareRename", "rename",
      "documentSymbol",
      "foldingRange", "selectionRange", "formatting", "codeLens", "inlayHint",
      "semanticTokens/full", "semanticTokens/range",
    ].map { "textDocument/\($0)" }
  )

  /// Whether a request is about a file that is not errctl's, so that it has nothing to say.
  private func isForeign(_ params: Params) throws(ResponseError) -> Bool {
    !snapshot.isOurs(try snapshot.document(params))
  }

  /// The schemas that this server has to tell about.
  private func places(for params: Params) throws(ResponseError) -> SchemaPlaces {
    isSchemaLeft(in: try snapshot.document(params).file) ? .none : schemas.places
  }

  private mutating func answer(_ method: String, _ id: RequestID, _ params: Params) throws(ResponseError)
    -> [Outgoing]
  {
    if Self.aboutDocuments.contains(method), try isForeign(params) { return [.result(id, .null)] }
    switch method {
    case "textDocument/codeAction": return try codeActions(id, params)
    case "textDocument/diagnostic": return [try pull(id, params)]
    case "textDocument/hover":
      return [.result(id, try Hover.answer(params, snapshot, try places(for: params)))]
    case "textDocument/completion":
      return [.result(id, try Completion.answer(params, snapshot, try places(for: params)))]
    case "textDocument/definition": return [.result(id, try Names.definition(params, snapshot))]
    case "textDocument/references": return [.result(id, try Names.references(params, snapshot))]
    case "textDocument/documentHighlight": return [.result(id, try Names.highlights(params, snapshot))]
    case "textDocument/prepareRename": return [.result(id, try Names.prepareRename(params, snapshot))]
    case "textDocument/rename": return [.result(id, try Names.rename(params, snapshot))]
    case "textDocument/documentSymbol": return [.result(id, try DocumentSymbols.answer(params, snapshot))]
    case "textDocument/foldingRange": return [.result(id, try Folding.answer(params, snapshot))]
    case "textDocument/selectionRange": return [.result(id, try SelectionRanges.answer(params, snapshot))]
    case "textDocument/formatting": return [.result(id, try Formatting.answer(params, snapshot))]
    case "textDocument/codeLens": return [.result(id, try CodeLenses.answer(params, snapshot))]
    case "textDocument/inlayHint": return [.result(id, try InlayHints.answer(params, snapshot))]
    case "textDocument/semanticTokens/full":
      return [.result(id, try SemanticTokens.answer(params, snapshot, isRange: false))]
    case "textDocument/semanticTokens/range":
      return [.result(id, try SemanticTokens.answer(params, snapshot, isRange: true))]
    case "workspace/executeCommand":
      try execute(id, params)
      return []
    default:
      throw ResponseError(.methodNotFound, "There is no method “\(method)”.")
    }
  }

  private mutating func note(_ method: String, _ params: Params) throws(ResponseError) -> [Outgoing] {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      running?.cancellation.cancel()
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return registrations()
    case "$/cancelRequest":
      guard let id = RequestID(params["id"]) else {
        throw ResponseError(.invalidParams, "“id” is not an integer or a text. Send one.")
      }
      return cancel(id)
    case "textDocument/didOpen": try open(params)
    case "textDocument/didChange": return try change(params)
    case "textDocument/didClose": try close(params)
    case "textDocument/didSave": try save(params)
    case "workspace/didChangeWatchedFiles": try changeFiles(params)
    case "workspace/didChangeWorkspaceFolders": try changeFolders(params)
    case "workspace/didChangeConfiguration", "$/setTrace": break
    default:
      // Those with a dollar sign may be ignored.
      if !method.hasPrefix("$/") {
        throw ResponseError(.methodNotFound, "There is no such notification.")
      }
    }
    return []
  }

  func log(_ message: String) -> Outgoing {
    .notification(method: "window/logMessage", .made([("type", .made(2)), ("message", .made(message))]))
  }
}
