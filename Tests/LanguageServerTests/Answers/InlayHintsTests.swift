import LanguageServer
import RuleEngine
import Testing

@Suite("Inlay hints", .enabled(if: YAMLEvents.isSupported))
struct InlayHintsTests {
  private static let rules = """
    version: 1
    defaults: { retry: { maxAttempts: 5 } }
    responders:
      - id: base
        abstract: true
        rules:
          - { id: busy, when: { status: 503 }, then: retry }
          - { id: gone, when: { status: 410 }, then: cancel }
      - id: app
        extends: { from: base }
        rules:
          - { id: slow, when: { status: 504 }, then: { retry: { within: 1m } } }
          - { id: own, when: { status: 505 }, then: { retry: { maxAttempts: 2 } } }

    """

  private static func hints(_ text: String, lines: Range<Int>) -> [String] {
    let client = TestClient()
    client.open("/w/a.yaml", text)
    client.finish()
    let range =
      #"{"start": {"line": \#(lines.lowerBound), "character": 0}, "end": {"line": \#(lines.upperBound), "character": 0}}"#
    let answer = client.answer(
      "textDocument/inlayHint",
      #"{"textDocument": {"uri": "file:///w/a.yaml"}, "range": \#(range)}"#
    )
    return (answer?.elements ?? []).map { hint in
      let line = Int(hint["position", "line"]?.text ?? "") ?? -1
      let character = Int(hint["position", "character"]?.text ?? "") ?? 0
      let before = text.split(separator: "\n", omittingEmptySubsequences: false)[line].prefix(character)
      return "…\(before.suffix(5))‸ \(hint["label"]?.text ?? "")"
    }
  }

  @Test("show the budget of a retry that names none, and the rules that a responder inherits")
  func all() {
    #expect(
      Self.hints(Self.rules, lines: 0..<20) == [
        "…retry‸ maxAttempts: 5", "… base‸ inherits busy, gone", "…retry‸ maxAttempts: 5",
      ]
    )
  }

  @Test("are those of the lines that are asked for")
  func range() {
    #expect(Self.hints(Self.rules, lines: 9..<10) == ["… base‸ inherits busy, gone"])
  }

  @Test("are none where the file can't be used")
  func broken() { #expect(Self.hints(Self.rules + "x: [", lines: 0..<20) == []) }
}
