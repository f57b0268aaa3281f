import JSONRPC
import LanguageServer
import RuleEngine
import Testing

@Suite("The command that drafts rules", .enabled(if: YAMLEvents.isSupported))
struct DraftRulesTests {
  private static func run(_ client: TestClient) -> Node? {
    client.answer(
      "workspace/executeCommand",
      #"{"command": "errctl.draftRules", "arguments": [{"uri": "file:///w/a.yaml"}]}"#
    )
  }

  private static func asked(_ client: TestClient, _ method: String) -> [Node] {
    client.sent.filter { $0["method"]?.text == method }.compactMap { $0["params"] }
  }

  @Test(
    "drafts a rule for every kind of errors that nobody handles, where it belongs, and says what is proved"
  )
  func draft() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            # busy
            - { id: again, when: { status: 503 }, then: retry }
        - { id: cart, parent: app, origins: [ cart ], rules: [] }

      """
    let stream = """
      {"status":503,"attempt":1}
      {"type":"Cart","case":"full","origin":"cart","message":"password=hunter2abc"}
      {"message":"disk 3 is full"}
      {"message":"disk 4 is full"}

      """
    let client = TestClient(
      [
        "/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n", "/w/errors.ndjson": stream,
        "/w/a.yaml": rules,
      ],
      capabilities:
        #"{"window": {"showDocument": {"support": true}}, "workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}}"#
    )
    client.open("/w/a.yaml")
    client.finish()
    let offered = client.answer(
      "textDocument/codeAction",
      #"{"textDocument": {"uri": "file:///w/a.yaml"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "context": {"diagnostics": []}}"#
    )
    #expect(
      offered?.elements?.contains {
        $0["title"]?.text == "Draft rules for 3 errors that nobody handles · 2 kinds"
      } == true
    )
    let answer = Self.run(client)
    let edit = try #require(Self.asked(client, "workspace/applyEdit").first?["edit", "documentChanges", "0"])
    client.apply(.made([("changes", .made([("file:///w/a.yaml", edit["edits"] ?? .null)]))]))
    #expect(
      client.text("/w/a.yaml")
        == rules.replacing(
          "then: retry }\n",
          with: """
            then: retry }
                  # 2 errors like disk <n> is full; decide: proceed, retry, cancel or abort
                  - id: disk-is-full
                    when: { message: { glob: disk * is full } }
                    then: cancel
                    suppress: { localised-text: these errors have nothing but a message }
                  # 1 error like Cart.full; decide: proceed, retry, cancel or abort
                  - { id: full, when: { type: Cart, case: full }, then: cancel }

            """
        )
    )
    let proof =
      "With these 2 rules, no error is left unhandled. Every other error is decided as before (proved for every error)."
    let text = answer?["text"]?.text ?? ""
    #expect(
      text.hasPrefix(proof) && text.contains("+      - { id: full") && !text.contains("hunter2abc"),
      "\(text)"
    )
    #expect(Self.asked(client, "window/showMessage").last?["message"]?.text.hasPrefix(proof) == true)
    #expect(Self.asked(client, "window/showDocument").last?["selection", "start", "line"]?.text == "6")
    client.finish()
    #expect(
      Self.run(client)?["text"]?.text == "Every error is handled."
    )
  }
}
