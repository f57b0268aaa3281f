package import JSONRPC
internal import Source

/// The Model Context Protocol, without threads and processes: takes messages and outcomes of calls, and returns what to send and
/// which calls to run.
package struct AgentServer: Sendable {
  private let tools: [Tool]
  private let folder: String
  private let version: String
  private var isInitialized = false
  private var waiting: [ToolCall] = []
  private var running: [RequestID: ToolCall] = [:]
  /// The number of active calls, with those that were cancelled and have not ended yet.
  private var active = 0

  /// The most calls that run at the same time, and that wait.
  private static let (mostActive, mostWaiting) = (2, 64)

  /// - Parameters:
  ///   - folder: the folder whose files the tools may use, for messages.
  ///   - writes: whether the tool `fix` may change files.
  ///   - version: errctl's version.
  package init(folder: String, writes: Bool, version: String) {
    tools = ToolList.all(writes: writes)
    self.folder = folder
    self.version = version
  }

  package mutating func receive(_ message: Message) -> [Outgoing] {
    switch message {
    case .response: return []
    case .faulty(let id, let error): return [.error(id, error)]
    case .notification(let method, let params):
      if method == "notifications/cancelled", let id = RequestID(params["requestId"]) { cancel(id) }
      return []
    case .request(let id, let method, let params):
      do throws(ResponseError) {
        return try answer(id, method, params).map { [.result(id, $0)] } ?? []
      } catch {
        return [.error(id, error)]
      }
    }
  }

  /// A fault of the transport.
  package func report(_ fault: String) -> Outgoing { .error(nil, ResponseError(.parseError, fault)) }

  /// The next call to run, if there is one and not too many are running.
  package mutating func nextCall() -> ToolCall? {
    guard active < Self.mostActive, !waiting.isEmpty else { return nil }
    let call = waiting.removeFirst()
    active += 1
    running[call.id] = call
    return call
  }

  package mutating func receive(_ outcome: ToolOutcome, of call: ToolCall) -> [Outgoing] {
    active -= 1
    guard !call.cancellation.isCancelled else { return [] }
    running[call.id] = nil
    do throws(ResponseError) {
      let members =
        switch call.purpose {
        case .tool(let tool): ToolResult(outcome, of: tool).members
        case .listOfResources: try Resource.list(outcome, in: folder)
        case .resource(let uri):
          try Resource.contents(outcome, of: uri, isStateless: call.isStateless)
        }
      return [.result(call.id, Self.result(members, isStateless: call.isStateless))]
    } catch {
      return [.error(call.id, error)]
    }
  }

  /// Whoever asks without a session is told that the answer is whole, and that a file may change at any time.
  private static func result(_ members: [(String, Node)], isStateless: Bool) -> Node {
    guard isStateless else { return .made(members) }
    let isAboutFiles = members.first.map { ["resources", "contents"].contains($0.0) } ?? false
    let lasting: [(String, Node)] = [("ttlMs", .made(0)), ("cacheScope", .made("private"))]
    return .made(members + [("resultType", .made("complete"))] + (isAboutFiles ? lasting : []))
  }

  /// Cancels all calls, at the end of the input. Returns how many are still running.
  package mutating func end() -> Int {
    waiting = []
    for call in running.values { call.cancellation.cancel() }
    running = [:]
    return active
  }

  /// Nobody waits for the answer.
  private mutating func cancel(_ id: RequestID) {
    waiting.removeAll { $0.id == id }
    running.removeValue(forKey: id)?.cancellation.cancel()
  }

  private mutating func answer(_ id: RequestID, _ method: String, _ params: Params) throws(ResponseError)
    -> Node?
  {
    if method == "initialize" {
      isInitialized = true
      return handshake(try params.text("protocolVersion"))
    }
    if method == "ping" { return .made([(key: String, value: Node)]()) }
    let isStateless = try Envelope.isIn(params)
    guard isStateless || isInitialized || method == "server/discover" else {
      throw ResponseError(
        .invalidRequest,
        "The first request must be “initialize”, or name a version of the protocol under “_meta”.")
    }
    switch method {
    case "server/discover": return discovery
    case "tools/list":
      guard !params.has("cursor") else {
        throw ResponseError(.invalidParams, "There is no “cursor”: all tools are in one page.")
      }
      return .made([("tools", .made(tools.map { $0.node }))] + (isStateless ? Self.lasting : []))
    case "tools/call": return try call(id, params, isStateless: isStateless)
    case "resources/list":
      guard !params.has("cursor") else {
        throw ResponseError(.invalidParams, "There is no “cursor”: all resources are in one page.")
      }
      return try add(.listOfResources, id, Resource.listWords, isStateless: isStateless)
    case "resources/templates/list":
      return .made([("resourceTemplates", .made([Node]()))] + (isStateless ? Self.lasting : []))
    case "resources/read":
      let uri = try params.text("uri")
      guard let words = Resource.words(of: uri, in: folder) else {
        throw Resource.missing(uri, isStateless: isStateless)
      }
      return try add(.resource(uri: uri), id, words, isStateless: isStateless)
    default: throw ResponseError(.methodNotFound, "There is no method “\(method)”.")
    }
  }

  /// Nil if the answer comes later.
  private mutating func call(_ id: RequestID, _ params: Params, isStateless: Bool) throws(ResponseError)
    -> Node?
  {
    let name = try params.text("name")
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw ResponseError(
        .invalidParams,
        "There is no tool “\(name)”. The tools are \(tools.map { $0.name }.joined(separator: ", ")).")
    }
    if params.has("arguments") { _ = try params.params("arguments") }
    let command: (words: [String], input: [UInt8])
    do throws(ToolFault) {
      command = try tool.command(params["arguments"])
    } catch {
      return Self.result(ToolResult(error).members, isStateless: isStateless)
    }
    return try add(.tool(tool), id, command.words, input: command.input, isStateless: isStateless)
  }

  /// Lets a command wait for its turn.
  private mutating func add(
    _ purpose: ToolCall.Purpose, _ id: RequestID, _ words: [String], input: [UInt8] = [], isStateless: Bool
  ) throws(ResponseError) -> Node? {
    guard running[id] == nil, !waiting.contains(where: { $0.id == id }) else {
      throw ResponseError(.invalidRequest, "A request with this id is being answered. Use another id.")
    }
    guard waiting.count < Self.mostWaiting else {
      throw ResponseError(
        .invalidRequest, "\(waiting.count) calls are waiting. Send more when some are answered.")
    }
    waiting.append(
      ToolCall(id: id, purpose: purpose, isStateless: isStateless, words: words, input: input))
    return nil
  }

  private func handshake(_ wanted: String) -> Node {
    .made([
      ("protocolVersion", .made(ProtocolVersion.agreed(with: wanted))), ("capabilities", capabilities),
      ("serverInfo", serverInfo), ("instructions", .made(instructions)),
    ])
  }

  private var discovery: Node {
    .made(
      [
        (
          "supportedVersions",
          .made((ProtocolVersion.handshakes + ProtocolVersion.stateless).map { .made($0) })
        ),
        ("capabilities", capabilities), ("instructions", .made(instructions)),
        ("_meta", .made([(Envelope.serverKey, serverInfo)])),
      ] + Self.lasting
    )
  }

  /// The lifetime of the lists: an hour, since they do not change while the server runs.
  private static let lasting: [(String, Node)] = [
    ("resultType", .made("complete")), ("ttlMs", .made(3_600_000)), ("cacheScope", .made("private")),
  ]

  private var capabilities: Node {
    .made([
      ("tools", .made([("listChanged", .made(false))])),
      ("resources", .made([("listChanged", .made(false)), ("subscribe", .made(false))])),
    ])
  }

  private var serverInfo: Node {
    .made([("name", .made("errctl")), ("title", .made("errctl")), ("version", .made(version))])
  }

  private var instructions: String {
    """
    errctl checks rules for error handling and previews what they do with recorded errors. Paths are relative to the folder \
    \(folder); nothing outside it can be read. “help” has the language, and the resources are the rule files that are \
    there. Begin with “validate”; “codes” explains the codes of its findings. “inspect” tells what a log is, and “suggest” \
    drafts rules for the errors that nobody handles. After an edit, “diff” with HEAD:FILE as the old version shows which errors end differently, and “test” runs the suites.
    """
  }
}
