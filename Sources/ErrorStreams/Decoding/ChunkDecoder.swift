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

  package private(set) var counts = Counts()
  package private(set) var refused: [Refused] = []
  /// Where the refused lines begin in the chunk that are at hand.
  package private(set) var refusedLines = Buffer<Int>()
  /// Of each record where it comes from.
  package private(set) var places = Buffer<Place>()
  private var decoder: DocumentDecoder
  private var documents = Buffer<UInt8>()
  private var glance = RecordGlance()
  private let limits: Limits
  private let table: FormatTable?
  private let plan: FormatPlan?
  private let readers = LineReaders()
  /// What reads the lines of the plan, where they are text.
  private let ownReader: (any LineReader)?
  private let isText: Bool
  /// What says where records begin in a stream of any formats.
  private var mixedLines: MixedLines?
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

  /// Decodes lines of any format, of which those of text may have a stack trace behind them.
  private mutating func decodeMixed(_ text: PaddedBytes, isInside: Bool, endsInsideLine: Bool) {
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
      guard mayBeText, !isJSON, let known = format(ofText: line, table) else {
        if isInside, !isJSON, !line.isBlank {
          refuseRest(place)
        } else {
          if isJSON { isInside = false }
          decode(line, of: text, place, isUnfinished: endsInsideLine && end == bytes.count)
        }
        start = end
        continue
      }
      let extent = RecordExtent(
        of: bytes,
        from: start,
        firstEnd: end,
        beginnings.ends(of: known.lines is TraceParser),
        .traces,
        lineLimit: limits.recordBytes
      )
      isInside = extent.isCut
      counts.lines += extent.count
      counts.continued += extent.count
      if known.lines is TraceParser {
        documents.removeAll()
        _ = readers.reader(of: known)?.appendDocument(of: bytes[start..<extent.end], to: &documents)
      } else if extent.count > 0 {
        appendMore(bytes[(end + 1)..<extent.end])
      }
      takeDocument(place, known)
      start = extent.end
    }
  }

  /// The format that knows a line of text, whose document stands in ``documents`` then; tables are none.
  private mutating func format(ofText line: ByteSlice, _ table: FormatTable) -> FormatPlan? {
    let known = FormatDetector.format(
      ofText: line,
      on: &decoder.outer,
      table,
      limits,
      readers,
      &documents
    )
    return known?.mapping.mapping.table == nil ? known : nil
  }

  /// Counts a line of a record that was cut.
  private mutating func refuseRest(_ place: Place) {
    counts.tooLong += 1
    note(
      place.line,
      0,
      "this line is cut off: the record that it belongs to is too long \(limits.hint("record-bytes"))"
    )
  }

  /// Adds the lines behind a record's first one to its document.
  private mutating func appendMore(_ more: ByteSlice) {
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
  private mutating func takeDocument(_ place: Place, _ plan: FormatPlan) {
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

  /// Decodes rows of a table.
  ///
  /// - Parameter endsHere: whether the stream does.
  private mutating func decodeRows(_ bytes: ByteSlice, _ rows: TableRows, endsHere: Bool) {
    guard let plan, let parser = plan.lines as? TableParser else { return }
    var start = 0
    while start < bytes.count {
      let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      counts.lines += 1
      let place = Place(start: start, line: counts.lines)
      if bytes[start..<lineEnd].isBlank {
        counts.blank += 1
        start = lineEnd + 1
        continue
      }
      var end = lineEnd
      switch rows.end(of: bytes, from: start, limit: limits.recordBytes) {
      case .at(let place): end = place
      case .open where endsHere:
        // Lines behind the first are counted as its own.
        end = bytes.count
        let isFed = bytes[end - 1] == UInt8(ascii: "\n")
        countLines(bytes[lineEnd..<(isFed ? end - 1 : end)])
        counts.truncated += 1
        refuse(place, 0, "the stream ends inside a quoted column of this row")
        return
      case .open, .broken:
        counts.rejected += 1
        refuse(place, 0, "a quote in this row is never closed \(limits.hint("record-bytes"))")
        start = lineEnd + 1
        continue
      }
      let row = bytes[start..<end]
      if end > lineEnd { countLines(bytes[lineEnd..<end]) }
      start = end + 1
      if row.count > limits.recordBytes {
        counts.tooLong += 1
        note(place.line, 0, tooLong)
        continue
      }
      if parser.isHeader(row) {
        counts.passedOver += 1
        continue
      }
      documents.removeAll()
      if let reason = parser.raggedness(of: row, writingTo: &documents) {
        reject(place, reason)
      } else {
        takeDocument(place, plan)
      }
    }
  }

  /// Counts the lines that begin in a text as belonging to the record before.
  private mutating func countLines(_ text: ByteSlice) {
    var index = 0
    while let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: index) {
      counts.lines += 1
      counts.continued += 1
      index = feed + 1
    }
  }

  private var tooLong: String { "this line is too long \(limits.hint("record-bytes"))" }

  /// - Parameter text: what the line stands in, at the place.
  private mutating func decode(
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

  /// Decodes a line of text of whichever format knows it; false where none does.
  private mutating func decodeText(_ line: ByteSlice, _ place: Place, _ table: FormatTable) -> Bool {
    guard let known = format(ofText: line, table) else { return false }
    take(decoder.decode(by: known.mapping, table, checksMarkers: false), place)
    return true
  }

  /// Decodes what a container holds.
  private mutating func decode(
    _ line: ByteSlice,
    _ place: Place,
    _ plan: FormatPlan,
    _ envelopePlan: MappingPlan,
    _ container: any DocumentContainer
  ) {
    decoder.outer.find(envelopePlan)
    guard envelopePlan.isMarked(decoder.outer.found, decoder.outer.scanned.tape) else {
      // What stands bare is as good.
      if !plan.mapping.mapping.markers.isEmpty {
        take(decoder.decode(by: plan.mapping, table, checksMarkers: true), place)
      } else if isAside() {
        counts.passedOver += 1
      } else {
        reject(place, strangeness(envelopePlan))
      }
      return
    }
    documents.removeAll()
    glance.begin(plan.mapping, keys: decoder.outer.scanned.keyGeneration)
    let count = container.appendDocuments(
      of: decoder.outer.scanned.tape,
      to: &documents,
      leavingOut: &glance
    )
    if count == 0 {
      counts.passedOver += 1
      return
    }
    counts.inner += count - 1
    counts.notErrors += glance.count
    var start = 0
    let padded = documents.padded()
    let text = padded.slice
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      defer { start = end + 1 }
      if let fault = decoder.outer.scanned.scan(
        text[start..<end],
        at: start,
        of: padded,
        depthLimit: limits.recordDepth,
        valueLimit: limits.recordValues
      ) {
        counts.rejected += 1
        refuse(place, 0, "a record in it: \(fault.message(of: .record, limits: limits))")
      } else {
        take(decoder.decode(by: plan.mapping, table, checksMarkers: false), place)
      }
    }
  }

  private mutating func take(_ outcome: DocumentDecoder.Outcome, _ place: Place) {
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
  private mutating func isAside() -> Bool {
    for aside in plan?.asides ?? [] {
      decoder.outer.find(aside)
      if aside.isMarked(decoder.outer.found, decoder.outer.scanned.tape) { return true }
    }
    return false
  }

  private func strangeness(_ plan: MappingPlan) -> String {
    let reason = decoder.reason(against: plan).map { ": \($0)" } ?? ""
    return "no \(self.plan?.name ?? "") record\(reason)"
  }

  private mutating func reject(_ place: Place, _ reason: String) {
    counts.rejected += 1
    refuse(place, 0, reason)
  }

  private mutating func refuse(_ place: Place, _ column: Int, _ reason: String) {
    if refusedLines.isEmpty || refusedLines[refusedLines.count - 1] != place.start {
      refusedLines.append(place.start)
    }
    note(place.line, column, reason)
  }

  private mutating func note(_ line: Int, _ column: Int, _ reason: String) {
    guard refused.count < Self.kept else { return }
    refused.append(Refused(line: line, column: column, reason: reason))
  }
}
