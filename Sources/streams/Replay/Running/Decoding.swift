internal import ErrorStreams
internal import Bytes

/// Converts another format's lines for one worker.
final class Decoding {
  let detection: Detection
  var decoder: ChunkDecoder
  var evaluated = 0
  /// The chunk's lines are counted with its first part.
  var isFirstPart = true

  init(_ detection: Detection, _ table: FormatTable?, _ limits: Limits, _ zone: ZoneOffsets?) {
    self.detection = detection
    decoder = ChunkDecoder(detection, table, limits, zone: zone)
  }

  var text: ByteSlice { decoder.text }

  func padded() -> PaddedBytes { decoder.padded() }
}
