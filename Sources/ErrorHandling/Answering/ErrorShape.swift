/// All that is asked of most errors before they are answered: errors of the same shape are answered alike, where rules ask
/// for nothing else.
struct ErrorShape: Hashable {
  let type: ObjectIdentifier
  /// Which of its cases an enum stands at; 0 for anything else.
  let caseNumber: Int
  let code: Int
  let status: Int
  /// The origin and the category of the error's own, by their numbers; -1 for no category.
  let origin: Int32
  let category: Int32

  static let noStatus = Int.min

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(caseNumber)
    hasher.combine(code)
    hasher.combine(origin)
  }
}

/// What is known of errors of a shape.
struct KnownShape: Sendable {
  /// Their answer, where it is the same for all of them.
  let decision: Decision?
  /// Whether a lean record has all that rules may ask of them.
  let isLean: Bool
  /// The member of a record that says which case they stand at, written out; empty for what is no enum.
  let caseMember: [UInt8]
}
