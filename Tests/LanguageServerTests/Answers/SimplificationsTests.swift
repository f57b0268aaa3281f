import LanguageServer
import Source
import Testing

@Suite("What a rule file could do without")
struct SimplificationsTests {
  private static let rules = "/w/rules.yaml"
  private static let text = """
    version: 1

    responders:
      - id: app
        rules:
          - { id: busy, when: { status: 503 }, then: abort }
          - { id: never, when: { status: 503, type: X }, then: abort }
          # what is gone
          - { id: gone, when: { status: 404 }, then: cancel }
          - id: away
            when: { status: 410 }
            then: cancel
        otherwise: { then: cancel }

    """

  private func actions(_ client: TestClient, line: Int, only: String?) -> [Node] {
    let context = only.map { #"{"diagnostics": [], "only": ["\#($0)"]}"# } ?? #"{"diagnostics": []}"#
    let place = #"{"line": \#(line - 1), "character": 4}"#
    let params =
      #"{"textDocument": {"uri": "file://\#(Self.rules)"}, "range": {"start": \#(place), "end": \#(place)}, "context": \#(context)}"#
    let found = client.answer("textDocument/codeAction", params)?.elements ?? []
    return found.filter { $0["title"]?.text.hasPrefix("Simplify") == true }
  }

  private func open(_ texts: [String: String] = [:]) -> TestClient {
    let client = TestClient(texts)
    client.open(Self.rules, Self.text)
    client.finish()
    return client
  }

  @Test("All of it goes at once, where the source action is asked for by name")
  func whole() {
    let client = open()
    let found = actions(client, line: 1, only: "source")
    #expect(found.map { $0["kind"]?.text } == ["source.errctl.simplify"])
    client.apply(found.first?["edit"])
    #expect(
      client.text(Self.rules)
        == """
        version: 1

        responders:
          - id: app
            rules:
              - { id: busy, when: { status: 503 }, then: abort }
              # what is gone
              - { id: gone, when: { status: [ 404, 410 ] }, then: cancel }
            otherwise: { then: cancel }

        """
    )
    #expect(actions(client, line: 1, only: "source.errctl.simplify").isEmpty)
  }

  @Test("A refactoring changes what is at the cursor")
  func single() {
    let client = open()
    #expect(actions(client, line: 1, only: "refactor").isEmpty)
    let found = actions(client, line: 7, only: "refactor")
    #expect(
      found.map { $0["title"]?.text } == [
        "Simplify: Without “never”, every error is decided by the same rule as before. Delete it."
      ]
    )
    client.apply(found.first?["edit"])
    #expect(!client.text(Self.rules).contains("never"))
    #expect(client.text(Self.rules).contains("away"))
  }

  @Test("It is neither a finding nor in the menu that editors open by themselves")
  func unasked() {
    let client = open()
    #expect(!client.codes(Self.rules).contains { $0.hasPrefix("needless") || $0.hasPrefix("mergeable") })
    #expect(actions(client, line: 7, only: nil).isEmpty)
    #expect(actions(client, line: 7, only: "quickfix").isEmpty)
    #expect(actions(client, line: 7, only: "source.fixAll").isEmpty)
  }

  @Test("A rule that a suite names is not merged away, nor one that a gate names")
  func named() {
    let suite = "/w/tests/own.test.yaml"
    let cases = "cases: [ { name: a, error: { status: 410 }, expect: { evaluation: cancel, by: app/away } } ]"
    let texts = [
      "/w/.errctl.yaml": "version: 1\nsuites: tests\n",
      suite: "version: 1\nrules: ../rules.yaml\n\(cases)\n",
    ]
    let gate = ["/w/.errctl.yaml": "version: 1\nfail-on: { replay: [ 'rule(\"app/away\") > 0' ] }\n"]
    for texts in [texts, gate] {
      let client = open(texts)
      client.apply(actions(client, line: 1, only: "source").first?["edit"])
      #expect(client.text(Self.rules).contains("away") && !client.text(Self.rules).contains("never"))
    }
  }

  @Test("A file that others import stays as it is")
  func imported() {
    let client = open(["/w/app.yaml": "version: 1\nimports: [ rules.yaml ]\n", Self.rules: Self.text])
    #expect(actions(client, line: 7, only: "source").isEmpty)
  }

  @Test("Rules are sorted by the sample stream's counts")
  func sorted() {
    let rule = { (status: Int) in
      "      - { id: s\(status), when: { status: \(status) }, then: \(["cancel", "abort", "proceed"][status % 3]) }\n"
    }
    let head = "version: 1\n\nresponders:\n  - id: app\n    rules:\n"
    let records = String(repeating: #"{"type": "A", "status": 504}"# + "\n", count: 120)
    let client = TestClient([
      "/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n", "/w/errors.ndjson": records,
      Self.rules: head + [404, 502, 504].map(rule).joined(),
    ])
    client.open(Self.rules)
    client.finish()
    let found = actions(client, line: 4, only: "source.errctl.simplify")
    client.apply(found.first?["edit"])
    #expect(client.text(Self.rules) == head + [504, 404, 502].map(rule).joined())
  }
}
