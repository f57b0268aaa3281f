import SwiftErrors
import Testing

@Suite("Text that matches a pattern is hidden")
struct RedactionPatternTests {
  @Test(arguments: [
    ("card 4111111111111111, order 17", "card [redacted], order 17"),
    ("4111111111111111", "[redacted]"),
    ("4111111111111111 5500005555555559", "[redacted] [redacted]"),
    ("né 4111111111111111 ü", "né [redacted] ü"),
    ("nothing", "nothing"), ("", ""),
  ])
  func `wherever it stands in a text`(text: String, shown: String) throws {
    let redaction = try Redaction(secretPatterns: ["[0-9]{13,19}"])
    #expect(redaction.text(text) == shown)
  }

  @Test func `an empty match hides nothing`() throws {
    #expect(try Redaction(secretPatterns: ["x*"]).text("axxbé") == "a[redacted]bé")
  }

  @Test func `keys and patterns hold together, and what is not a pattern says so`() throws {
    let redaction = try Redaction(secretKeys: ["pin"], secretPatterns: ["AKIA[0-9A-Z]{16}"])
    #expect(redaction.hides(key: "loyaltyPin"))
    #expect(redaction.text("key AKIAIOSFODNN7EXAMPLE password=a") == "key [redacted] password=[redacted]")
    let wrong = #expect(throws: Redaction.WrongPattern.self) { try Redaction(secretPatterns: ["a", "(b"]) }
    #expect(wrong?.pattern == "(b")
  }
}
