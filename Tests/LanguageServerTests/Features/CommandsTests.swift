import JSONRPC
import LanguageServer
import RuleEngine
import Testing

@Suite("Commands", .enabled(if: YAMLEvents.isSupported))
struct CommandsTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
          - { id: denied, when: { status: 403 }, then: cancel, examples: { match: [ { status: 403 } ] } }
          - { id: gone, when: { status: 410 }, then: cancel }
        otherwise: { then: abort }

    """

  private static let stream = """
    {"status":503,"attempt":2}
    {"id":"x7","time":"2026-11-20T01:00:00Z","status":403,"message":"password=hunter2abc"}
    {"message":"x"}

    """

  private static let suite = """
    version: 1
    cases:
      - name: denied
        error: { status: 403 }
        expect: { by: app/denied }

      - name: wrong
        error: { status: 503 }
        expect: { by: app/denied }

    """

  private static let able =
    #"{"window": {"showDocument": {"support": true}}, "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]}}}"#

  private static func client(_ more: [String: String] = [:], capabilities: String = able) -> TestClient {
    var texts = ["/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n", "/w/errors.ndjson": stream]
    texts["/w/a.yaml"] = rules
    texts.merge(more) { $1 }
    let client = TestClient(texts, capabilities: capabilities)
    client.open("/w/a.yaml")
    client.finish()
    return client
  }

  private static func run(
    _ client: TestClient,
    _ command: String,
    _ arguments: String,
    of path: String = "/w/a.yaml"
  )
    -> Node?
  {
    let more = arguments.isEmpty ? "" : ", \(arguments)"
    return client.answer(
      "workspace/executeCommand",
      #"{"command": "errctl.\#(command)", "arguments": [{"uri": "\#(FileURI.uri(of: path))"\#(more)}]}"#
    )
  }

  private static func asked(_ client: TestClient, _ method: String) -> [Node] {
    client.sent.filter { $0["method"]?.text == method }.compactMap { $0["params"] }
  }

  @Test("explain the first record of the stream that a rule answers, without its secrets")
  func explain() {
    let client = Self.client()
    let answer = Self.run(client, "explain", #""rule": "app/denied""#)
    let text = answer?["text"]?.text ?? ""
    #expect(text.contains("record x7") && text.contains("app/denied") && text.contains("cancel"), "\(text)")
    #expect(!text.contains("hunter2abc"))
    #expect(client.files.kept["explain app/denied.txt"] == text)
    #expect(Self.asked(client, "window/showDocument").first?["uri"]?.text == answer?["uri"]?.text)
  }

  @Test("explain why a rule did not answer a named record")
  func explainNamed() {
    let client = Self.client()
    for record in [#""x7""#, "2"] {
      let text =
        Self.run(client, "explain", #""rule": "app/gone", "record": \#(record)"#)?["text"]?.text ?? ""
      #expect(text.contains("app/gone") && text.contains("record x7"), "\(text)")
    }
    for (record, reason) in [(#""y""#, "the id"), ("9", "no record 9")] {
      let answer = Self.run(client, "explain", #""rule": "app/gone", "record": \#(record)"#)
      #expect(answer?["message"]?.text.contains(reason) == true)
    }
  }

  @Test("say what is missing")
  func missing() {
    let client = Self.client()
    func message(_ command: String, _ arguments: String) -> String {
      Self.run(client, command, arguments)?["message"]?.text ?? ""
    }
    #expect(message("explain", #""rule": "app/gone""#).contains("No record of errors.ndjson"))
    #expect(message("explain", #""rule": "app/denid""#).contains("Did you mean “app/denied”?"))
    #expect(message("explain", "").contains("“rule” and “record” are missing"))
    #expect(message("explain", #""record": 0"#).contains("“record” is not a number"))
    #expect(message("nothing", "").contains("There is no command"))
    #expect(message("showChanges", #""from": "-x""#).contains("“-x” is neither “saved” nor a revision"))
    #expect(message("showChanges", #""from": "v9""#).contains("no such revision"))
    client.replace("/w/.errctl.yaml", by: "")
    client.open("/w/.errctl.yaml", "version: 1\n")
    #expect(message("explain", #""rule": "app/denied""#).contains("No stream belongs to these rules"))
    client.edit("/w/a.yaml", "then: abort", "then: abrot")
    #expect(message("explain", #""rule": "app/denied""#).contains("a.yaml:8:"))
  }

  @Test("show a text in a message to a client that shows no documents")
  func messages() {
    let client = Self.client(capabilities: "{}")
    let answer = Self.run(client, "explain", #""rule": "app/denied""#)
    #expect(answer?["uri"] == nil)
    #expect(Self.asked(client, "window/showMessage").map { $0["message"]?.text } == [answer?["text"]?.text])
  }

  @Test("show what an edit changes, against the saved file and a revision")
  func changes() {
    let client = Self.client()
    client.edit("/w/a.yaml", "status: 403 }, then: cancel", "status: 403 }, then: abort")
    let text = Self.run(client, "showChanges", "")?["text"]?.text ?? ""
    #expect(text.contains("a.yaml, saved → a.yaml") && text.contains("1 of 3 records"), "\(text)")
    client.files.revisions["HEAD:/w/a.yaml"] = Self.rules.replacing("id: gone", with: "id: went")
    let older = Self.run(client, "showChanges", #""from": "HEAD""#)?["text"]?.text ?? ""
    #expect(older.contains("HEAD:a.yaml → a.yaml") && older.contains("went"), "\(older)")
  }

  @Test("run the tests of a suite, a case, a rule file and a rule")
  func tests() {
    let client = Self.client(["/w/a.test.yaml": Self.suite])
    let all = Self.run(client, "runTests", "", of: "/w/a.test.yaml")?["text"]?.text ?? ""
    #expect(all.contains("2 cases and 1 example: 1 failed, 2 passed"), "\(all)")
    let file = Self.run(client, "runTests", "")?["text"]?.text ?? ""
    #expect(file == all)
    let one = Self.run(client, "runTests", #""case": "denied""#, of: "/w/a.test.yaml")?["text"]?.text ?? ""
    #expect(one.contains("1 case, 2 not selected"), "\(one)")
    #expect(Self.asked(client, "window/showMessage").last?["message"]?.text == "1 test passed.")
    let rule = Self.run(client, "runTests", #""rule": "app/again""#)?["text"]?.text ?? ""
    #expect(rule.contains("1 case, 2 not selected: 1 failed"), "\(rule)")
    _ = Self.run(client, "runTests", #""rule": "app/gone""#)
    #expect(Self.asked(client, "window/showMessage").last?["message"]?.text == "No test is about app/gone.")
  }

  @Test("write a test from a record behind the last case of the suite")
  func write() throws {
    let client = Self.client(["/w/a.test.yaml": Self.suite])
    client.open("/w/a.test.yaml")
    let answer = Self.run(client, "writeTest", #""rule": "app/denied""#)
    let edit = try #require(Self.asked(client, "workspace/applyEdit").first?["edit", "documentChanges", "0"])
    let uri = try #require(edit["textDocument", "uri"]?.text)
    client.apply(.made([("changes", .made([(uri, edit["edits"] ?? .null)]))]))
    let text = client.text("/w/a.test.yaml")
    #expect(
      text == Self.suite + """

          - name: "app/denied: x7 of errors.ndjson"
            error: { status: 403, message: "password=[redacted]" }
            expect: { evaluation: cancel, by: app/denied }

        """,
      "\(text)"
    )
    #expect(answer?["text"]?.text.contains("x7 of errors.ndjson") == true)
    #expect(Self.asked(client, "window/showDocument").first?["selection", "start", "line"]?.text == "10")
    _ = Self.run(client, "runTests", #""case": "app/denied: x7 of errors.ndjson""#, of: "/w/a.test.yaml")
    #expect(Self.asked(client, "window/showMessage").last?["message"]?.text == "1 test passed.")
  }

  @Test("write a new suite if none tests the rules")
  func writeNew() throws {
    let client = Self.client()
    _ = Self.run(client, "writeTest", #""record": 3"#)
    let changes = try #require(Self.asked(client, "workspace/applyEdit").first?["edit", "documentChanges"])
    #expect(changes["0", "kind"]?.text == "create")
    #expect(changes["0", "uri"]?.text == "file:///w/a.test.yaml")
    let text = changes["1", "edits", "0", "newText"]?.text ?? ""
    #expect(
      text.hasPrefix("version: 1\ncases:\n  - name: \"app/otherwise: record 3 of errors.ndjson\"\n"),
      "\(text)"
    )
  }

  @Test("write into suites of every layout, or say that it must be done by hand")
  func layouts() throws {
    for suite in [
      "version: 1\ncases:\n- name: a\n  error: { status: 1 }\n  expect: { by: app/otherwise }",
      "cases:\n    - name: a\n      error:\n        status: 1\n      expect:\n        by: app/otherwise\nversion: 1\n",
      "version: 1\ncases:\n",
      "version: 1\n",
      "version: 1\r\ncases:\r\n  - name: a\r\n    todo: |\r\n      long\r\n\r\n      text\r\n# end\r\n",
    ] {
      let client = Self.client(["/w/a.test.yaml": suite])
      client.open("/w/a.test.yaml")
      _ = Self.run(client, "writeTest", #""rule": "app/denied""#)
      let edit = try #require(
        Self.asked(client, "workspace/applyEdit").first?["edit", "documentChanges", "0"],
        "\(suite)"
      )
      let uri = try #require(edit["textDocument", "uri"]?.text)
      client.apply(.made([("changes", .made([(uri, edit["edits"] ?? .null)]))]))
      let answer = Self.run(
        client,
        "runTests",
        #""case": "app/denied: x7 of errors.ndjson""#,
        of: "/w/a.test.yaml"
      )
      #expect(
        Self.asked(client, "window/showMessage").last?["message"]?.text == "1 test passed.",
        "\(client.text("/w/a.test.yaml"))\(answer?["message"]?.text ?? "")"
      )
    }
    let client = Self.client(["/w/a.test.yaml": "version: 1\ncases: [ { name: a, error: { status: 1 } } ]\n"])
    let answer = Self.run(client, "writeTest", #""rule": "app/denied""#)
    #expect(answer?["message"]?.text.contains("Add it by hand") == true)
  }

  @Test("are offered where the cursor is in a rule, if actions are asked for")
  func actions() {
    let client = Self.client()
    func titles(_ line: Int, _ context: String) -> [String] {
      let place = #"{"line": \#(line), "character": 10}"#
      let answer = client.answer(
        "textDocument/codeAction",
        #"{"textDocument": {"uri": "file:///w/a.yaml"}, "range": {"start": \#(place), "end": \#(place)}, "context": \#(context)}"#
      )
      return (answer?.elements ?? []).compactMap { $0["title"]?.text }
    }
    let all = titles(5, #"{"diagnostics": []}"#)
    #expect(
      all == [
        "Explain a record under app/denied", "Run the tests of app/denied",
        "Write a test of app/denied from a record", "Show what changes against the saved file",
        "Show what changes against HEAD",
      ]
    )
    #expect(titles(5, #"{"diagnostics": [], "triggerKind": 2}"#) == [])
    #expect(titles(0, #"{"diagnostics": []}"#).count == 2)
  }
}
