package import Records

/// A template of the error or event that replaces the evaluated one.
public struct Replacement: Sendable {
  /// The named members, as in a recorded error; texts may be templates.
  package let members: [Action.Member]
  package let kind: ReplacementKind
  /// Whether the old error becomes the cause of the new one.
  package var wraps = false
}
