import LanguageServer
import Source
import Testing

/// Diagnostics of open files, and of those that belong to them.
@Suite struct PublicationTests {
  private static let rules = "/w/rules.yaml"

  @Test func namesComeAtOnceAndProofsLater() {
    let client = TestClient()
    let text = Texts.shadowed + "escalation: [ ap ]\n"
    client.open(Self.rules, text)
    client.settle()
    #expect(client.codes(Self.rules) == ["unknown-responder 8"])
    client.replace(Self.rules, by: Texts.shadowed)
    client.settle()
    #expect(client.codes(Self.rules) == [])
    client.finish()
    #expect(client.codes(Self.rules) == ["unreachable-rule 6"])
  }

  @Test func whatIsProvedStaysInItsPlaceWhileTheTextChangesElsewhere() {
    let client = TestClient()
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    client.edit(Self.rules, "responders:", "# one\n# two\nresponders:")
    client.settle()
    #expect(client.codes(Self.rules) == ["unreachable-rule 8"])
    client.edit(Self.rules, "down", "dawn")
    client.settle()
    #expect(client.codes(Self.rules) == [])
    client.finish()
    #expect(client.codes(Self.rules) == ["unreachable-rule 8"])
  }

  @Test func diagnosticsNameTheVersionOfTheText() {
    let client = TestClient()
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    client.replace(Self.rules, by: "version: 1\nresponders: []\n")
    client.finish()
    #expect(client.sent.last?["params", "version"]?.text == "2")
  }

  @Test func unsavedImportsAreRead() {
    let client = TestClient([
      "/w/rules.yaml": """
      version: 1
      imports: [ parts/names.yaml ]
      responders:
        - id: app
          rules: [ { id: busy, when: { matcher: busy }, then: cancel } ]
          otherwise: { then: cancel }

      """,
      "/w/parts/names.yaml": "version: 1\nmatchers:\n  busy: { status: 503 }\n",
    ])
    client.open("/w/rules.yaml")
    client.open("/w/parts/names.yaml")
    client.finish()
    #expect(client.codes("/w/rules.yaml") == [])
    client.edit("/w/parts/names.yaml", "busy", "full")
    client.settle()
    #expect(client.codes("/w/rules.yaml") == ["unknown-matcher 5"])
    client.close("/w/parts/names.yaml")
    client.settle()
    #expect(client.codes("/w/rules.yaml") == [])
  }

  @Test func aRuleThatMultipliesTheTriesBelowIsNamedAndFollowsTheLayersBelow() {
    let client = TestClient([
      "/w/.errctl.yaml": "version: 1\nlayers: [ 3, below/gateway.yaml, rules.yaml ]\n",
      "/w/below/gateway.yaml": """
      version: 1
      responders:
        - { id: gateway, otherwise: { then: { retry: { maxAttempts: 2, exhausted: abort } } } }

      """,
    ])
    client.open(
      "/w/rules.yaml",
      """
      version: 1
      responders:
        - { id: app, otherwise: { then: { retry: { maxAttempts: 4, exhausted: abort } } } }

      """
    )
    var said: String {
      client.diagnostics("/w/rules.yaml").compactMap { $0["message"]?.string }.joined(separator: "\n")
    }
    client.open("/w/below/gateway.yaml")
    client.finish()
    #expect(said.contains("3 (a client) × 2 (below/gateway.yaml) × 4 (here)"))
    client.edit("/w/below/gateway.yaml", "maxAttempts: 2", "maxAttempts: 5")
    client.finish()
    #expect(said.contains("3 (a client) × 5 (below/gateway.yaml) × 4 (here)"))
    // No number without all the layers.
    client.edit("/w/below/gateway.yaml", "maxAttempts: 5", "maxAttempts: none")
    client.finish()
    #expect(!said.contains("a client"))
  }

