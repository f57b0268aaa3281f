public import Source

/// The rules in force, and the result of the last reload.
public struct ReloadStatus: Sendable {
  /// The version in force, from 1.
  public let version: Int
  /// Whether the rules in force are those that were read last; false if those were rejected.
  public let isCurrent: Bool
  /// The findings in the rules that were read last, notes and warnings included.
  public let diagnostics: [Diagnostic]
  /// The reason why the rules could not be read, or nil.
  public let reason: String?
  /// The number of reloads, rejected ones included.
  public let reloads: Int
  /// The number of rejected reloads.
  public let rejections: Int

  init(
    version: Int, isCurrent: Bool, diagnostics: [Diagnostic], reason: String? = nil, reloads: Int = 0,
    rejections: Int = 0
  ) {
    self.version = version
    self.isCurrent = isCurrent
    self.diagnostics = diagnostics
    self.reason = reason
    self.reloads = reloads
    self.rejections = rejections
  }
}

extension ReloadStatus: CustomStringConvertible {
  /// The version in force, whether the rules read last were rejected, and their findings, one per line.
  public var description: String {
    let first =
      isCurrent ? "version \(version)" : "version \(version); the rules that were read last were rejected"
    return ([first] + (reason.map { [$0] } ?? []) + diagnostics.map { $0.description }).joined(
      separator: "\n")
  }
}
