import LanguageServer
import Source
import Testing

@Suite struct CodeActionsTests {
  private static let rules = "/w/rules.yaml"
  private static let text = """
    version: 1
    lists:
      unused: [ 1 ]
    categories:
      - { name: busy, when: { status: 503 } }
    responders:
      - id: app
        rules:
          - { id: busy, when: { category: bussy }, then: cancel }
        otherwise: { then: cancel }

    """

  private func actions(_ client: TestClient, line: Int, only: String? = nil) -> [Node] {
    let context = only.map { #"{"diagnostics": [], "only": ["\#($0)"]}"# } ?? #"{"diagnostics": []}"#
    let place = #"{"line": \#(line - 1), "character": 40}"#
    let params =
      #"{"textDocument": {"uri": "file://\#(Self.rules)"}, "range": {"start": \#(place), "end": \#(place)}, "context": \#(context)}"#
    return client.answer("textDocument/codeAction", params)?.elements ?? []
  }

  private func apply(_ action: Node?, to client: TestClient) {
    let edits = action?["edit", "changes", "file://\(Self.rules)"]?.elements ?? []
    // From the last to the first, as clients do.
    for edit in edits.reversed() {
      client.change(
        Self.rules,
        "[\(JSONWriter.line(.made([("range", edit["range"] ?? .null), ("text", edit["newText"] ?? .null)])))]"
      )
    }
  }

  @Test func aFindingIsFixedByItsPatch() {
    let client = TestClient()
    client.open(Self.rules, Self.text)
    client.settle()
    #expect(client.codes(Self.rules) == ["unknown-category 9"])
    let fixes = actions(client, line: 9)
    #expect(fixes.first?["title"]?.text == "Change “bussy” to “busy”")
    #expect(fixes.first?["kind"]?.text == "quickfix")
    #expect(fixes.first?["diagnostics", "0", "code"]?.text == "unknown-category")
    apply(fixes.first, to: client)
    client.finish()
    #expect(client.codes(Self.rules) == ["unused-name 3"])
    #expect(actions(client, line: 9).allSatisfy { $0["edit"] == nil })
  }

  @Test func allFixesAreMadeRoundByRound() {
    let client = TestClient()
    client.open(Self.rules, Self.text)
    let actions = actions(client, line: 1, only: "source.fixAll")
    #expect(actions.map { $0["kind"]?.text } == ["source.fixAll.errctl"])
    apply(actions.first, to: client)
    client.finish()
    #expect(client.codes(Self.rules) == [])
    #expect(!client.text(Self.rules).contains("unused"))
    #expect(self.actions(client, line: 1, only: "source.fixAll").isEmpty)
  }

  @Test func onlyTheKindsAskedForAreOffered() {
    let client = TestClient()
    client.open(Self.rules, Self.text)
    client.settle()
    #expect(actions(client, line: 9, only: "refactor").isEmpty)
    #expect(actions(client, line: 9, only: "quickfix").count == 1)
  }

  @Test func aRequestAboutAnOlderTextIsGivenUp() {
    let client = TestClient()
    client.open(Self.rules, Self.text)
    client.settle()
    let place = #"{"line": 0, "character": 0}"#
    let id = client.request(
      "textDocument/codeAction",
      #"{"textDocument": {"uri": "file://\#(Self.rules)"}, "range": {"start": \#(place), "end": \#(place)}, "context": {"diagnostics": [], "only": ["source"]}}"#
    )
    client.edit(Self.rules, "busy", "full")
    #expect(client.answer(to: id)?["code"]?.text == "-32801")
  }

  @Test func editsNameTheVersionForClientsThatCheckIt() {
    let client = TestClient(capabilities: #"{"workspace": {"workspaceEdit": {"documentChanges": true}}}"#)
    client.open(Self.rules, Self.text)
    client.settle()
    let edit = actions(client, line: 9).first?["edit", "documentChanges", "0"]
    #expect(edit?["textDocument", "version"]?.text == "1")
    #expect(edit?["edits", "0", "newText"]?.text == "busy")
  }
}
