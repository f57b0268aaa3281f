/// Errors of the same shape get the same decision if the rules use nothing else.
struct ErrorShape: Hashable {
  let type: ObjectIdentifier
  /// 0 for anything but an enum.
  let caseNumber: Int
  let code: Int
  let status: Int
  /// -1 for no category.
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

struct KnownShape: Sendable {
  /// Nil if the errors' decisions may differ.
  let sharedOutcome: SharedOutcome?
  /// A minimal record has everything that rules may use.
  let isLean: Bool
  /// As JSON; empty for other types.
  let caseMember: [UInt8]
}
