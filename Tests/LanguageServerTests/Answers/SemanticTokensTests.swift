import LanguageServer
import RuleEngine
import Testing

@Suite("Semantic tokens", .enabled(if: YAMLEvents.isSupported))
struct SemanticTokensTests {
  private static let rules = """
    version: 1
    lists: { denied: [ 401 ] }
    categories:
      - { name: "büsy😀", when: { status: $denied } }
    responders:
      - id: app
        rules:
          - { id: one, when: { category: "büsy😀" }, then: cancel }

    """

  /// `text type` of each token.
  private static func tokens(_ method: String, _ more: String = "", capabilities: String = "{}") -> [String] {
    let client = TestClient(capabilities: capabilities)
    client.open("/w/a.yaml", rules)
    client.finish()
    let answer = client.answer(
      "textDocument/semanticTokens/\(method)",
      #"{"textDocument": {"uri": "file:///w/a.yaml"}\#(more)}"#
    )
    let numbers = (answer?["data"]?.elements ?? []).compactMap { Int($0.text) }
    let names = [
      "keyword", "class", "method", "enum", "enumMember", "function", "variable", "struct", "event", "type",
      "parameter",
    ]
    let lines = rules.split(separator: "\n", omittingEmptySubsequences: false)
    var (line, character) = (0, 0)
    return stride(from: 0, to: numbers.count, by: 5).map { place in
      line += numbers[place]
      character = numbers[place] == 0 ? character + numbers[place + 1] : numbers[place + 1]
      let units = Array(lines[line].utf16)[character..<(character + numbers[place + 2])]
      return
        "\(String(decoding: units, as: UTF16.self)) \(names[numbers[place + 3]])\(numbers[place + 4] == 1 ? " declared" : "")"
    }
  }

  @Test("are the names with their kinds, and the words of verdicts, in the client's units")
  func full() {
    #expect(
      Self.tokens("full") == [
        "denied variable declared", "büsy😀 enum declared", "denied variable", "app class declared",
        "one method declared", "büsy😀 enum", "cancel keyword",
      ]
    )
  }

  @Test("of a range are those that it touches")
  func range() {
    let range = #", "range": {"start": {"line": 5, "character": 8}, "end": {"line": 5, "character": 20}}"#
    #expect(Self.tokens("range", range) == ["app class declared"])
  }
}
