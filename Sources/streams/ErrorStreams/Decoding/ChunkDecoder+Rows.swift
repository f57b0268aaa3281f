internal import Bytes

extension ChunkDecoder {
  mutating func decodeRows(_ chunk: borrowing Chunk, _ bytes: ByteSlice, _ rows: TableRows) {
    guard let plan, let own = plan.lines as? TableParser else { return }
    // The plan's names are those of a line in the first chunk.
    var parser = own.namesAgain ? own.withHeader(chunk.header.slice) ?? own.unnamed : own
    var start = 0
    while start < bytes.count {
      let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let number = counts.lines < chunk.numbers.count ? chunk.numbers[counts.lines] : counts.lines + 1
      counts.lines += 1
      let place = Place(start: start, line: number)
      if bytes[start..<lineEnd].isBlank {
        counts.blank += 1
        start = lineEnd + 1
        continue
      }
      if let named = parser.renamed(by: bytes[start..<lineEnd]) {
        parser = named
        counts.passedOver += 1
        start = lineEnd + 1
        continue
      }
      if isPassedOver(bytes[start..<lineEnd], plan) {
        counts.passedOver += 1
        start = lineEnd + 1
        continue
      }
      var end = lineEnd
      switch rows.end(of: bytes, from: start, limit: limits.recordBytes) {
      case .at(let place): end = place
      case .open where chunk.endsRecords:
        // The quote may never have been closed: the lines after the first are not lost with it.
        counts.truncated += 1
        reject(place, 0, "The stream ends inside a quoted column of this row.")
        start = lineEnd + 1
        continue
      case .open, .broken:
        counts.malformed += 1
        reject(place, 0, "A quote in this row is never closed. \(limits.hint("record-bytes"))")
        start = lineEnd + 1
        continue
      }
      let row = bytes[start..<end]
      if end > lineEnd { countLines(bytes[lineEnd..<end]) }
      start = end + 1
      if row.count > limits.recordBytes {
        noteLongLine(place)
        continue
      }
      if parser.isHeader(row) {
        counts.passedOver += 1
        continue
      }
      if let reason = parser.missingNames {
        rejectMalformed(place, reason)
        continue
      }
      documents.removeAll()
      if let reason = parser.raggedness(of: row, writingTo: &documents) {
        rejectMalformed(place, reason)
      } else {
        // Each row has the columns of the header, empty ones included.
        takeDocument(place, plan, checksMarkers: !parser.hasMarkers)
      }
    }
  }

  private mutating func countLines(_ text: ByteSlice) {
    counts.continuedRecords += 1
    var index = 0
    while let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: index) {
      counts.lines += 1
      counts.continued += 1
      index = feed + 1
    }
  }
}
