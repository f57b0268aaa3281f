import AgentServer
import JSONRPC
import Source
import Testing

@Suite struct AgentServerTests {
  private func message(_ json: String) -> Message { Message(Array(json.utf8), repairs: false) }

  private func node(_ outgoing: [Outgoing]) -> Node? { outgoing.first?.node }

  private func started(writes: Bool = false) -> AgentServer {
    var server = AgentServer(folder: "/work", writes: writes, version: "1.0")
    _ = server.receive(message(handshake("2025-11-25")))
    return server
  }

  private func handshake(_ version: String) -> String {
    """
    {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": \
    {"protocolVersion": "\(version)", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}
    """
  }

  private func call(_ tool: String, _ arguments: String, id: String = "1", meta: String = "") -> String {
    """
    {"jsonrpc": "2.0", "id": \(id), "method": "tools/call", "params": \
    {"name": "\(tool)", "arguments": \(arguments)\(meta)}}
    """
  }

  private static let stateless = """
    , "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
    "io.modelcontextprotocol/clientCapabilities": {}}
    """

  @Test(arguments: [
    ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
    ("2025-03-26", "2025-11-25"), ("1999-01-01", "2025-11-25"), ("", "2025-11-25"),
  ]) func aVersionIsAgreedOn(wanted: String, agreed: String) {
    var server = AgentServer(folder: "/work", writes: false, version: "1.0")
    let answer = node(server.receive(message(handshake(wanted))))?["result"]
    #expect(answer?["protocolVersion"]?.string == agreed)
    #expect(answer?["serverInfo"]?["version"]?.string == "1.0")
    #expect(answer?["instructions"]?.string?.contains("/work") == true)
  }

  @Test func nothingIsAnsweredBeforeTheHandshake() {
    var server = AgentServer(folder: "/work", writes: false, version: "1.0")
    let answer = node(server.receive(message(call("codes", "{}"))))
    #expect(answer?["error"]?["code"]?.string == nil)
    #expect(answer?["error"]?["message"]?.string?.contains("initialize") == true)
    #expect(server.nextCall() == nil)
  }

  @Test func aRequestThatNamesAVersionNeedsNoHandshake() {
    var server = AgentServer(folder: "/work", writes: false, version: "1.0")
    #expect(server.receive(message(call("codes", "{}", meta: Self.stateless))).isEmpty)
    guard let started = server.nextCall() else { return #expect(Bool(false)) }
    let outcome = ToolOutcome.ended(status: 0, output: Array("[]\n".utf8), complaint: [])
    let answer = node(server.receive(outcome, of: started))
    #expect(answer?["result"]?["resultType"]?.string == "complete")
    #expect(answer?["result"]?["structuredContent"]?["codes"]?.elements?.count == 0)
  }

  @Test func aVersionThatIsNotSupportedIsAnsweredWithThoseThatAre() {
    var server = AgentServer(folder: "/work", writes: false, version: "1.0")
    let meta = Self.stateless.replacing("2026-07-28", with: "2030-01-01")
    let error = node(server.receive(message(call("codes", "{}", meta: meta))))?["error"]
    #expect(error?["code"]?.text == "-32022")
    #expect(error?["data"]?["supported"]?.elements?.map { $0.string } == ["2026-07-28"])
    #expect(error?["data"]?["requested"]?.string == "2030-01-01")
  }

  @Test func eachToolHasATypedSchema() {
    for writes in [false, true] {
      var server = started(writes: writes)
      let list = #"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#
      let tools = node(server.receive(message(list)))?["result"]?["tools"]?.elements ?? []
      #expect(
        tools.map { $0["name"]?.string } == [
          "validate", "fix", "explain", "replay", "diff", "test", "inspect", "suggest", "minimise", "import",
          "codes",
          "help",
          "schema",
        ]
      )
      for tool in tools {
        #expect(tool["inputSchema"]?["type"]?.string == "object")
        #expect(tool["inputSchema"]?["additionalProperties"]?.text == "false")
        for property in tool["inputSchema"]?["properties"]?.members ?? [] {
          #expect(property.value["type"]?.string != nil)
          #expect(property.value["description"]?.string?.isEmpty == false)
        }
        let changes = writes && tool["name"]?.string == "fix"
        #expect(tool["annotations"]?["readOnlyHint"]?.text == "\(!changes)")
      }
    }
  }

