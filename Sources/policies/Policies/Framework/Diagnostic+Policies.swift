package import Source

extension Diagnostic {
  /// Code of the findings about what a rule file can't say.
  package static let lossCode = "lost-in-import"

  /// Something that the rule file can't say, or says otherwise.
  static func policyLoss(_ message: String, at range: SourceRange, related: [Related] = []) -> Diagnostic {
    Diagnostic(lossCode, .note, message, at: range, related: related)
  }

  /// Code of the findings about what another system's document can't say.
  package static let exportLossCode = "lost-in-export"

  /// Something that the other system's document can't say, or says otherwise.
  package static func exportLoss(_ message: String, at range: SourceRange, related: [Related] = [])
    -> Diagnostic
  {
    Diagnostic(exportLossCode, .note, message, at: range, related: related)
  }

  /// Code of the finding about an error for which a policy's wildcard does not stand.
  static let terminalErrorCode = "terminal-error"

  /// Something that the policy's own system rejects.
  static func policyFault(_ message: String, at range: SourceRange, related: [Related] = []) -> Diagnostic {
    Diagnostic("faulty-policy", message, at: range, related: related)
  }

  /// Something that some programs of the policy's system reject.
  static func policyDoubt(_ message: String, at range: SourceRange, related: [Related] = []) -> Diagnostic {
    Diagnostic("faulty-policy", .warning, message, at: range, related: related)
  }
}
