internal import ErrorStreams
internal import RuleEngine

extension ChunkAnswers {
  mutating func prepare(_ detection: Detection, _ table: FormatTable?) {
    switch (detection, decoding?.detection) {
    case (.native, _): decoding = nil
    case (.format(let plan), .format(let known)?) where plan === known: break
    case (.mixed, .mixed?): break
    default: decoding = Decoding(detection, table, limits)
    }
  }

  /// Whether the chunk's lines have line numbers of their streams.
  var hasNumbers: Bool { chunk.numbers.count > 0 || chunk.longLineNumber > 0 }

  mutating func decode() {
    guard let decoding else { return }
    decoding.decoder.decode(&chunk)
    decoding.answered = 0
    decoding.isFirstPart = true
    let counts = decoding.decoder.counts
    ledger.blank = counts.blank
    ledger.inner = counts.inner
    ledger.passedOver = counts.passedOver
    ledger.continued = counts.continued
    ledger.notErrors = counts.notErrors
    ledger.rejected = counts.rejected
    ledger.tooLong = counts.tooLong
    ledger.truncated = counts.truncated
    ledger.repaired = counts.repaired
    ledger.wronglyTyped = counts.unread
    for refused in decoding.decoder.refused {
      refusals.append(
        Refusal(line: refused.line, column: refused.column, reason: refused.reason, isPlaced: hasNumbers)
      )
    }
    for index in 0..<decoding.decoder.refusedLines.count {
      refusedLines.append(decoding.decoder.refusedLines[index])
    }
  }

  /// Replaces the counts of converted records by those of the chunk's original lines.
  mutating func settleDecoding() {
    guard let decoding else { return }
    decoding.answered += ledger.lines
    ledger.lines = decoding.isFirstPart ? decoding.decoder.counts.lines : 0
    decoding.isFirstPart = false
  }

  /// The source of a record by its ordinal in the part; nil if the chunk was not converted.
  func decodedPlace(_ ordinal: Int) -> ChunkDecoder.Place? {
    guard let decoding, ordinal > 0 else { return nil }
    return decoding.decoder.places[decoding.answered + ordinal - 1]
  }
}
