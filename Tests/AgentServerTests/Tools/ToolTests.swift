import AgentServer
import JSONRPC
import Source
import Testing

/// The command lines of calls, and the mistakes in their arguments.
@Suite struct ToolTests {
  private func call(_ tool: String, _ arguments: String, writes: Bool = false) -> (ToolCall?, Node?) {
    var server = AgentServer(folder: "/work", writes: writes, version: "1.0")
    let request = """
      {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\(tool)", "arguments": \(arguments), \
      "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
      "io.modelcontextprotocol/clientCapabilities": {}}}}
      """
    let answers = server.receive(Message(Array(request.utf8), repairs: false))
    return (server.nextCall(), answers.first?.node)
  }

  @Test(arguments: [
    ("validate", "{}", "validate --format=json -- ."),
    (
      "validate", #"{"files": ["a.yaml", "-"], "no_suppressions": true, "streams": ["--x"]}"#,
      "validate --format=json --stream=./--x --no-suppressions -- a.yaml ./-"
    ),
    ("validate", #"{"no_suppressions": false, "config": null}"#, "validate --format=json -- ."),
    ("fix", #"{"files": ["r"]}"#, "validate --fix --format=json --dry-run -- r"),
    ("explain", #"{"rules": "r", "error": {"status": 503}}"#, "explain --format=json --error=- -- r"),
    (
      "explain", #"{"rules": "r", "streams": ["s"], "record": 3, "rule": "a/b"}"#,
      "explain --format=json --stream=s --record=3 --rule=a/b -- r"
    ),
    (
      "replay", #"{"rules": "r", "streams": ["s", "t"], "where": "{ status: 5xx }", "seed": 7}"#,
      "replay --format=json --where={ status: 5xx } --seed=7 -- r s t"
    ),
    (
      "diff", #"{"old": "HEAD:r", "new": "r", "witnesses": 0}"#,
      "diff --format=json --witnesses=0 -- HEAD:r r"
    ),
    ("test", #"{"cases": ["a *"]}"#, "test --format=json --case=a * -- ."),
    ("inspect", #"{"streams": ["s"], "samples": 1}"#, "inspect --format=json --samples=1 -- s"),
    ("codes", #"{"code": "--help"}"#, "codes --format=json -- --help"),
    ("codes", "{}", "codes --format=json --brief"), ("help", "{}", "help topics"),
    ("help", #"{"topic": "verdicts", "section": "Retry"}"#, "help -- verdicts Retry"),
    ("schema", #"{"kind": "record"}"#, "schema -- record"),
    ("import", #"{"format": "--strict", "file": "-"}"#, "import -- --strict ./-"),
    (
      "minimise", #"{"rules": "r", "streams": ["s"], "until": "abort > 0", "input": "nginx"}"#,
      "minimise --redact --until=abort > 0 --input=nginx -- r s"
    ),
    ("suggest", #"{"streams": ["s"], "most": 3}"#, "suggest --format=json --most=3 -- s"),
    (
      "suggest", #"{"rules": "r", "streams": ["s"], "of": "otherwise"}"#,
      "suggest --format=json --of=otherwise -- r s"
    ),
  ]) func theCommandLineOfACall(tool: String, arguments: String, words: String) {
    #expect(call(tool, arguments).0?.words.joined(separator: " ") == words)
  }

  @Test func onlyAServerThatWritesWrites() {
    #expect(call("fix", "{}").0?.words.contains("--dry-run") == true)
    #expect(call("fix", "{}", writes: true).0?.words.contains("--dry-run") == false)
  }

  @Test func anErrorIsTheInput() {
    let error = #"{"message": "a\nb", "code": 12345678901234567, "attributes": {"x": [1.50]}}"#
    let input = call("explain", #"{"rules": "r", "error": \#(error)}"#).0?.input ?? []
    #expect(Node.made(json: String(decoding: input, as: UTF8.self))?["code"]?.text == "12345678901234567")
  }

  @Test(arguments: [
    ("codes", #"{"cod": "x"}"#, "“codes” has no argument “cod”. Its arguments are code."),
    ("replay", #"{"rules": "r"}"#, "“streams” is missing."),
    ("replay", #"{"rules": 1, "streams": ["s"]}"#, "“rules” is not a text. Send one."),
    ("replay", #"{"rules": "", "streams": ["s"]}"#, "“rules” is not a text. Send one."),
    ("replay", #"{"rules": "r", "streams": "s"}"#, "“streams” is not a list of texts. Send one."),
    ("replay", #"{"rules": "r", "streams": []}"#, "“streams” is not a list of texts. Send one."),
    ("replay", #"{"rules": "r", "streams": [1]}"#, "“streams” is not a list of texts. Send one."),
    ("replay", #"{"rules": "r", "streams": ["s"], "seed": -1}"#, "“seed” is not an integer of 0 or more."),
    ("replay", #"{"rules": "r", "streams": ["s"], "order": "up"}"#, "“order” is not one of given, time."),
    ("replay", #"{"rules": "r", "streams": ["s"], "kinds": "yes"}"#, "“kinds” is not true or false."),
    ("explain", #"{"rules": "r", "error": "{}"}"#, "“error” is not an object."),
    ("validate", #"{"files": ["a\u0000b"]}"#, "“files” has a null character in it."),
  ]) func aMistakeInTheArgumentsIsTheResult(tool: String, arguments: String, message: String) {
    let (started, answer) = call(tool, arguments)
    #expect(started == nil)
    #expect(answer?["result"]?["isError"]?.text == "true")
    #expect(answer?["result"]?["content"]?.elements?.first?["text"]?.string?.hasPrefix(message) == true)
  }
}
