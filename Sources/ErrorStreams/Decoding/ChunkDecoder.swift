package import RuleEngine

/// Makes recorded errors of a chunk of a foreign log: lines as the engine reads them, and what became of the others.
package struct ChunkDecoder: ~Copyable {
  /// Where a record comes from.
  package struct Place: BitwiseCopyable {
    /// The line in the chunk.
    package let start: Int
    /// Its number: in the stream where the chunk has numbers, else from 1 in the chunk.
    package let line: Int
    /// Its place among the records of that line, from 0.
    package var index = 0
  }

  /// What became of the lines; those of records are counted by whoever answers them.
  package struct Counts: BitwiseCopyable {
    /// Lines, or documents, read.
    package var lines = 0
    package var blank = 0
    /// Lines that say nothing of records: what stands around them.
    package var passedOver = 0
    /// Lines that belong to the record before them.
    package var continued = 0
    /// Records that lines hold beyond one each.
    package var inner = 0
    package var notErrors = 0
    package var rejected = 0
    package var tooLong = 0
    package var truncated = 0
    /// Records whose text was repaired, and with something that could not be read as its field.
    package var repaired = 0
    package var unread = 0

    package init() {}
  }

  /// A line that was refused, with the reason.
  package struct Refused: Sendable {
    package let line: Int
    /// The column of the fault in bytes, from 1; 0 where the line as a whole is refused.
    package let column: Int
    package let reason: String
  }

  package internal(set) var counts = Counts()
  package private(set) var refused: [Refused] = []
  /// Where the refused lines begin in the chunk that are at hand.
  package private(set) var refusedLines = Buffer<Int>()
  /// Of each record where it comes from.
  package private(set) var places = Buffer<Place>()
  var decoder: DocumentDecoder
  var documents = Buffer<UInt8>()
  var glance = RecordGlance()
  let limits: Limits
  let table: FormatTable?
  let plan: FormatPlan?
  let readers = LineReaders()
  /// What reads the lines of the plan, where they are text.
  private let ownReader: (any LineReader)?
  private let isText: Bool
  /// What says where records begin in a stream of any formats.
  var mixedLines: MixedLines?
  /// How many refusals of one chunk are kept with their reasons.
  private static let kept = 1_000

  package init(_ plan: FormatPlan?, _ table: FormatTable?, _ limits: Limits) {
    self.plan = plan
    self.table = table
    self.limits = limits
    decoder = DocumentDecoder(limits)
    ownReader = plan.flatMap { [readers] in readers.reader(of: $0) }
    isText = ownReader != nil
  }

  /// The records, a line each; valid until the next chunk is decoded.
  package var text: ByteSlice { decoder.record.text.slice }

  /// Where a record comes from, by its place among ``text``.
  package func place(ofRecord index: Int) -> Place { places[index] }

  /// Hands the records over to be read where they stand, padded.
  package mutating func padded() -> PaddedBytes { decoder.paddedText() }

  /// Decodes the lines of a chunk.
  package mutating func decode(_ chunk: inout Chunk) {
    counts = Counts()
    refused.removeAll(keepingCapacity: true)
    refusedLines.removeAll()
    places.removeAll()
    decoder.removeAll()
    let padded = chunk.bytes.padded()
    let bytes = padded.slice
    switch plan?.framing {
    case .records(let continuation)?: decodeRecords(bytes, continuation, isInside: chunk.beginsInsideRecord)
    case .rows(let rows)?: decodeRows(bytes, rows, endsHere: chunk.endsRecords)
    case nil where chunk.numbers.isEmpty:
      decodeMixed(padded, isInside: chunk.beginsInsideRecord, endsInsideLine: chunk.endsInsideLine)
    case .lines?, .items?, nil:
      var start = 0
      while start < bytes.count {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        let number = counts.lines < chunk.numbers.count ? chunk.numbers[counts.lines] : counts.lines + 1
        counts.lines += 1
        let isUnfinished = chunk.endsInsideLine && end == bytes.count
        decode(bytes[start..<end], of: padded, Place(start: start, line: number), isUnfinished: isUnfinished)
        start = end + 1
      }
    }
    if chunk.precedesLongLine {
      counts.lines += 1
      counts.tooLong += 1
      note(
        chunk.numbers.isEmpty && chunk.longLineNumber == 0 ? counts.lines : chunk.longLineNumber,
        0,
        tooLong
      )
    }
  }

  /// Decodes lines of text of which some begin records, and what belongs to those.
  ///
  /// - Parameter isInside: whether what stands first belongs to a record that was cut.
  private mutating func decodeRecords(
    _ bytes: ByteSlice,
    _ continuation: TextMapping.Continuation,
    isInside: Bool
  ) {
    guard let plan, let lines = plan.lines, let reader = ownReader else { return }
    let isWhole = lines is TraceParser
    var start = 0
    var isInside = isInside
    var known = 0..<0
    while start < bytes.count {
      let isKnown = known.lowerBound == start && !known.isEmpty
      let end =
        isKnown ? known.upperBound : bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let line = bytes[start..<end]
      counts.lines += 1
      let place = Place(start: start, line: counts.lines)
      if line.isBlank {
        counts.blank += 1
        start = end + 1
        continue
      }
      documents.removeAll()
      var outcome = LineOutcome.stranger
      if RecordGatherer.mayBegin(line, continuation), line.count <= limits.recordBytes {
        if !isWhole {
          outcome = reader.read(line, by: plan.mapping, to: &documents)
        } else if reader.isBeginning(line) {
          outcome = .document
        }
      }
      if outcome != .stranger {
        let extent = RecordExtent(
          of: bytes,
          from: start,
          firstEnd: end,
          reader,
          continuation,
          lineLimit: limits.recordBytes
        )
        isInside = extent.isCut
        known = extent.lastLine
        counts.lines += extent.count
        counts.continued += extent.count
        start = extent.end + 1
        if outcome == .notAnError {
          if extent.count == 0 {
            counts.notErrors += 1
            continue
          }
          _ = reader.appendDocument(of: line, to: &documents)
        }
        if isWhole {
          guard reader.appendDocument(of: bytes[place.start..<extent.end], to: &documents) else { return }
        } else if extent.count > 0 {
          appendMore(bytes[(end + 1)..<extent.end])
        }
        takeDocument(place, plan)
        continue
      }
      if isInside {
        refuseRest(place)
      } else {
        reject(place, "no \(plan.name) line: it is not \(lines.summary)")
      }
      start = end + 1
    }
  }

  /// Counts a line of a record that was cut.
  mutating func refuseRest(_ place: Place) {
    counts.tooLong += 1
    note(
      place.line,
      0,
      "this line is cut off: the record that it belongs to is too long \(limits.hint("record-bytes"))"
    )
  }

  /// Adds the lines behind a record's first one to its document.
  mutating func appendMore(_ more: ByteSlice) {
    documents.removeLast(2)
    documents.append(",\"more\":")
    if more.firstIndex(of: TerminalCodes.escape) == nil {
      JSONText.append(string: more, to: &documents)
    } else {
      var plain = Buffer<UInt8>(capacity: more.count)
      TerminalCodes.appendPlain(more, to: &plain)
      JSONText.append(string: plain.slice, to: &documents)
    }
    documents.append("}\n")
  }

  /// Takes what was made of a text.
  mutating func takeDocument(_ place: Place, _ plan: FormatPlan) {
    let text = documents.padded()
    if let fault = decoder.outer.scanned.scan(
      text.slice[0..<(text.count - 1)],
      at: 0,
      of: text,
      depthLimit: limits.recordDepth,
      valueLimit: limits.recordValues
    ) {
      counts.rejected += 1
      refuse(place, 0, fault.message(of: .record, limits: limits))
      return
    }
    take(decoder.decode(by: plan.mapping, table, checksMarkers: true), place)
  }

  var tooLong: String { "this line is too long \(limits.hint("record-bytes"))" }

  /// - Parameter text: what the line stands in, at the place.
  mutating func decode(
    _ line: ByteSlice,
    of text: PaddedBytes,
    _ place: Place,
    isUnfinished: Bool
  ) {
    guard line.count <= limits.recordBytes else {
      counts.tooLong += 1
      note(place.line, 0, tooLong)
      return
    }
    if line.isBlank {
      counts.blank += 1
      return
    }
    if isText, let plan, let ownReader {
      decodeText(line, place, plan, ownReader)
      return
    }
    // A container may hold as many records as fit on a line.
    let values = plan?.container == nil ? limits.recordValues : max(limits.recordValues, line.count)
    if let fault = decoder.outer.scanned.scan(
      line,
      at: place.start,
      of: text,
      depthLimit: limits.recordDepth,
      valueLimit: values
    ) {
      if plan == nil, let table, decodeText(line, place, table) { return }
      if let plan, plan.isPreamble(line.trimmed) {
        counts.passedOver += 1
      } else if isUnfinished, fault.isUnfinished(line) {
        counts.truncated += 1
        refuse(place, fault.offset + 1, "the stream ends inside this record")
      } else {
        counts.rejected += 1
        refuse(place, fault.offset + 1, fault.message(of: .record, limits: limits))
      }
      return
    }
    guard decoder.outer.scanned.tape[0].kind == .object else {
      reject(place, "no JSON object: a record is one object")
      return
    }
    if let plan, let envelope = plan.envelope, let container = plan.container {
      decode(line, place, plan, envelope, container)
    } else {
      take(decoder.decode(by: plan?.mapping, table, checksMarkers: plan != nil), place)
    }
  }

  /// Decodes a line of text of a format.
  private mutating func decodeText(
    _ line: ByteSlice,
    _ place: Place,
    _ plan: FormatPlan,
    _ reader: any LineReader
  ) {
    documents.removeAll()
    switch reader.read(line, by: plan.mapping, to: &documents) {
    case .document: takeDocument(place, plan)
    case .notAnError: counts.notErrors += 1
    case .stranger: reject(place, "no \(plan.name) line: it is not \(plan.lines?.summary ?? "")")
    }
  }

  mutating func take(_ outcome: DocumentDecoder.Outcome, _ place: Place) {
    switch outcome {
    case .record:
      var place = place
      if !places.isEmpty, case let last = places[places.count - 1], last.start == place.start {
        place.index = last.index + 1
      }
      places.append(place)
      if decoder.outer.scanned.tape.isRepaired { counts.repaired += 1 }
      if decoder.hasUnread { counts.unread += 1 }
    case .notAnError: counts.notErrors += 1
    case .stranger:
      if isAside() {
        counts.passedOver += 1
      } else if let plan {
        decoder.outer.find(plan.mapping)
        reject(place, strangeness(plan.mapping))
      } else {
        reject(place, "no format that is known has a record like this")
      }
    }
  }

  /// Whether the object is none of the format's records, and no fault.
  mutating func isAside() -> Bool {
    for aside in plan?.asides ?? [] {
      decoder.outer.find(aside)
      if aside.isMarked(decoder.outer.found, decoder.outer.scanned.tape) { return true }
    }
    return false
  }

  func strangeness(_ plan: MappingPlan) -> String {
    let reason = decoder.reason(against: plan).map { ": \($0)" } ?? ""
    return "no \(self.plan?.name ?? "") record\(reason)"
  }

  mutating func reject(_ place: Place, _ reason: String) {
    counts.rejected += 1
    refuse(place, 0, reason)
  }

  mutating func refuse(_ place: Place, _ column: Int, _ reason: String) {
    if refusedLines.isEmpty || refusedLines[refusedLines.count - 1] != place.start {
      refusedLines.append(place.start)
    }
    note(place.line, column, reason)
  }

  mutating func note(_ line: Int, _ column: Int, _ reason: String) {
    guard refused.count < Self.kept else { return }
    refused.append(Refused(line: line, column: column, reason: reason))
  }
}
