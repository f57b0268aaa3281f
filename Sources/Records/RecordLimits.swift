internal import Bytes

/// What one recorded error may be, of all the ``Limits``.
@usableFromInline
struct RecordLimits: BitwiseCopyable {
  /// How deep it nests.
  let depth: Int
  /// Its values, keys included.
  let values: Int
  /// The length of its line.
  let bytes: Int
  /// How many of its causes are taken.
  @usableFromInline let causes: Int
  /// How many bytes replacing its error may add.
  let replacementBytes: Int

  init(_ limits: Limits) {
    depth = limits.recordDepth
    values = limits.recordValues
    bytes = limits.recordBytes
    causes = limits.causes
    replacementBytes = limits.replacementBytes
  }
}
