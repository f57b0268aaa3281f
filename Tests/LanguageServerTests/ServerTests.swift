import JSONRPC
import LanguageServer
import Source
import Testing

/// The life of a server, from “initialize” to “exit”.
@Suite struct ServerTests {
  @Test func theFirstRequestIsInitialize() {
    let client = TestClient(raw: TestFiles([:]))
    let id = client.request("textDocument/hover")
    #expect(client.answer(to: id)?["code"]?.text == "-32002")
    client.notify("textDocument/didOpen")
    #expect(client.sent.isEmpty)
    #expect(client.answer("initialize", #"{"capabilities": {}}"#)?["serverInfo", "name"]?.text == "errctl")
    #expect(client.answer("initialize", #"{"capabilities": {}}"#)?["code"]?.text == "-32600")
  }

  @Test(arguments: [
    (#"{}"#, "utf-16"),
    (#"{"general": {"positionEncodings": ["utf-16"]}}"#, "utf-16"),
    (#"{"general": {"positionEncodings": ["utf-32", "utf-8"]}}"#, "utf-8"),
    (#"{"general": {"positionEncodings": "utf-8"}}"#, "utf-16"),
    (#"{"general": null}"#, "utf-16"),
  ]) func positionsAreInUTF8IfTheClientOffersIt(capabilities: String, encoding: String) {
    let client = TestClient(raw: TestFiles([:]))
    let answer = client.answer("initialize", #"{"capabilities": \#(capabilities)}"#)
    #expect(answer?["capabilities", "positionEncoding"]?.text == encoding)
  }

  @Test func exitAfterShutdownIsInOrder() {
    let client = TestClient()
    #expect(client.answer("shutdown")?.isNull == true)
    #expect(client.answer("textDocument/codeAction")?["code"]?.text == "-32600")
    client.notify("exit")
    #expect(client.server.exitStatus == 0)
  }

  @Test func exitWithoutShutdownIsNot() {
    let client = TestClient()
    client.notify("exit")
    #expect(client.server.exitStatus == 1)
    let unready = TestClient(raw: TestFiles([:]))
    unready.notify("exit")
    #expect(unready.server.exitStatus == 1)
  }

  @Test func unknownMethodsAreRefusedAndUnknownNotificationsIgnored() {
    let client = TestClient()
    #expect(client.answer("textDocument/colour")?["code"]?.text == "-32601")
    #expect(client.answer("$/anything")?["code"]?.text == "-32601")
    client.notify("$/anything")
    #expect(client.sent.isEmpty)
    client.notify("no/such")
    #expect(client.sent.last?["method"]?.text == "window/logMessage")
  }

  @Test(arguments: [
    (#"{"jsonrpc": "2.0", "id": 1, "method": "shutdown""#, "-32700"),
    (#"{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "shutdown"}"#, "-32700"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "shutdown",}"#, "-32700"),
    ("", "-32700"),
    (#"[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]"#, "-32600"),
    (#"{"id": 1, "method": "shutdown"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": 5}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": null, "method": "shutdown"}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1}"#, "-32600"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "textDocument/codeAction", "params": [1]}"#, "-32602"),
  ]) func faultyMessagesAreAnswered(message: String, code: String) {
    let client = TestClient()
    var answers: [Node] = []
    for outgoing in client.receive(message) { answers.append(outgoing.node) }
    #expect(answers.count == 1)
    #expect(answers.first?["error", "code"]?.text == code)
    #expect(answers.first?["error", "message"]?.text.isEmpty == false)
  }

  @Test func idsMayBeTexts() {
    let client = TestClient()
    let answers = client.receive(#"{"jsonrpc": "2.0", "id": "a\"b", "method": "shutdown"}"#)
    #expect(answers.first?.node["id"]?.text == "a\"b")
  }

  @Test func aWaitingRequestIsAnsweredOnceEverythingIsKnownOrWhenItIsCancelled() {
    let client = TestClient()
    client.open("/w/rules.yaml", Texts.shadowed)
    let first = client.request("errctl/synchronize")
    let second = client.request("errctl/synchronize")
    client.settle()
    #expect(client.answer(to: first) == nil)
    client.notify("$/cancelRequest", #"{"id": \#(first)}"#)
    #expect(client.answer(to: first)?["code"]?.text == "-32800")
    client.finish()
    #expect(client.answer(to: second)?.isNull == true)
    // Answered requests can't be cancelled.
    client.notify("$/cancelRequest", #"{"id": \#(second)}"#)
    #expect(client.answer(to: second)?.isNull == true)
  }

  @Test func shutdownAnswersWhatWaits() {
    let client = TestClient()
    client.open("/w/rules.yaml", Texts.shadowed)
    let id = client.request("errctl/synchronize")
    client.request("shutdown")
    #expect(client.answer(to: id)?["code"]?.text == "-32800")
  }

  @Test func aClientThatWatchesFilesIsAskedTo() {
    let watching = TestClient(
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#
    )
    #expect(watching.sent.map { $0["method"]?.text } == ["client/registerCapability"])
    #expect(TestClient().sent.isEmpty)
  }
}
