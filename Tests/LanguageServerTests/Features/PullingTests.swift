import LanguageServer
import Source
import Testing

/// Findings for clients that ask for them.
@Suite struct PullingTests {
  private static let rules = "/w/rules.yaml"
  private static let asked = #"{"textDocument": {"uri": "file:///w/rules.yaml"}}"#
  private static let capabilities =
    #"{"textDocument": {"publishDiagnostics": {}, "diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}"#

  private static func pull(_ client: TestClient, after previous: String? = nil) -> Node? {
    let id = previous.map { #", "previousResultId": "\#($0)""# } ?? ""
    // Only what is known at once.
    let request = client.request(
      "textDocument/diagnostic",
      #"{"textDocument": {"uri": "file:///w/rules.yaml"}\#(id)}"#
    )
    return client.answer(to: request)
  }

  private static func codes(_ report: Node?) -> [String] {
    report?["items"]?.elements?.compactMap { $0["code"]?.text } ?? []
  }

  private static func methods(_ client: TestClient) -> [String] {
    client.sent.compactMap { $0["method"]?.text }
  }

  @Test("a client that asks for findings gets them by asking, and nothing is published")
  func asking() {
    let client = TestClient(capabilities: Self.capabilities)
    client.open(Self.rules, Texts.shadowed + "escalation: [ ap ]\n")
    let first = Self.pull(client)
    #expect(first?["kind"]?.text == "full")
    #expect(Self.codes(first) == ["unknown-responder"])
    client.replace(Self.rules, by: Texts.shadowed)
    #expect(Self.codes(Self.pull(client)) == [])
    client.finish()
    #expect(Self.codes(Self.pull(client)) == ["unreachable-rule"])
    #expect(!Self.methods(client).contains("textDocument/publishDiagnostics"))
  }

  @Test("once proofs are there, the client is asked to ask again, once")
  func refreshing() {
    let client = TestClient(capabilities: Self.capabilities)
    client.open(Self.rules, Texts.shadowed)
    _ = Self.pull(client)
    #expect(!Self.methods(client).contains("workspace/diagnostic/refresh"))
    client.finish()
    client.settle()
    #expect(Self.methods(client).count { $0 == "workspace/diagnostic/refresh" } == 1)
    // An edit is no reason: the client asks by itself.
    _ = Self.pull(client)
    client.replace(Self.rules, by: Texts.shadowed + "escalation: [ ap ]\n")
    client.settle()
    #expect(Self.methods(client).count { $0 == "workspace/diagnostic/refresh" } == 1)
  }

  @Test("a client that can't be asked to ask again isn't")
  func silent() {
    let client = TestClient(capabilities: #"{"textDocument": {"diagnostic": {}}}"#)
    client.open(Self.rules, Texts.shadowed)
    _ = Self.pull(client)
    client.finish()
    #expect(Self.methods(client) == [])
    #expect(Self.codes(Self.pull(client)) == ["unreachable-rule"])
  }

  @Test("the same findings are not sent twice")
  func unchanged() throws {
    let client = TestClient(capabilities: Self.capabilities)
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    let id = try #require(Self.pull(client)?["resultId"]?.text)
    let second = Self.pull(client, after: id)
    #expect(second?["kind"]?.text == "unchanged")
    #expect(second?["resultId"]?.text == id)
    #expect(Self.pull(client, after: "another")?["kind"]?.text == "full")
    client.edit(Self.rules, "responders:", "# one\nresponders:")
    let third = Self.pull(client, after: id)
    #expect(third?["kind"]?.text == "full")
    #expect(third?["resultId"]?.text != id)
  }

  @Test(
    "findings of imports that are not open come with the document, or are published, as the client takes them"
  )
  func related() {
    let texts = [
      "/w/rules.yaml": """
      version: 1
      imports: [ names.yaml ]
      responders:
        - id: app
          rules: [ { id: busy, when: { matcher: busy }, then: cancel } ]
          otherwise: { then: cancel }

      """,
      "/w/names.yaml": "version: 1\nmatchers:\n  busy: { statuz: 503 }\n",
    ]
    for takes in [true, false] {
      let client = TestClient(
        texts,
        capabilities: #"{"textDocument": {"diagnostic": {"relatedDocumentSupport": \#(takes)}}}"#
      )
      client.open(Self.rules)
      client.finish()
      let other = Self.pull(client)?["relatedDocuments"]?["file:///w/names.yaml"]
      #expect(Self.codes(other) == (takes ? ["unknown-key"] : []))
      #expect(client.codes("/w/names.yaml").isEmpty == takes)
      // An open one is asked for.
      client.open("/w/names.yaml")
      client.finish()
      #expect(client.codes("/w/names.yaml") == [])
      #expect(client.codes(Self.rules) == [])
    }
  }

  @Test("only a client that asks is offered answers; others are told, as before")
  func offered() {
    for (asks, capabilities) in [(true, Self.capabilities), (false, "{}")] {
      let client = TestClient(raw: TestFiles([:]))
      let answer = client.answer("initialize", #"{"capabilities": \#(capabilities)}"#)
      #expect((answer?["capabilities", "diagnosticProvider"] != nil) == asks)
    }
    let client = TestClient()
    client.open(Self.rules, Texts.shadowed)
    client.finish()
    #expect(client.codes(Self.rules) == ["unreachable-rule 6"])
  }

  @Test("a document that is not open, or not errctl's, has no findings to ask for")
  func others() {
    let client = TestClient(capabilities: Self.capabilities)
    #expect(Self.pull(client)?["code"]?.text == "-32602")
    client.open("/w/notes.txt", "version")
    let foreign = client.answer(
      "textDocument/diagnostic",
      #"{"textDocument": {"uri": "file:///w/notes.txt"}}"#
    )
    #expect(foreign?["items"]?.elements?.count == 0)
  }
}
