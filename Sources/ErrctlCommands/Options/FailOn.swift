import Replay
import RuleEngine

enum FailOn {
  static func gates(_ texts: [String], _ vocabulary: GateVocabulary) throws -> [GateExpression] {
    try texts.map { try gate($0, vocabulary) }
  }

  /// With a message if no report shows the results.
  static func check(_ results: [GateResult], areShown: Bool) throws {
    let failing = results.filter { $0.fails }
    guard !failing.isEmpty else { return }
    let messages = failing.map { EscapedText.of("--fail-on “\($0.expression)” holds: \($0.reason).") }
    throw CommandFailure(.findings, areShown ? [] : messages)
  }

  private static func gate(_ text: String, _ vocabulary: GateVocabulary) throws -> GateExpression {
    do throws(GateFault) {
      return try GateExpression(text, vocabulary)
    } catch {
      let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(error.column - 1)))
      let indent = String(repeating: " ", count: EscapedText.width(of: EscapedText.of(before)))
      throw CommandFailure(
        .usage,
        ["--fail-on, column \(error.column): \(error.message)", "  \(text)", "  \(indent)^"]
      )
    }
  }
}
