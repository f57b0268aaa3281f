import LanguageServer
import Source
import Testing

@Suite struct NamesTests {
  private static let files = [
    "/w/rules.yaml": """
    version: 1
    imports: [ parts/names.yaml ]
    codes:
      acme: { DECLINED: 1 }
    categories:
      - { name: busy, when: { status: $slow } }
    breakers:
      pay: { when: { category: busy }, atLeast: 3, within: 1m, stays: 1m }
    responders:
      - id: app
        rules:
          - { id: later, when: { category: [ busy ], open: pay }, do: [ { present: sorry } ] }
          - { id: card, when: { domain: acme, code: DECLINED }, then: { emit: "declined" } }
        events:
          - { id: told, when: { event: declined }, then: handled }
        otherwise: { then: cancel }
      - id: pay
        parent: 'app'

    """,
    "/w/parts/names.yaml": """
    version: 1
    lists: { slow: [ 429, 503 ] }
    alerts:
      sorry: { title: Sorry, buttons: [ { title: OK, then: cancel } ] }

    """,
    "/w/rules.test.yaml": """
    version: 1
    cases:
      - name: busy
        error: { status: 503 }
        expect: { by: app/later, category: busy, path: [ app ] }

    """,
    "/w/other.yaml": """
    version: 1
    imports: [ parts/names.yaml ]
    categories:
      - { name: busy, when: { status: "$slow" } }
    responders:
      - id: app
        rules: [ { id: later, when: { category: busy }, then: cancel } ]

    """,
  ]

  private func client(open paths: String...) -> TestClient {
    let client = TestClient(Self.files)
    for path in paths { client.open(path) }
    client.finish()
    return client
  }

  /// The places of the answer, as `file:line:character` with lines from 1.
  private func places(_ node: Node?) -> [String] {
    (node?.elements ?? []).map { place in
      let start = place["range", "start"]
      let line = (start?["line"]?.text).flatMap { Int($0) } ?? -1
      return
        "\(place["uri"]?.text.dropFirst("file:///w/".count) ?? ""):\(line + 1):\(start?["character"]?.text ?? "")"
    }.sorted()
  }

  /// The cursor stands in the first occurrence of a text.
  private func params(_ client: TestClient, _ path: String, _ text: String, _ more: String = "") -> String {
    let (line, character) = client.place(path, text)
    return
      #"{"textDocument": {"uri": "file://\#(path)"}, "position": {"line": \#(line), "character": \#(character)}\#(more)}"#
  }

  @Test(arguments: [
    ("/w/rules.yaml", "slow }", "parts/names.yaml:2:9"), ("/w/rules.yaml", "sorry", "parts/names.yaml:4:2"),
    ("/w/rules.yaml", "busy ]", "rules.yaml:6:12"), ("/w/rules.yaml", "pay }, do", "rules.yaml:8:2"),
    ("/w/rules.yaml", "DECLINED }, then", "rules.yaml:4:10"),
    ("/w/rules.yaml", "declined }", "rules.yaml:13:75"),
    ("/w/rules.yaml", "app'", "rules.yaml:10:8"), ("/w/rules.test.yaml", "later", "rules.yaml:12:14"),
    ("/w/rules.test.yaml", "app/", "rules.yaml:10:8"),
    ("/w/rules.test.yaml", "busy, path", "rules.yaml:6:12"),
    ("/w/rules.yaml", "parts/", "parts/names.yaml:1:0"),
  ]) func aNameLeadsToItsDeclaration(path: String, text: String, place: String) {
    let client = client(open: "/w/rules.yaml", "/w/rules.test.yaml")
    #expect(places(client.answer("textDocument/definition", params(client, path, text))) == [place])
  }

