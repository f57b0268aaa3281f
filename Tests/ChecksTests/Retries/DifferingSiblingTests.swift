import Checks
import RuleEngine
import Testing

@Suite("Lists of siblings that differ in one error", .enabled(if: YAMLEvents.isSupported))
struct DifferingSiblingTests {
  private func found(_ cart: String, _ stock: String, parent: String = "app", retry: String = "5") -> [String]
  {
    CheckedText(
      """
      version: 1
      responders:
        - id: app
        - id: cart
          parent: app
          rules: [ { id: again, when: { \(cart) }, then: { retry: { maxAttempts: 5 } } } ]
        - id: stock
          parent: \(parent)
          rules: [ { id: again, when: { \(stock) }, then: { retry: { maxAttempts: \(retry) } } } ]

      """
    ).lines("differing-sibling")
  }

  @Test func `are reported at the shorter one`() {
    let types = found("type: [ Busy, Slow, Reset ]", "type: [ Slow, Busy ]")
    #expect(
      types == [
        "9:41 note “stock/again” does not retry “Reset”, as “cart/again” does. Add it, or leave it out there, too."
      ]
    )
    #expect(
      found(
        "domain: grpc, code: [ ABORTED, INTERNAL ]",
        "domain: grpc, code: [ ABORTED, INTERNAL, UNAVAILABLE ]"
      ).count == 1
    )
  }

  @Test func `are reported where the other rule excludes only a few`() {
    let found = found("type: [ Busy, Slow ]", "not: { type: [ Timeout, Fatal ] }")
    #expect(
      found.count == 1 && found[0].contains("“cart/again” retries only the errors of its list"),
      "\(found)"
    )
    #expect(self.found("type: [ Busy, Slow ]", "not: { type: [ Busy, Fatal ] }") == [])
  }

  @Test func `are intended where more than one error, the retry or the rest of the condition differs`() {
    #expect(found("type: [ Busy, Slow, Reset, Lost ]", "type: [ Busy, Slow ]") == [])
    #expect(found("type: [ Busy, Slow, Reset ]", "type: [ Busy, Slow ]", retry: "9") == [])
    #expect(found("type: [ Busy, Slow, Reset ], status: 503", "type: [ Busy, Slow ]") == [])
    #expect(found("type: [ Busy, Slow ]", "type: Busy") == [])
  }

  @Test func `are intended where one responder stands above the other`() {
    #expect(found("type: [ Busy, Slow, Reset ]", "type: [ Busy, Slow ]", parent: "cart") == [])
  }
}
