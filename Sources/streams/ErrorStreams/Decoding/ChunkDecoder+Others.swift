internal import Bytes
internal import Records

/// A detected format is that of the stream, but a line that it does not fit is read by the format that it fits.
extension ChunkDecoder {
  struct Other {
    let end: Int
    let isCut: Bool
  }

  /// The record of text that begins at a line; nil if no other format fits.
  mutating func decodeOther(_ bytes: ByteSlice, from start: Int, firstEnd end: Int, _ place: Place) -> Other?
  {
    let line = bytes[start..<end]
    guard readsOthers, let table, RecordGatherer.mayBegin(line, .traces), line.count <= limits.recordBytes,
      line[0] != UInt8(ascii: "{"), let known = format(ofText: line, table)
    else { return nil }
    let isTrace = known.lines is TraceParser
    // Among a collector's lines, each is a record by itself.
    guard !known.isAlone, let others = otherLines(table) else {
      if isTrace { return nil }
      counts.otherFormats += 1
      takeDocument(place, known)
      return Other(end: end, isCut: false)
    }
    let extent = RecordExtent(
      of: bytes, from: start, firstEnd: end, others.ends(ofTrace: isTrace), .traces,
      lineLimit: limits.recordBytes)
    // Without a trace, it is a line with a level.
    if isTrace, extent.count == 0, TraceLines.isBareError(line) {
      return decodeBareError(line, end, place, table)
    }
    counts.otherFormats += 1
    takeText(bytes, from: start, firstEnd: end, extent, place, known)
    return Other(end: extent.end, isCut: extent.isCut)
  }

  /// `Error: …`, as programs end with; nil for any other line.
  private mutating func decodeBareError(_ line: ByteSlice, _ end: Int, _ place: Place, _ table: FormatTable)
    -> Other?
  {
    guard let plain = table.named("plain"), let reader = readers.reader(of: plain) else { return nil }
    documents.removeAll()
    guard reader.appendDocument(of: line, to: &documents) else { return nil }
    counts.otherFormats += 1
    takeDocument(place, plain)
    return Other(end: end, isCut: false)
  }

  mutating func otherLines(_ table: FormatTable) -> FallbackLines? {
    if let fallbackLines { return fallbackLines }
    guard let plan else { return nil }
    fallbackLines = FallbackLines(plan, table, limits)
    return fallbackLines
  }

  /// The record whose first line's document is in ``documents``.
  mutating func takeText(
    _ bytes: ByteSlice, from start: Int, firstEnd end: Int, _ extent: RecordExtent, _ place: Place,
    _ known: FormatPlan
  ) {
    counts.lines += extent.count
    countContinued(extent.count)
    if known.lines is TraceParser {
      documents.removeAll()
      _ = readers.reader(of: known)?.appendDocument(of: bytes[start..<extent.end], to: &documents)
    } else {
      appendMore(of: bytes, after: bytes[start..<end], firstEnd: end, extent, readers.reader(of: known))
    }
    takeDocument(place, known)
  }

  /// Adds a record's further lines to the first one's document, in ``documents``.
  @inline(__always)
  mutating func appendMore(
    of bytes: ByteSlice, after line: ByteSlice, firstEnd end: Int, _ extent: RecordExtent,
    _ reader: (any LineReader)?
  ) {
    guard extent.count > 0 else { return }
    let more = bytes[(end + 1)..<extent.end]
    if extent.isPrefixed, let prefixed = reader?.prefixed {
      documents.removeAll()
      prefixed.appendDocument(of: line, more, to: &documents)
    } else {
      documents.appendMore(more, after: line)
    }
  }

  /// A line that is an object; false if it is none, or has to be rejected.
  mutating func decodeOtherObject(_ line: ByteSlice, _ place: Place) -> Bool {
    guard readsOthers, line[0] == UInt8(ascii: "{"), decoder.outer.scan(line, limits) else { return false }
    return decodeOtherObject(place)
  }

  /// The scanned object; false if it has to be rejected.
  mutating func decodeOtherObject(_ place: Place) -> Bool {
    guard readsOthers, let plan, let table, case let known = FormatDetector.format(of: &decoder.outer, table)
    else { return false }
    switch known {
    case .format(let known, _)?:
      counts.otherFormats += 1
      if let envelope = known.envelope, let container = known.container {
        decode(place, known, envelope, container)
      } else {
        take(decoder.decode(by: known.mapping, table, checksMarkers: true), place, of: known)
      }
      return true
    case .native? where NativeLikeness.isErrorAmongOthers(decoder.outer.scanned.tape):
      counts.otherFormats += 1
      take(decoder.decode(by: NativeFormat.plan, table, checksMarkers: false), place, isOther: true)
      return true
    case .native?, .mixed?, nil:
      if FormatDetector.isAside(&decoder.outer, table) {
        counts.passedOver += 1
        return true
      }
      if let json = table.named("json") {
        decoder.outer.find(json.mapping)
        // A line of another log without a message.
        if decoder.outer.status(json.mapping) == .below {
          counts.notErrors += 1
          counts.leveled += 1
          return true
        }
      }
      // Programs write objects that are no records of their log.
      guard !hasLevel(plan.mapping) else { return false }
      counts.notErrors += 1
      counts.silent += 1
      return true
    }
  }

  private mutating func hasLevel(_ plan: MappingPlan) -> Bool {
    if NativeLikeness.hasLevel(decoder.outer.scanned.tape) { return true }
    decoder.outer.find(plan)
    return plan.errors.severityFields.contains { index in
      let field = plan.fields[index]
      return (0..<field.slots.count).contains { slot in
        guard let place = decoder.outer.found.place(plan.lists[field.slots.first + slot]) else {
          return false
        }
        // A number that is not a level has another meaning: the status of an answer.
        return decoder.outer.scanned.tape[place].kind != .integer
          || ValueReader.severity(at: place, decoder.outer.scanned.tape, as: field.reading) != nil
      }
    }
  }
}
