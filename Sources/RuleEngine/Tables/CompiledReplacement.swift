internal import Bytes
internal import Records

/// How a rule makes an error or an event from the one it answers, as evaluation reads it.
struct CompiledReplacement: BitwiseCopyable {
  let kind: ReplacementKind
  let wraps: Bool
  /// The JSON object of what is named.
  let pieces: Run<Piece>
}
