public import RuleEngine

/// Which rules are in force, and what came of the last reload.
public struct ReloadStatus: Sendable {
  /// The version in force, from 1.
  public let version: Int
  /// Whether the rules in force are those that were read last: false where they were refused.
  public let isCurrent: Bool
  /// What was found in the rules that were read last, notes and warnings included.
  public let diagnostics: [Diagnostic]
  /// Why the rules could not be read; nil where they were.
  public let reason: String?
  /// How often rules were read again, and how often they were refused.
  public let reloads: Int
  /// How often they were refused.
  public let refusals: Int

  init(
    version: Int,
    isCurrent: Bool,
    diagnostics: [Diagnostic],
    reason: String? = nil,
    reloads: Int = 0,
    refusals: Int = 0
  ) {
    self.version = version
    self.isCurrent = isCurrent
    self.diagnostics = diagnostics
    self.reason = reason
    self.reloads = reloads
    self.refusals = refusals
  }
}

extension ReloadStatus: CustomStringConvertible {
  /// Which version is in force, whether what was read last was refused, and what was found in that, a line each.
  public var description: String {
    let first =
      isCurrent ? "version \(version)" : "version \(version); the rules that were read last were rejected"
    return ([first] + (reason.map { [$0] } ?? []) + diagnostics.map { $0.description }).joined(
      separator: "\n"
    )
  }
}
