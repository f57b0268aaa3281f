package import Reports

package enum GateMarkdown {
  package static func write(_ gates: [GateResult], to report: inout MarkdownText) {
    report.list(
      gates.map { gate in
        let shown = MarkdownText.code(gate.expression)
        let reason = MarkdownText.code(gate.reason)
        return gate.fails
          ? "❌ fails: \(shown) (\(reason))" : "✅ passes: \(shown) does not hold (\(reason))"
      }
    )
  }
}
