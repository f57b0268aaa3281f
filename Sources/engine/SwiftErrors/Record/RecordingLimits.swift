/// The limits of a record; anything beyond is cut and marked.
public struct RecordingLimits: Sendable, Hashable {
  /// The bytes of one text, from 64; a longer one ends in `… [cut]`.
  public var textBytes: Int
  /// The bytes of all texts of a record together, from 1,024.
  public var recordBytes: Int
  /// The causes listed under `underlying`, from 0; `attributes.recorder.cut` marks further ones.
  public var causes: Int
  /// The nesting of errors in payloads and of values in attributes, from 1.
  public var depth: Int
  /// The members of an object, elements of an array, associated values of a case, from 1.
  public var members: Int

  /// Limits for any usual error: texts of 8 KiB, a record of 1 MiB, 64 causes, 8 levels, 128 members.
  public init(
    textBytes: Int = 8_192, recordBytes: Int = 1_048_576, causes: Int = 64, depth: Int = 32,
    members: Int = 128
  ) {
    self.textBytes = max(textBytes, 64)
    self.recordBytes = max(recordBytes, 1_024)
    self.causes = max(causes, 0)
    self.depth = max(depth, 1)
    self.members = max(members, 1)
  }
}
