import Differences
import Replay
import Testing

/// The figures of `diff --fail-on`.
struct DifferenceFiguresTests {
  @Test(
    "An expression knows what it needs",
    arguments: [
      ("retry->abort > 0", true, false), ("different", false, true),
      ("changed and undecided = 0", true, true), ("not (different or undecided)", false, true),
    ]
  )
  func needs(_ text: String, _ stream: Bool, _ proof: Bool) throws {
    let gate = try GateExpression(text, DifferenceFigures.vocabulary)
    #expect(DifferenceFigures.needsStream(gate) == stream && DifferenceFigures.needsProof(gate) == proof)
  }

  @Test("A figure of a replay is not a figure of a comparison")
  func others() {
    #expect(throws: GateFault.self) { try GateExpression("exhausted > 0", DifferenceFigures.vocabulary) }
  }
}
