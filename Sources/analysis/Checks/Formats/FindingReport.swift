public import Source

/// The result of a run of checks.
public struct FindingReport: Sendable {
  /// The names of the checked files and their imports, in reading order.
  public let files: [String]
  /// The findings to report.
  public let findings: [Diagnostic]
  /// The lowest severity that makes the run fail.
  public let failLevel: Diagnostic.Severity
  /// The version of errctl.
  public let version: String

  /// A report of the findings in `files` and their imports.
  public init(files: [String], findings: [Diagnostic], failLevel: Diagnostic.Severity, version: String) {
    self.files = files
    self.findings = findings
    self.failLevel = failLevel
    self.version = version
  }
}
