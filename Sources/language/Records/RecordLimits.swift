internal import Bytes

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
