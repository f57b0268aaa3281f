internal import Bytes
internal import Records

/// The construction of a new error or event from the current error.
struct CompiledReplacement: BitwiseCopyable {
  let kind: ReplacementKind
  let wraps: Bool
  let pieces: IndexRange<TemplatePiece>
}
