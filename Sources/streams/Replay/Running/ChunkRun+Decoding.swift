internal import Bytes
internal import ErrorStreams
internal import Counting

extension ChunkRun {
  mutating func prepare(_ detection: Detection, _ table: FormatTable?, _ zone: ZoneOffsets?) {
    switch (detection, decoding?.detection) {
    case (.native, _): decoding = nil
    case (.format(let plan, let reads), .format(let known, let read)?) where plan === known && reads == read:
      break
    case (.mixed, .mixed?): break
    default: decoding = Decoding(detection, table, settings.limits, zone)
    }
  }

  /// The lines have their streams' line numbers.
  var hasNumbers: Bool { chunk.numbers.count > 0 || chunk.longLineNumber > 0 }

  mutating func decode() {
    guard let decoding else { return }
    decoding.decoder.decode(&chunk)
    decoding.evaluated = 0
    decoding.isFirstPart = true
    let decoded = decoding.decoder.counts
    counts.lines.blank = decoded.blank
    counts.lines.inner = decoded.inner
    counts.lines.joined = decoded.joined
    counts.lines.passedOver = decoded.passedOver
    counts.lines.continued = decoded.continued
    counts.lines.continuedRecords = decoded.continuedRecords
    counts.lines.notErrors = decoded.notErrors
    counts.lines.malformed = decoded.malformed
    counts.lines.tooLong = decoded.tooLong
    counts.lines.truncated = decoded.truncated
    counts.lines.otherFormats = decoded.otherFormats
    counts.lines.repaired = decoded.repaired
    counts.lines.wronglyTyped = decoded.unread
    counts.lines.assumedYears = decoded.assumedYears
    for line in decoding.decoder.rejected {
      rejected.lines.append(
        RejectedLine(line: line.line, column: line.column, reason: line.reason, isPlaced: hasNumbers))
    }
    for index in 0..<decoding.decoder.rejectedStarts.count {
      rejected.starts.append(decoding.decoder.rejectedStarts[index])
    }
  }

  /// Replaces the counts of converted records by those of the original lines.
  mutating func settleDecoding() {
    guard let decoding else { return }
    decoding.evaluated += counts.lines.lines
    counts.lines.lines = decoding.isFirstPart ? decoding.decoder.counts.lines : 0
    decoding.isFirstPart = false
  }

  /// The place of a record by its ordinal in the part; nil if the chunk was not converted.
  func decodedPlace(_ ordinal: Int) -> ChunkDecoder.Place? {
    guard let decoding, ordinal > 0 else { return nil }
    return decoding.decoder.places[decoding.evaluated + ordinal - 1]
  }
}