  @Test func filesThatImportAnOpenOneAreChecked() {
    let client = TestClient([
      "/w/rules.yaml": """
      version: 1
      imports: [ parts/all.yaml ]
      responders:
        - id: app
          rules: [ { id: busy, when: { matcher: busy }, then: cancel } ]
          otherwise: { then: cancel }

      """,
      "/w/parts/all.yaml": "version: 1\nimports: [ names.yaml ]\n",
      "/w/parts/names.yaml": "version: 1\nmatchers:\n  busy: { status: 503 }\n",
    ])
    client.open("/w/parts/names.yaml")
    client.edit("/w/parts/names.yaml", "busy", "full")
    client.finish()
    #expect(client.codes("/w/rules.yaml") == ["unknown-matcher 5"])
    client.edit("/w/parts/names.yaml", "full", "busy")
    client.finish()
    #expect(client.codes("/w/rules.yaml") == [])
    client.edit("/w/parts/names.yaml", "busy", "full")
    client.finish()
    client.close("/w/parts/names.yaml")
    client.finish()
    #expect(client.codes("/w/rules.yaml") == [])
  }

  @Test func anImportThatIsOnlyOpenAndNotSavedCounts() {
    let client = TestClient()
    client.open("/w/rules.yaml", "version: 1\nimports: [ new.yaml ]\n")
    client.settle()
    #expect(client.codes("/w/rules.yaml") == ["missing-import 2"])
    client.open("/w/new.yaml", "version: 1\nmatchers: {}\n")
    client.settle()
    #expect(client.codes("/w/rules.yaml") == [])
  }

  @Test func suitesOfAnOpenRuleFileAreChecked() {
    let client = TestClient([
      "/w/rules.yaml": Texts.clean,
      "/w/rules.test.yaml": """
      version: 1
      cases:
        - name: busy
          error: { status: 503 }
          expect: { by: app/busy }

      """,
    ])
    client.open(Self.rules)
    client.finish()
    #expect(client.codes("/w/rules.test.yaml") == [])
    client.edit(Self.rules, "id: busy", "id: full")
    client.settle()
    #expect(client.codes("/w/rules.test.yaml") == ["unknown-rule 5"])
    client.open("/w/rules.test.yaml")
    client.edit("/w/rules.test.yaml", "app/busy", "app/full")
    client.settle()
    #expect(client.codes("/w/rules.test.yaml") == [])
  }

  @Test func mappingsAndConfigurationsAreChecked() {
    let client = TestClient()
    client.open("/w/own.mapping.yaml", "mapping: 1\nnaem: own\n")
    client.open("/w/.errctl.yaml", "version: 1\nlevels: { unreachable-rul: off }\n")
    client.settle()
    #expect(client.codes("/w/own.mapping.yaml").contains("unknown-key 2"))
    #expect(client.codes("/w/.errctl.yaml") == ["unknown-key 2"])
  }

  @Test func anUnsavedConfigurationCounts() {
    let client = TestClient()
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    client.open("/w/.errctl.yaml", "version: 1\nlevels: { unreachable-rule: off }\n")
    client.finish()
    #expect(client.codes(Self.rules) == [])
    client.edit("/w/.errctl.yaml", "off", "note")
    client.finish()
    #expect(client.diagnostics(Self.rules).map { $0["severity"]?.text } == ["3"])
    client.close("/w/.errctl.yaml")
    client.finish()
    #expect(client.diagnostics(Self.rules).map { $0["severity"]?.text } == ["2"])
  }

  @Test(arguments: [
    "version: \"3\"\nservices:\n  app: { image: x }\n", "version: 2\njobs: {}\n", "name: x\nversion: 1.2.3\n",
    "a: 1\n",
    "- 1\n", "", "version: 1\nservices: {}\n", "a: [\n",
  ]) func otherFilesAreLeftAlone(text: String) {
    let client = TestClient()
    client.open("/w/other.yaml", text)
    client.finish()
    #expect(client.sent.isEmpty)
  }

  @Test func policiesOfOtherSystemsAreCheckedWhereErrctlIsConfigured() {
    let policy = """
      methodConfig:
        - name: [ {} ]
          retryPolicy: { maxAttempts: 9, initialBackoff: 1s, maxBackoff: 1s, backoffMultiplier: 2, retryableStatusCodes: [ UNAVAILABLE ] }

      """
    let client = TestClient()
    client.open("/w/grpc.yaml", policy)
    client.finish()
    #expect(client.sent.isEmpty)
    let configured = TestClient(["/w/.errctl.yaml": "version: 1\n"])
    configured.open("/w/grpc.yaml", policy)
    configured.finish()
    #expect(!configured.codes("/w/grpc.yaml").isEmpty)
  }

