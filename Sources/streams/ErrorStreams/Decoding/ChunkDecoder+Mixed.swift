internal import Bytes

extension ChunkDecoder {
  /// Text lines may be followed by a stack trace.
  mutating func decodeMixed(_ text: PaddedBytes, isInside: Bool, endsInsideLine: Bool) {
    guard let table else { return }
    let beginnings = mixedLines ?? MixedLines(table, limits)
    mixedLines = beginnings
    let bytes = text.slice
    var isInside = isInside
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let line = bytes[start..<end]
      counts.lines += 1
      let place = Place(start: start, line: counts.lines)
      defer { start += 1 }
      let mayBeText =
        !line.isBlank && RecordGatherer.mayBegin(line, .traces) && line.count <= limits.recordBytes
      let isJSON = !line.isEmpty && line[0] == UInt8(ascii: "{")
      guard mayBeText, !isJSON,
        let known = format(ofText: line, table) ?? haskellTrace(bytes, from: start, firstEnd: end, table)
      else {
        if isInside, !isJSON, !line.isBlank {
          rejectRest(place)
        } else {
          if isJSON { isInside = false }
          decode(line, of: text, place, isUnfinished: endsInsideLine && end == bytes.count)
        }
        start = end
        continue
      }
      if known.isAlone {
        isInside = false
        takeDocument(place, known)
        start = end
        continue
      }
      let extent = RecordExtent(
        of: bytes, from: start, firstEnd: end, beginnings.ends(of: known), known.continuationInMixed,
        lineLimit: limits.recordBytes)
      isInside = extent.isCut
      takeText(bytes, from: start, firstEnd: end, extent, place, known)
      start = extent.end
    }
  }

  /// Leaves the document in ``documents``; tables and reports of many lines are excluded.
  mutating func format(ofText line: ByteSlice, _ table: FormatTable) -> FormatPlan? {
    let known = FormatDetector.format(ofText: line, on: &decoder.outer, table, limits, readers, &documents)
    return known?.hasRecordsOfLines == true ? known : nil
  }

  private func haskellTrace(
    _ bytes: ByteSlice, from start: Int, firstEnd end: Int, _ table: FormatTable
  ) -> FormatPlan? {
    let rest = bytes[min(end + 1, bytes.count)..<bytes.count]
    return HaskellTrace.isHeading(bytes[start..<end], before: rest) == .yes ? table.named("trace") : nil
  }

  mutating func decodeText(_ line: ByteSlice, _ place: Place, _ table: FormatTable) -> Bool {
    guard let known = format(ofText: line, table) else { return false }
    take(decoder.decode(by: known.mapping, table, checksMarkers: false), place)
    return true
  }
}
