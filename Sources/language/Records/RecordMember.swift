/// A member of a record that rules know: the list from which the schema, the reasoning about errors, its witnesses and the
/// random records of tests are made.
package enum RecordMember: Hashable, Sendable, CaseIterable {
  /// A member that a matcher may compare.
  case field(Field)
  /// The time since the operation's first failure, in place of what is remembered. An attribute as well.
  case elapsed
  /// Whether an operation ended well, in place of an error. An attribute as well.
  case completed

  package static let allCases = Field.allCases.map { RecordMember.field($0) } + [.elapsed, .completed]

  package var name: String {
    switch self {
    case .field(let field): field.name
    case .elapsed: "elapsed"
    case .completed: "completed"
    }
  }
}
