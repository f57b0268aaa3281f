import Source
import Testing

@testable import Policies

@Suite("An imported rule file")
struct ImportedRuleFileTests {
  private static let file = SourceFile(name: "policy.json", text: "0123456789")

  private func place(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: Self.file, bytes: bytes) }

  @Test func `has only the keys that its values have`() throws {
    let retry = ImportedRetry(maxAttempts: 3, backoff: ImportedBackoff.none)
    var rule = ImportedRule(
      "busy",
      when: ["code": .oneOf([.integer(1), .integer(2)])],
      then: .retry(retry),
      at: place(0..<9)
    )
    rule.suppressed = [("vain-retry", "It is busy.")]
    let responder = ImportedResponder(id: "client", rules: [rule], otherwise: .cancel, place: place(0..<9))
    let file = ImportedRuleFile(name: "policy", place: place(0..<9), responders: [responder]).node
    #expect(
      file.oneLine == """
        { version: 1, name: policy, defaults: { ignore: none }, responders: [ { id: client, rules: [ { id: busy, \
        suppress: { vain-retry: It is busy. }, when: { code: [ 1, 2 ] }, then: { retry: { maxAttempts: 3, \
        backoff: { initial: 0s, jitter: none } } } } ], otherwise: { then: cancel } } ] }
        """
    )
  }

  @Test func `gives each value its own place, or that of the value around it`() {
    let rule = ImportedRule(
      .text("busy").at(place(1..<2)),
      when: .placed(["code": .integer(7).at(place(3..<4))], place(2..<5)),
      then: .cancel,
      at: place(0..<9)
    ).node
    #expect(rule.range.bytes == 0..<9)
    #expect(rule["id"]?.range.bytes == 1..<2)
    #expect(rule["when"]?.range.bytes == 2..<5)
    #expect(rule["when"]?["code"]?.range.bytes == 3..<4)
    #expect(rule["then"]?.range.bytes == 0..<9)
    #expect(rule.members?.first?.keyRange.bytes == 1..<2)
  }

  @Test func `keeps a list of several values, and a single value without one`() {
    #expect(Node(.oneOf([.text("a")]), at: place(0..<1)).string == "a")
    #expect(Node(.oneOf([.text("a"), .text("b")]), at: place(0..<1)).elements?.count == 2)
    #expect(Node(.any(of: [["code": 1]]), at: place(0..<1))["code"] != nil)
    #expect(Node(.any(of: [["code": 1], ["code": 2]]), at: place(0..<1))["any"]?.elements?.count == 2)
  }
}
