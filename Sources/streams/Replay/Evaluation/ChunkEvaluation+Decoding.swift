internal import Bytes
internal import ErrorStreams

extension ChunkEvaluation {
  mutating func prepare(_ detection: Detection, _ table: FormatTable?, _ zone: ZoneOffsets?) {
    switch (detection, decoding?.detection) {
    case (.native, _): decoding = nil
    case (.format(let plan, let reads), .format(let known, let read)?) where plan === known && reads == read:
      break
    case (.mixed, .mixed?): break
    default: decoding = Decoding(detection, table, limits, zone)
    }
  }

  /// The lines have their streams' line numbers.
  var hasNumbers: Bool { chunk.numbers.count > 0 || chunk.longLineNumber > 0 }

  mutating func decode() {
    guard let decoding else { return }
    decoding.decoder.decode(&chunk)
    decoding.evaluated = 0
    decoding.isFirstPart = true
    let counts = decoding.decoder.counts
    lineCounts.blank = counts.blank
    lineCounts.inner = counts.inner
    lineCounts.passedOver = counts.passedOver
    lineCounts.continued = counts.continued
    lineCounts.notErrors = counts.notErrors
    lineCounts.malformed = counts.malformed
    lineCounts.tooLong = counts.tooLong
    lineCounts.truncated = counts.truncated
    lineCounts.otherFormats = counts.otherFormats
    lineCounts.repaired = counts.repaired
    lineCounts.wronglyTyped = counts.unread
    lineCounts.assumedYears = counts.assumedYears
    for rejected in decoding.decoder.rejected {
      rejectedLines.append(
        RejectedLine(
          line: rejected.line, column: rejected.column, reason: rejected.reason, isPlaced: hasNumbers))
    }
    for index in 0..<decoding.decoder.rejectedStarts.count {
      rejectedStarts.append(decoding.decoder.rejectedStarts[index])
    }
  }

  /// Replaces the counts of converted records by those of the original lines.
  mutating func settleDecoding() {
    guard let decoding else { return }
    decoding.evaluated += lineCounts.lines
    lineCounts.lines = decoding.isFirstPart ? decoding.decoder.counts.lines : 0
    decoding.isFirstPart = false
  }

  /// The place of a record by its ordinal in the part; nil if the chunk was not converted.
  func decodedPlace(_ ordinal: Int) -> ChunkDecoder.Place? {
    guard let decoding, ordinal > 0 else { return nil }
    return decoding.decoder.places[decoding.evaluated + ordinal - 1]
  }
}
