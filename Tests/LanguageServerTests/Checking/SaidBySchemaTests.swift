import LanguageServer
import Source
import Testing

/// `errctl lsp --beside-yaml-language-server`.
@Suite struct SaidBySchemaTests {
  private static let schema = "# yaml-language-server: $schema=schemas/rule-file.json\n"
  private static let text = """
    version: 1
    responders:
      - id: app
        rules:
          - id: busy
            when: { category: bussy }
            then: { retry: { maxAttempts: none, patience: 3 } }
          - { id: gone, when: { statsu: 410 }, then: { retry: { backoff: { initial: 5x } } } }
          - { when: { status: 404 }, then: cancle }
        otherwise: { then: cancel }

    """

  private func codes(_ path: String, _ text: String, isBeside: Bool = true) -> [String] {
    let client = TestClient(isBesideYAMLServer: isBeside)
    client.open(path, text)
    client.settle()
    return client.codes(path)
  }

  @Test func whatTheSchemaRejectsIsLeftToItsServer() {
    #expect(codes("/w/rules.yaml", Self.schema + Self.text) == ["unknown-category 7"])
  }

  @Test func everythingIsSaidWhereNoSchemaIsNamedOrNoOtherServerRuns() {
    let all = [
      "unknown-category 6", "wrong-type 7", "unknown-key 7", "unknown-key 8", "wrong-type 8",
      "unknown-verdict 9",
    ]
    #expect(codes("/w/rules.yaml", Self.text) == all)
    #expect(codes("/w/rules.yaml", Self.schema + Self.text, isBeside: false).count == all.count)
  }

  @Test func aTextThatIsNoYAMLIsLeftToIt() {
    let open = "version: 1\nresponders: [\n"
    #expect(codes("/w/rules.yaml", Self.schema + open) == [])
    #expect(codes("/w/rules.yaml", open) == ["syntax-error 2"])
  }

  @Test func aMissingKeyIsLeftToItWhereverItIsMarked() {
    let text = """
      version: 1
      name:
      breakers: { pay: { atLeast: 5, within: 1m } }
      responders:
        - { id: app, abstract: true, parent: base, unhandled: abort }

      """
    #expect(codes("/w/rules.yaml", Self.schema + text) == [])
    #expect(codes("/w/rules.yaml", text).count >= 4)
  }

  @Test func mistakesThatASchemaCannotSeeStay() {
    let text = """
      \(Self.schema)version: 1
      lists: { bad: [ 500, gone ] }
      matchers: { failed: { status: $bad } }
      categories:
        - { name: manual }
        - { name: urgent, when: { category: manual } }
      responders:
        - { id: app, otherwise: { then: cancel } }
        - { id: app, otherwise: { then: cancel } }

      """
    #expect(codes("/w/rules.yaml", text) == ["wrong-type 3", "wrong-value 7", "duplicate-id 10"])
  }

  @Test func namesAreOfferedAndExplainedButNotKeys() {
    let client = TestClient(isBesideYAMLServer: true)
    let path = "/w/rules.yaml"
    client.open(path, Self.schema + Texts.clean)
    client.finish()
    client.edit(path, "status: 503", "category: ")
    func asked(_ method: String, _ place: (line: Int, character: Int)) -> Node? {
      client.answer(
        "textDocument/\(method)",
        #"{"textDocument": {"uri": "file://\#(path)"}, "position": {"line": \#(place.line), "character": \#(place.character)}}"#
      )
    }
    func labels(behind text: String) -> [String] {
      let place = client.place(path, text)
      let items = asked("completion", (place.line, place.character + text.utf16.count))?["items"]?.elements
      return (items ?? []).map { $0["label"]?.text ?? "" }
    }
    #expect(labels(behind: "category: ") == [])
    client.edit(path, "responders:", "categories:\n  - { name: manual }\nresponders:")
    #expect(labels(behind: "category: ") == ["manual"])
    #expect(labels(behind: "then: ") == [])
    #expect(asked("hover", client.place(path, "rules:"))?.isNull == true)
    #expect(asked("hover", client.place(path, "busy"))?["contents"] != nil)
  }
}
