import Differences
import Testing

/// Expressions of `--fail-on`.
struct GateExpressionTests {
  @Test(
    "A syntax error has a place",
    arguments: [
      ("", 1), ("retry", 1), ("retry->", 8), ("retry->abrot", 8), ("changed >", 10), ("changed > x", 11),
      ("changed > 5 5", 13), ("(changed", 9), ("changed)", 8), ("not", 4), ("changed and", 12), ("5 > 3", 1),
      ("changed > 5 %%", 14), ("a & b", 3), ("any->any->any", 9), ("changed > 1.2.3", 11),
    ]
  )
  func faults(_ text: String, _ column: Int) {
    do throws(GateFault) {
      _ = try GateExpression(text)
      Issue.record("“\(text)” was read")
    } catch {
      #expect(error.column == column, "\(text): \(error.message)")
      #expect(error.message.hasSuffix(".") || error.message.hasSuffix("?"))
    }
  }

  @Test(
    "An expression knows its figures",
    arguments: [
      ("retry->abort > 0", true, false), ("different", false, true),
      ("changed and undecided = 0", true, true),
      ("not (different or undecided)", false, true),
    ]
  )
  func needs(_ text: String, _ stream: Bool, _ proof: Bool) throws {
    let gate = try GateExpression(text)
    #expect(gate.needsStream == stream && gate.needsProof == proof)
  }

  @Test("Ten thousand parentheses are rejected")
  func depth() {
    #expect(throws: GateFault.self) { try GateExpression(String(repeating: "(", count: 10_000) + "changed") }
    #expect(throws: GateFault.self) {
      try GateExpression(String(repeating: "not ", count: 10_000) + "changed")
    }
  }
}