  @Test func aRuleFileThatCantBeReadIsStillOne() {
    let client = TestClient()
    client.open(Self.rules, "version: 1\nresponders: [\n")
    client.settle()
    #expect(client.diagnostics(Self.rules).count == 1)
  }

  @Test func closingTakesDiagnosticsBack() {
    let client = TestClient([Self.rules: Texts.shadowed])
    client.open(Self.rules)
    client.finish()
    client.close(Self.rules)
    client.finish()
    #expect(client.codes(Self.rules) == [])
    let count = client.sent.count
    client.finish()
    #expect(client.sent.count == count)
  }

  @Test func aFileIsTheSameByWhateverLinkItIsOpened() {
    let client = TestClient(
      [
        "/real/rules.yaml": "version: 1\nimports: [ names.yaml ]\n",
        "/real/names.yaml": "version: 1\nlists: { a: [ 1 ] }\n",
      ],
      root: "/w"
    )
    client.files.links = ["/w": "/real"]
    client.open("/w/rules.yaml", "version: 1\nimports: [ names.yaml, names.yaml ]\n")
    client.settle()
    #expect(client.codes("/w/rules.yaml") == ["duplicate-import 2"])
  }

  @Test func aFileOpenedByTwoLinksStaysOpenUntilBothAreClosed() {
    let client = TestClient(["/real/rules.yaml": Texts.clean])
    client.files.links = ["/w": "/real"]
    client.open("/real/rules.yaml", Texts.shadowed)
    client.open("/w/rules.yaml", Texts.shadowed)
    client.close("/w/rules.yaml")
    client.finish()
    #expect(client.codes("/real/rules.yaml") == ["unreachable-rule 6"])
    client.close("/real/rules.yaml")
    client.finish()
    #expect(client.codes("/real/rules.yaml") == [])
  }

  @Test func filesThatChangeOnTheDiskAreReadAgain() {
    let client = TestClient(
      ["/w/rules.yaml": "version: 1\nimports: [ names.yaml ]\n"],
      capabilities: #"{"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}"#
    )
    client.open("/w/rules.yaml")
    client.finish()
    #expect(client.codes("/w/rules.yaml") == ["missing-import 2"])
    client.files.texts["/w/names.yaml"] = "version: 1\nlists: { a: [ 1 ] }\n"
    client.notify(
      "workspace/didChangeWatchedFiles",
      #"{"changes": [{"uri": "file:///w/names.yaml", "type": 1}]}"#
    )
    client.finish()
    #expect(client.codes("/w/rules.yaml") == [])
  }

  @Test func aCodeLeadsToItsPageWhereTheClientShowsPages() {
    let client = TestClient(options: #"{"pages": "https://docs.example/checks/#"}"#)
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    let finding = client.diagnostics(Self.rules).first
    let code = finding?["code"]?.text ?? ""
    #expect(!code.isEmpty)
    #expect(finding?["codeDescription", "href"]?.text == "https://docs.example/checks/#\(code)")
  }

  @Test func relatedPlacesAndTagsAreSentToClientsThatKnowThem() {
    let capabilities =
      #"{"textDocument": {"publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}}}"#
    let client = TestClient(capabilities: capabilities)
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    let finding = client.diagnostics(Self.rules).first
    #expect(finding?["tags", "0"]?.text == "1")
    #expect(finding?["relatedInformation", "0", "location", "uri"]?.text == "file:///w/rules.yaml")
    #expect(finding?["source"]?.text == "errctl")
    let other = TestClient()
    other.open(Self.rules, Texts.shadowed)
    other.finish()
    #expect(other.diagnostics(Self.rules).first?["tags"] == nil)
    #expect(other.diagnostics(Self.rules).first?["codeDescription"] == nil)
    #expect(other.diagnostics(Self.rules).first?["relatedInformation"] == nil)
  }
}
