/// A code of findings, as lists of codes explain it. The message is where the finding is reported.
package struct FindingCode: Sendable {
  package let code: String
  package let severity: Diagnostic.Severity
  /// The problem in one line.
  package let summary: String
  /// The change that removes the finding.
  package let advice: String

  package init(_ code: String, _ severity: Diagnostic.Severity, _ summary: String, _ advice: String) {
    (self.code, self.severity, self.summary, self.advice) = (code, severity, summary, advice)
  }
}
