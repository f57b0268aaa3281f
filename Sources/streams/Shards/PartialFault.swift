/// The reason why a partial result can't be read, or not with others.
package enum PartialFault: Error {
  case notPartial
  case otherVersion(String)
  /// It ends before its last frame.
  case cut
  /// The file is damaged in a frame at this offset.
  case damaged(offset: Int64)
  /// A sentence about a file among others.
  case unlike(String)
  /// The system's reason.
  case unreadable(String)

  package func message(of name: String) -> String {
    switch self {
    case .notPartial:
      "\(name): This is not a partial result. “errctl replay RULES STREAM --partial FILE” writes one."
    case .otherVersion(let version):
      "\(name): This is a partial result of version \(version), but this errctl reads version \(PartialFrame.version). "
        + "Make it with this errctl."
    case .cut: "\(name): This partial result is cut off. Copy it again, or replay its shard again."
    case .damaged(let offset):
      "\(name): This partial result is damaged at byte \(offset + 1). Copy it again, or replay its shard again."
    case .unlike(let sentence): "\(name): This partial result can't be merged with the others: \(sentence)"
    case .unreadable(let reason): "\(name): \(reason)"
    }
  }
}
