public import RuleEngine

/// What a run of checks came to: what every format writes.
public struct FindingReport: Sendable {
  /// The files that were looked at, those that they import too, by name in the order of reading.
  public let files: [String]
  /// What is to be said.
  public let findings: [Diagnostic]
  /// The least severity that makes the run fail.
  public let failLevel: Diagnostic.Severity
  /// The version of errctl.
  public let version: String

  /// A report.
  public init(files: [String], findings: [Diagnostic], failLevel: Diagnostic.Severity, version: String) {
    self.files = files
    self.findings = findings
    self.failLevel = failLevel
    self.version = version
  }
}
