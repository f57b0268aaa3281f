import AgentServer
import JSONRPC
import Source
import Testing

@Suite struct ToolResultTests {
  private func result(_ tool: String, _ outcome: ToolOutcome, arguments: String = "{}") -> Node? {
    var server = AgentServer(folder: "/work", writes: false, version: "1.0")
    let request = """
      {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\(tool)", "arguments": \(arguments), \
      "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
      "io.modelcontextprotocol/clientCapabilities": {}}}}
      """
    _ = server.receive(Message(Array(request.utf8), repairs: false))
    return server.nextCall().flatMap { server.receive(outcome, of: $0).first?.node["result"] }
  }

  private func ended(_ status: Int32, _ output: String, _ complaint: String = "") -> ToolOutcome {
    .ended(status: status, output: Array(output.utf8), complaint: Array(complaint.utf8))
  }

  private func texts(_ result: Node?) -> [String] {
    result?["content"]?.elements?.compactMap { $0["text"]?.string } ?? []
  }

  @Test func theCommandsJSONIsTextAndStructured() {
    let json = #"{"findings": [], "big": 12345678901234567890, "share": 0.10}"#
    let result = result("validate", ended(0, json + "\n"))
    #expect(texts(result) == [json])
    #expect(result?["structuredContent"]?["share"]?.text == "0.10")
    #expect(result?["isError"]?.text == "false")
  }

  @Test func findingsAreNoError() {
    let result = result("validate", ended(1, "{}", "note\n"))
    #expect(result?["isError"]?.text == "false")
    #expect(result?["_meta"]?["errctl/exitStatus"]?.text == "1")
    #expect(texts(result) == ["{}", "note"])
  }

  @Test func rulesWithErrorsAreAResult() {
    #expect(result("validate", ended(2, "{}"))?["isError"]?.text == "false")
    #expect(
      result("validate", ended(2, "{}", "errctl: x.yaml: The file does not exist."))?["isError"]?.text
        == "true"
    )
    #expect(
      result("replay", ended(2, "", "x.yaml:1:1: error"), arguments: Self.replay)?["isError"]?.text == "true"
    )
    #expect(result("fix", ended(2, "", "{}"))?["isError"]?.text == "false")
  }

  private static let replay = #"{"rules": "r", "streams": ["s"]}"#

  @Test(arguments: [Int32(2), 64, 74, 139]) func anUnusableFileIsAnError(status: Int32) {
    let result = result("validate", ended(status, "", "errctl: x.yaml: The file does not exist.\n"))
    #expect(result?["isError"]?.text == "true")
    #expect(texts(result) == ["errctl: x.yaml: The file does not exist."])
    #expect(texts(self.result("validate", ended(status, ""))).first?.contains("status \(status)") == true)
  }

  @Test func aLineForEachStreamBecomesAList() {
    let result = result(
      "inspect",
      ended(0, "{\"a\": 1}\n{\"a\": 2}\n"),
      arguments: #"{"streams": ["a", "b"]}"#
    )
    #expect(result?["structuredContent"]?["streams"]?.elements?.map { $0["a"]?.text } == ["1", "2"])
  }

  @Test func aDryRunIsADifferenceAndWhatIsLeft() {
    let result = result("fix", ended(1, "--- a\n+++ a\n", #"{"findings": []}"#))
    #expect(result?["structuredContent"]?["difference"]?.string == "--- a\n+++ a")
    #expect(result?["structuredContent"]?["left"]?["findings"] != nil)
    #expect(texts(self.result("fix", ended(0, "", "{}"))).first == "There is nothing to fix.")
  }

  @Test func aCommandThatCouldNotRunIsAnError() {
    #expect(texts(result("validate", .failed("no memory."))) == ["The command could not be run: no memory."])
    #expect(texts(result("validate", .tooLong)).first?.contains("16777216 bytes") == true)
  }
}
