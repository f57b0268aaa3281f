internal import Bytes

/// The limits of one recorded error, out of ``Limits``.
@usableFromInline
struct RecordLimits: BitwiseCopyable {
  let depth: Int
  let values: Int
  let bytes: Int
  @usableFromInline let causes: Int
  let replacementBytes: Int

  init(_ limits: Limits) {
    depth = limits.recordDepth
    values = limits.recordValues
    bytes = limits.recordBytes
    causes = limits.causes
    replacementBytes = limits.replacementBytes
  }
}