  @Test func referencesAreFoundInImportsAndSuites() {
    let client = client(open: "/w/rules.yaml")
    let all = client.answer("textDocument/references", params(client, "/w/rules.yaml", "busy"))
    #expect(
      places(all) == ["rules.test.yaml:5:39", "rules.yaml:12:41", "rules.yaml:6:12", "rules.yaml:8:27"]
    )
    let context = #", "context": {"includeDeclaration": false}"#
    let uses = client.answer("textDocument/references", params(client, "/w/rules.yaml", "busy", context))
    #expect(places(uses).count == 3)
  }

  @Test func aSharedNameIsFoundInEveryFileThatImportsIt() {
    let client = client(open: "/w/parts/names.yaml")
    let all = client.answer("textDocument/references", params(client, "/w/parts/names.yaml", "slow"))
    #expect(places(all) == ["other.yaml:4:36", "parts/names.yaml:2:9", "rules.yaml:6:35"])
    // The other file's category has the same word and is another one.
    let other = self.client(open: "/w/rules.yaml", "/w/other.yaml")
    let busy = other.answer("textDocument/references", params(other, "/w/other.yaml", "busy"))
    #expect(places(busy) == ["other.yaml:4:12", "other.yaml:7:44"])
  }

  @Test func namesInListsAreNames() {
    let client = TestClient([
      "/w/rules.yaml": """
      version: 1
      imports: [ lists.yaml ]
      codes: { acme: { DECLINED: 1 } }
      responders:
        - id: app
          rules: [ { id: card, when: { domain: acme, code: $cards }, then: cancel } ]

      """,
      "/w/lists.yaml": "version: 1\nlists: { cards: [ DECLINED, OTHER ] }\n",
    ])
    client.open("/w/lists.yaml")
    client.finish()
    let all = client.answer("textDocument/references", params(client, "/w/lists.yaml", "DECLINED"))
    #expect(places(all) == ["lists.yaml:2:18", "rules.yaml:3:17"])
  }

  @Test func aSuiteOfSeveralRuleFilesTiesTheirNames() {
    let rules =
      "version: 1\ncategories: [ { name: busy, when: { status: 503 } } ]\nresponders: [ { id: app } ]\n"
    let files = [
      "/w/a.yaml": rules, "/w/b.yaml": rules,
      "/w/both.test.yaml": """
      version: 1
      rules: [ a.yaml, b.yaml ]
      cases: [ { name: x, error: { status: 503 }, expect: { category: busy } } ]

      """,
    ]
    let client = TestClient(files)
    client.open("/w/a.yaml")
    client.finish()
    let all = client.answer("textDocument/references", params(client, "/w/a.yaml", "busy"))
    #expect(places(all) == ["a.yaml:2:22", "b.yaml:2:22", "both.test.yaml:3:64"])
  }

  @Test func renamingChangesEveryPlaceAndNothingElse() {
    let client = client(open: "/w/rules.yaml", "/w/rules.test.yaml")
    for (old, new, text) in [
      ("later", "wait", "later"), ("busy", "full", "busy"), ("slow", "tardy", "slow }"),
      ("app", "root", "app'"), ("declined", "refused", "declined"),
    ] {
      let answer = client.answer(
        "textDocument/rename",
        params(client, "/w/rules.yaml", text, #", "newName": "\#(new)""#)
      )
      #expect(answer?["changes"] != nil, "\(old)")
      client.apply(answer)
      client.finish()
      #expect(
        client.codes("/w/rules.yaml") == self.client(open: "/w/rules.yaml").codes("/w/rules.yaml"),
        "\(old)"
      )
      #expect(client.codes("/w/rules.test.yaml") == [], "\(old)")
    }
    #expect(client.text("/w/rules.test.yaml").contains("by: root/wait, category: full, path: [ root ]"))
  }

  @Test(arguments: ["", "a b", "#x", "a/b", "404", "null", "a: b", "$x", "-", "x."]) func aNameHasToBeOne(
    name: String
  ) {
    let client = client(open: "/w/rules.yaml")
    let answer = client.answer(
      "textDocument/rename",
      params(client, "/w/rules.yaml", "busy", #", "newName": \#(name.debugDescription)"#)
    )
    #expect(answer?["code"]?.text == "-32803")
  }

  @Test func aNameThatIsTakenIsRefused() {
    let client = client(open: "/w/rules.yaml")
    let answer = client.answer(
      "textDocument/rename",
      params(client, "/w/rules.yaml", "later", #", "newName": "card""#)
    )
    #expect(answer?["message"]?.text.contains("already") == true)
  }

  @Test func onlyWhatIsDeclaredCanBeRenamed() {
    let client = client(open: "/w/rules.yaml")
    #expect(
      client.answer("textDocument/prepareRename", params(client, "/w/rules.yaml", "busy"))?["placeholder"]?
        .text == "busy"
    )
    #expect(
      client.answer("textDocument/prepareRename", params(client, "/w/rules.yaml", "version"))?.isNull == true
    )
    client.replace(
      "/w/rules.yaml",
      by: "version: 1\nresponders: [ { id: app, always: [ { perform: track } ] } ]\n"
    )
    let answer = client.answer("textDocument/prepareRename", params(client, "/w/rules.yaml", "track"))
    #expect(answer?["message"]?.text.contains("The app gives “track” its meaning") == true)
  }

  @Test func namesInQuotesAreRenamedInsideThem() {
    let client = client(open: "/w/other.yaml")
    client.apply(
      client.answer("textDocument/rename", params(client, "/w/other.yaml", "slow", #", "newName": "late""#))
    )
    #expect(client.text("/w/other.yaml").contains("\"$late\""))
  }
}
