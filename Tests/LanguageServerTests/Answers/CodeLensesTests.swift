import JSONRPC
import LanguageServer
import RuleEngine
import Testing

@Suite("Code lenses", .enabled(if: YAMLEvents.isSupported))
struct CodeLensesTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
          - { id: note, when: { status: 4xx }, do: [ { log: seen } ], then: continue }
          - { id: denied, when: { status: 403 }, then: cancel }
          - { id: off, when: { status: 200 }, then: cancel, enabled: false }
        otherwise: { then: abort }

    """

  private static let stream = """
    {"status":503,"attempt":1}
    {"status":503,"attempt":2}
    {"status":403}
    {"status":404}
    {"message":"x"}

    """

  private static func client(_ more: [String: String] = [:], refreshes: Bool = true) -> TestClient {
    var texts = ["/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n", "/w/errors.ndjson": stream]
    texts.merge(more) { $1 }
    return TestClient(texts, capabilities: #"{"workspace": {"codeLens": {"refreshSupport": \#(refreshes)}}}"#)
  }

  private static func lenses(_ client: TestClient, _ path: String = "/w/a.yaml") -> [String] {
    let answer = client.answer(
      "textDocument/codeLens",
      #"{"textDocument": {"uri": "\#(FileURI.uri(of: path))"}}"#
    )
    return (answer?.elements ?? []).map { node in
      let line = Int(node["range", "start", "line"]?.text ?? "") ?? -1
      return "\(line + 1) \(node["command", "title"]?.text ?? "")"
    }
  }

  private static func refreshes(_ client: TestClient) -> Int {
    client.sent.count { $0["method"]?.text == "workspace/codeLens/refresh" }
  }

  @Test("say above each rule how many errors of the stream it answers, and above a responder its share")
  func counts() {
    let client = Self.client()
    client.open("/w/a.yaml", Self.rules)
    client.finish()
    #expect(
      Self.lenses(client) == [
        "3 answered 5 of 5 · 100.0 %",
        "5 answered 1 of 5 · 1 exhausted · explain",
        "6 answered 0 of 5 · 2 passed on · explain",
        "7 answered 1 of 5 · explain",
        "9 answered 3 of 5 · explain",
      ]
    )
    #expect(Self.refreshes(client) == 1)
  }

  @Test(
    "say above the root how many errors nobody handles, and offer rules for them, in the file that is to get them"
  )
  func unhandled() {
    let part = "version: 1\nresponders:\n  - { id: part, parent: app, origins: [ net ], rules: [] }\n"
    let rules = """
      version: 1
      imports: [ b.yaml ]
      responders:
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: retry }

      """
    let client = Self.client(["/w/a.yaml": rules, "/w/b.yaml": part])
    client.open("/w/a.yaml", rules)
    client.open("/w/b.yaml", part)
    client.finish()
    #expect(
      Self.lenses(client) == [
        "4 answered 2 of 5 · 40.0 %", "4 3 errors that nobody handles · 3 kinds · draft rules",
        "6 answered 2 of 5 · explain",
      ]
    )
    #expect(Self.lenses(client, "/w/b.yaml") == ["3 answered 0 of 5 · 0.0 %"])
  }

  @Test("count the text as it is now; until then the counts move with their rules")
  func edits() {
    let client = Self.client()
    client.open("/w/a.yaml", Self.rules)
    client.finish()
    client.edit("/w/a.yaml", "version: 1\n", "# shop\nversion: 1\n")
    client.edit("/w/a.yaml", "status: 403", "status: 404")
    client.edit("/w/a.yaml", "status: 503", "status: 504")
    client.settle()
    #expect(Self.lenses(client).dropFirst(3).first == "8 answered 1 of 5 · explain")
    client.finish()
    #expect(
      Self.lenses(client).dropFirst() == [
        "6 answered 0 of 5",
        "7 answered 0 of 5 · 2 passed on · explain",
        "8 answered 1 of 5 · explain",
        "10 answered 4 of 5 · explain",
      ]
    )
    #expect(Self.refreshes(client) == 2)
  }

  @Test("stay while the text can't be used")
  func broken() {
    let client = Self.client()
    client.open("/w/a.yaml", Self.rules)
    client.finish()
    client.edit("/w/a.yaml", "otherwise: { then: abort }", "otherwise: { then: ")
    client.finish()
    #expect(Self.lenses(client).contains("7 answered 1 of 5 · explain"))
  }

  @Test("count an imported file with the rules that import it")
  func imported() {
    let client = Self.client([
      "/w/a.yaml":
        "version: 1\nimports: [ parts/b.yaml ]\nresponders: [ { id: app, otherwise: { then: cancel } } ]\n"
    ])
    let part = """
      version: 1
      responders:
        - id: part
          parent: app
          origins: [ net.* ]
          rules: [ { id: gone, when: { status: 404 }, then: cancel } ]

      """
    client.files.texts["/w/parts/b.yaml"] = part
    client.files.texts["/w/errors.ndjson"] = #"{"status":404,"origin":"net.x"}"# + "\n" + Self.stream
    client.open("/w/parts/b.yaml", part)
    client.finish()
    #expect(
      Self.lenses(client, "/w/parts/b.yaml") == [
        "3 answered 1 of 6 · 16.7 %", "6 answered 1 of 6 · explain",
      ]
    )
  }

  @Test("say once why a stream can't be replayed")
  func faults() {
    for (configuration, reason) in [
      ("stream: gone.ndjson", "does not exist"), ("stream: ../x/errors.ndjson", "outside the folder"),
      ("stream: errors.ndjson\ninput: none.mapping.yaml", "no such mapping"),
    ] {
      let client = Self.client([
        "/w/.errctl.yaml": "version: 1\n\(configuration)\n", "/x/errors.ndjson": "{}",
      ])
      client.open("/w/a.yaml", Self.rules)
      client.finish()
      client.edit("/w/a.yaml", "status: 403", "status: 404")
      client.finish()
      let said = client.sent.filter { $0["method"]?.text == "window/showMessage" }
      #expect(said.count == 1, "\(configuration)")
      #expect(said.first?["params", "message"]?.text.contains(reason) == true, "\(said)")
      #expect(Self.lenses(client) == [])
    }
  }

  @Test("are not asked for again by a client that can't")
  func withoutRefresh() {
    let client = Self.client(refreshes: false)
    client.open("/w/a.yaml", Self.rules)
    client.finish()
    #expect(Self.refreshes(client) == 0)
    #expect(Self.lenses(client).count == 5)
  }

  @Test("are “run” above a suite and each of its cases")
  func suites() {
    let client = Self.client(["/w/a.yaml": Self.rules])
    let suite =
      "version: 1\ncases:\n  - { name: one, error: { status: 403 } }\n  - name: two\n    error: { status: 404 }\n"
    client.open("/w/a.test.yaml", suite)
    client.finish()
    #expect(Self.lenses(client, "/w/a.test.yaml") == ["1 run", "3 run", "4 run"])
  }
}
