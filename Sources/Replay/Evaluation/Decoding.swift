internal import ErrorStreams
internal import RuleEngine

/// The conversion of another format's lines to records, for the chunk of one worker.
final class Decoding {
  let detection: Detection
  var decoder: ChunkDecoder
  var evaluated = 0
  /// Whether this is the chunk's first part, with which its lines are counted.
  var isFirstPart = true

  init(_ detection: Detection, _ table: FormatTable?, _ limits: Limits, _ zone: ZoneOffsets?) {
    self.detection = detection
    decoder = ChunkDecoder(detection, table, limits, zone: zone)
  }

  var text: ByteSlice { decoder.text }

  func padded() -> PaddedBytes { decoder.padded() }
}
