internal import Explanations
internal import Replay
internal import Bytes
package import Source

package struct FailureText {
  private let terminalStyle: TerminalStyle
  private static let width = 160
  private static let height = 12

  package init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  package func heading(_ result: TestResult) -> String {
    let start = result.place.start
    let place = "\(EscapedText.of(result.place.file.name)):\(start.line):\(start.column):"
    let rules = result.rules.map { " (with \(EscapedText.of($0)))" } ?? ""
    return
      "\(terminalStyle(place, .bold)) \(terminalStyle("failed:", .red)) \(EscapedText.of(result.name))\(rules)\n"
  }

  package func text(of result: TestResult) -> String {
    guard let failure = result.failure else { return heading(result) }
    var text = heading(result)
    if !failure.step.isEmpty { text += "  \(failure.step)\n" }
    text += difference(failure).map { "  \($0)\n" }.joined()
    return FittedText.of(text, width: terminalStyle.width) + told(failure)
  }

  /// Lines that are expected and missing (`-`), actual instead (`+`), and equal.
  package func difference(_ failure: TestResult.Failure) -> [String] {
    if let sentence = failure.sentence {
      return [terminalStyle("- \(EscapedText.of(sentence))", .red)]
        + [terminalStyle("+ \(cut(failure.rejection ?? failure.resolution))", .green)]
    }
    return failure.comparisons.flatMap { comparison -> [String] in
      let item = comparison.item
      if comparison.holds { return [terminalStyle("  \(item.key): \(cut(item.text))", .dim)] }
      let removed = terminalStyle("- \(item.key): \(cut(item.text))", .red)
      return [removed] + found(comparison)
    }
  }

  private func found(_ comparison: ExpectationResult) -> [String] {
    let key = comparison.item.key
    guard comparison.found.count != 1 else {
      return [terminalStyle("+ \(key): \(cut(comparison.found[0]))", .green)]
    }
    guard !comparison.found.isEmpty else { return [terminalStyle("+ \(key): nothing", .green)] }
    var lines = [terminalStyle("+ \(key):", .green)]
    lines += comparison.found.prefix(Self.height).map { terminalStyle("+   \(cut($0))", .green) }
    let rest = comparison.found.count - Self.height
    if rest > 0 { lines.append(terminalStyle("+   … and \(rest) more", .green)) }
    return lines
  }

  private func told(_ failure: TestResult.Failure) -> String {
    guard let explanation = failure.explanation else { return "" }
    let narrative = ExplanationText.text(of: explanation, terminalStyle: terminalStyle.indented(by: 4))
    var lines = narrative.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return "\n" + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }

  private func cut(_ json: String) -> String {
    // A word reads better without quotation marks.
    let isWord = json.hasPrefix("\"") && !json.dropFirst().dropLast().contains { "\"\\".contains($0) }
    let text = isWord ? String(json.dropFirst().dropLast()) : json
    let scalars = text.unicodeScalars
    guard scalars.count > Self.width + 20 else { return EscapedText.of(text) }
    return "\(EscapedText.of(String(scalars.prefix(Self.width))))… (\(scalars.count) characters)"
  }
}
