internal import ErrorStreams
internal import RuleEngine

/// Another log's lines as our own records, while a chunk of them is answered.
///
/// It belongs to one worker, as its chunk does.
final class Decoding {
  let detection: Detection
  var decoder: ChunkDecoder
  /// Records that parts of the chunk before this one answered.
  var answered = 0
  /// Whether the part is the chunk's first, with which its lines are counted.
  var isFirstPart = true

  init(_ detection: Detection, _ table: FormatTable?, _ limits: Limits) {
    self.detection = detection
    decoder = ChunkDecoder(detection, table, limits)
  }

  /// The records, a line each.
  var text: ByteSlice { decoder.text }

  func padded() -> PaddedBytes { decoder.padded() }
}