  @Test func twoCallsRunAtATimeAndTheOthersWait() {
    var server = started()
    for id in 1...3 { #expect(server.receive(message(call("codes", "{}", id: "\(id)"))).isEmpty) }
    let first = server.nextCall()
    #expect(first != nil)
    #expect(server.nextCall() != nil)
    #expect(server.nextCall() == nil)
    if let first { _ = server.receive(.tooLong, of: first) }
    #expect(server.nextCall() != nil)
  }

  @Test func aCancelledCallIsNotAnswered() {
    var server = started()
    _ = server.receive(message(call("codes", "{}", id: "\"a\"")))
    _ = server.receive(message(call("codes", "{}", id: "\"b\"")))
    guard let first = server.nextCall() else { return #expect(Bool(false)) }
    func cancel(_ id: String) -> String {
      #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "\#(id)"}}"#
    }
    #expect(server.receive(message(cancel("a"))).isEmpty)
    #expect(first.cancellation.isCancelled)
    #expect(server.receive(message(cancel("b"))).isEmpty)
    #expect(server.nextCall() == nil)
    #expect(server.receive(.failed("killed"), of: first).isEmpty)
    #expect(server.receive(message(cancel("a"))).isEmpty)
  }

  @Test func anIdInUseIsRejected() {
    var server = started()
    _ = server.receive(message(call("codes", "{}")))
    #expect(node(server.receive(message(call("codes", "{}"))))?["error"] != nil)
  }

  @Test func tooManyCallsAreRejected() {
    var server = started()
    for id in 1...64 { #expect(server.receive(message(call("codes", "{}", id: "\(id)"))).isEmpty) }
    #expect(node(server.receive(message(call("codes", "{}", id: "65"))))?["error"] != nil)
  }

  @Test func theEndCancelsWhatRuns() {
    var server = started()
    _ = server.receive(message(call("codes", "{}")))
    let call = server.nextCall()
    #expect(server.end() == 1)
    #expect(call?.cancellation.isCancelled == true)
  }

  private func ask(_ method: String, _ params: String, meta: String = "") -> String {
    #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)", "params": {\#(params)\#(meta)}}"#
  }

  @Test func theFilesOfTheFolderAreResources() {
    var server = started()
    #expect(server.receive(message(ask("resources/list", ""))).isEmpty)
    guard let list = server.nextCall() else { return #expect(Bool(false)) }
    let lines = #"{"path": "a b/rules.yaml", "description": "A rule file."}"# + "\n"
    let resources = node(
      server.receive(.ended(status: 0, output: Array(lines.utf8), complaint: []), of: list)
    )
    let resource = resources?["result"]?["resources"]?.elements?.first
    #expect(resource?["uri"]?.string == "file:///work/a%20b/rules.yaml")
    #expect(resource?["name"]?.string == "a b/rules.yaml")
    #expect(resource?["mimeType"]?.string == "application/yaml")

    let uri = #""uri": "file:///work/a%20b/rules.yaml""#
    #expect(server.receive(message(ask("resources/read", uri))).isEmpty)
    guard let read = server.nextCall() else { return #expect(Bool(false)) }
    #expect(read.words == ["mcp", "--print-file=./a b/rules.yaml"])
    let text = node(
      server.receive(.ended(status: 0, output: Array("version: 1\n".utf8), complaint: []), of: read)
    )
    #expect(text?["result"]?["contents"]?.elements?.first?["text"]?.string == "version: 1\n")
  }

  @Test func aResourceThatIsNotFoundHasTheCodeOfItsVersion() {
    for (meta, code) in [("", "-32002"), (Self.stateless, "-32602")] {
      var server = started()
      let uri = #""uri": "file:///work/none.yaml""#
      #expect(server.receive(message(ask("resources/read", uri, meta: meta))).isEmpty)
      guard let read = server.nextCall() else { return #expect(Bool(false)) }
      let outcome = ToolOutcome.ended(status: 2, output: [], complaint: Array("It does not exist.".utf8))
      let error = node(server.receive(outcome, of: read))?["error"]
      #expect(error?["code"]?.text == code)
      #expect(error?["message"]?.string == "It does not exist.")
      #expect(error?["data"]?["uri"]?.string == "file:///work/none.yaml")
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rm"}}"#, "-32602"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}"#, "-32602"),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "codes", "arguments": 1}}"#,
      "-32602"
    ),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}"#, "-32602"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}"#, "-32601"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": {"cursor": "x"}}"#, "-32602"),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///else/a"}}"#,
      "-32002"
    ),
    (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, "-32600"), (#"[]"#, "-32600"), (#"{"#, "-32700"),
    (#"{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "ping"}"#, "-32700"),
    (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, "-32600"), ("\u{FEFF}x", "-32700"),
  ]) func aWrongMessageIsAnsweredWithAnError(json: String, code: String) {
    var server = started()
    #expect(node(server.receive(message(json)))?["error"]?["code"]?.text == code)
  }
}
