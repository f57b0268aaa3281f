package import Records

/// What a rule makes of the error it answers.
public struct Replacement: Sendable {
  /// What is named, as a recorded error has it; texts may be templates.
  package let members: [Action.Member]
  package let kind: ReplacementKind
  /// Whether the old error becomes the cause of the new one.
  package var wraps = false
}
