/// The features of an error that determine most evaluations: errors of the same shape get the same decision
/// if the rules use nothing else.
struct ErrorShape: Hashable {
  let type: ObjectIdentifier
  /// The number of an enum's case; 0 for anything else.
  let caseNumber: Int
  let code: Int
  let status: Int
  /// The numbers of the origin and of the error's own category; -1 for no category.
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

/// Cached knowledge about errors of a shape.
struct KnownShape: Sendable {
  /// Their decision, if it is the same for all of them.
  let sharedOutcome: SharedOutcome?
  /// Whether a minimal record has everything that rules may use.
  let isLean: Bool
  /// The record member with the name of their case, as JSON; empty for other types.
  let caseMember: [UInt8]
}
