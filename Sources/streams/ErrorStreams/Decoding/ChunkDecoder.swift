package import Bytes
package import Records

/// Converts a chunk of a foreign log to recorded errors, one per line, and counts the other lines.
package struct ChunkDecoder: ~Copyable {
  package struct Place: BitwiseCopyable {
    package let start: Int
    /// The line in the stream if the chunk has numbers, or else from 1 in the chunk.
    package internal(set) var line: Int
    /// Among the records of that line, from 0.
    package var index = 0
  }

  /// Counts of lines other than those of records, which the evaluation counts.
  package struct Counts: BitwiseCopyable {
    package var lines = 0
    package var blank = 0
    package var passedOver = 0
    package var continued = 0
    /// Records, errors or not, with such lines.
    package var continuedRecords = 0
    package var inner = 0
    /// Records that told of the failure of another one, and became a part of it.
    package var joined = 0
    package var notErrors = 0
    /// Skipped text lines with a level, and those without one, as far as a quick check found them.
    package var leveled = 0
    package var silent = 0
    package var malformed = 0
    package var tooLong = 0
    package var truncated = 0
    /// Lines read by another format than the stream's.
    package var otherFormats = 0
    package var repaired = 0
    package var unread = 0
    /// Fields whose values could not be read, one bit each.
    package var unreadFields: UInt64 = 0
    package var assumedYears = AssumedYears()

    package init() {}
  }

  package struct Rejected: Sendable {
    package let line: Int
    /// The column of the fault in bytes, from 1; 0 if the whole line is rejected.
    package let column: Int
    package let reason: String

    package init(line: Int, column: Int, reason: String) {
      (self.line, self.column, self.reason) = (line, column, reason)
    }
  }

  package internal(set) var counts = Counts()
  package private(set) var rejected: [Rejected] = []
  package private(set) var rejectedStarts = Buffer<Int>()
  package private(set) var places = Buffer<Place>()
  var decoder: DocumentDecoder
  var documents = Buffer<UInt8>()
  var quickReject = RecordQuickReject()
  let limits: Limits
  let table: FormatTable?
  let plan: FormatPlan?
  let readers = LineReaders()
  private let ownReader: (any LineReader)?
  private let skipped: (any LineReader)?
  /// Whether the chunk's format is unknown.
  private var isUnknown = false
  private let wrapped: WrappedRecords?
  var mixedLines: MixedLines?
  /// Lines that do not fit the format are read by another.
  let readsOthers: Bool
  /// Nil if every record stays apart.
  let failures: FailureJoin?
  /// Whether the stream's format has failures that several records tell of.
  private let joins: Bool
  var fallbackLines: FallbackLines?
  /// Rejections per chunk that keep their reasons.
  private static let kept = 1_000

  package init(
    _ plan: FormatPlan?, _ table: FormatTable?, _ limits: Limits, zone: ZoneOffsets? = nil,
    readsOthers: Bool = false
  ) {
    self.plan = plan
    self.readsOthers = readsOthers && plan?.readsOthers == true
    self.table = table
    self.limits = limits
    decoder = DocumentDecoder(limits, zone)
    failures = table?.keepsApart == false ? FailureJoin() : nil
    joins = plan?.mapping.failures != nil
    ownReader = plan.flatMap { [readers] in readers.reader(of: $0) }
    skipped = plan?.skipped?.makeReader()
    if case .wrapped(let wrapping)? = plan?.framing, let table {
      wrapped = WrappedRecords(wrapping, decoder.embeddedTexts(table), limits)
    } else {
      wrapped = nil
    }
    if let plan, plan.mapping.inner >= 0, let table {
      (ownReader as? TextPatternReader)?.inner = decoder.embeddedTexts(table)
    }
  }

  private var isText: Bool { ownReader != nil }

  /// One record per line; valid until the next chunk is decoded.
  package var text: ByteSlice { decoder.record.text.slice }

  /// The records of ``text``, a line each, and where they stand in the chunk.
  package var recordLines: [(line: ByteSlice, place: Place)] {
    zip(text.lines, 0..<places.count).map { ($0, places[$1]) }
  }

  package func place(ofRecord index: Int) -> Place { places[index] }

  package mutating func padded() -> PaddedBytes { decoder.paddedText() }

  package mutating func decode(_ chunk: inout Chunk) {
    counts = Counts()
    counts.lines = chunk.blankLines
    counts.blank = chunk.blankLines
    rejected.removeAll(keepingCapacity: true)
    rejectedStarts.removeAll()
    places.removeAll()
    decoder.removeAll()
    failures?.removeAll()
    decoder.use(chunk.years)
    isUnknown = chunk.isUnknown
    let padded = chunk.bytes.padded()
    let bytes = padded.slice
    switch plan?.framing {
    case .records(let continuation)? where chunk.numbers.isEmpty:
      decodeRecords(bytes, continuation, isInside: chunk.beginsInsideRecord)
    case .rows(let rows)?:
      decodeRows(chunk, bytes, rows)
    case nil where chunk.numbers.isEmpty:
      decodeMixed(padded, isInside: chunk.beginsInsideRecord, endsInsideLine: chunk.endsInsideLine)
    case .lines?, .items?, .wrapped?, .records?, nil:
      decodeLines(chunk, padded)
    }
    joinFailures()
    if !chunk.moved.isEmpty { renumber(by: chunk) }
    if chunk.precedesLongLine {
      counts.lines += 1
      let isNumbered = !chunk.numbers.isEmpty || chunk.longLineNumber != 0
      noteLongLine(Place(start: 0, line: isNumbered ? chunk.longLineNumber : counts.lines))
    }
  }

  /// Gives what stands elsewhere in the stream the number of its line there.
  private mutating func renumber(by chunk: borrowing Chunk) {
    func number(_ line: Int) -> Int { line + chunk.moved.shift(of: line - 1 - chunk.blankLines) }
    for index in 0..<places.count { places[index].line = number(places[index].line) }
    rejected = rejected.map {
      Rejected(line: number($0.line), column: $0.column, reason: $0.reason)
    }
  }

  mutating func replacePlaces(_ others: inout Buffer<Place>) { swap(&places, &others) }

  private mutating func decodeLines(_ chunk: borrowing Chunk, _ padded: PaddedBytes) {
    let bytes = padded.slice
    // Objects with references are retained once, not for each line.
    let table = table
    let mapping = isText || plan?.container?.isRare == false ? nil : plan?.mapping
    let wrapped = chunk.numbers.isEmpty ? wrapped : nil
    if isText, readsOthers, let plan, let ownReader {
      return decodeTextLines(chunk, padded, wrapped, plan, ownReader)
    }
    var start = 0
    while start < bytes.count {
      if let wrapped, let end = decodeJoined(wrapped, bytes, padded, from: start) {
        start = end + 1
        continue
      }
      let number = counts.lines < chunk.numbers.count ? chunk.numbers[counts.lines] : counts.lines + 1
      counts.lines += 1
      if let mapping, let end = decoder.scan(lineAt: start, of: padded) {
        let outcome = decoder.decode(by: mapping, table, checksMarkers: true)
        if outcome == .notAnError {
          countNoError()
        } else if outcome == .unrecognized, let plan, let envelope = plan.envelope,
          let container = plan.container
        {
          decode(Place(start: start, line: number), plan, envelope, container)
        } else {
          take(outcome, Place(start: start, line: number))
          if joins, outcome == .record { noteFailure(by: mapping) }
        }
        start = end + 1
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let place = Place(start: start, line: number)
      if readsOthers, !isText, chunk.numbers.isEmpty,
        let other = decodeOther(bytes, from: start, firstEnd: end, place)
      {
        start = other.end + 1
        continue
      }
      decode(
        bytes[start..<end], of: padded, place, isUnfinished: chunk.endsInsideLine && end == bytes.count,
        isOdd: mapping != nil)
      start = end + 1
    }
  }

  /// The lines of a text log: each in its format, in another one, or rejected. A loop of their own, since the plan and the
  /// reader would be copied for each line where they are optional.
  private mutating func decodeTextLines(
    _ chunk: borrowing Chunk, _ padded: PaddedBytes, _ wrapped: WrappedRecords?, _ plan: FormatPlan,
    _ reader: any LineReader
  ) {
    let bytes = padded.slice
    var start = 0
    while start < bytes.count {
      if let wrapped, let end = decodeJoined(wrapped, bytes, padded, from: start) {
        start = end + 1
        continue
      }
      let number = counts.lines < chunk.numbers.count ? chunk.numbers[counts.lines] : counts.lines + 1
      counts.lines += 1
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let place = Place(start: start, line: number)
      if let end = decodeTextOrOther(bytes, from: start, firstEnd: end, place, plan, reader) {
        start = end + 1
        continue
      }
      decode(
        bytes[start..<end], of: padded, place, isUnfinished: chunk.endsInsideLine && end == bytes.count,
        isOdd: false)
      start = end + 1
    }
  }

  @inline(__always)
  mutating func countContinued(_ lines: Int) {
    counts.continued += lines
    counts.continuedRecords += lines > 0 ? 1 : 0
  }

  private mutating func decodeJoined(
    _ wrapped: WrappedRecords, _ bytes: ByteSlice, _ padded: PaddedBytes, from start: Int
  ) -> Int? {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
    let extent = wrapped.extent(of: bytes, from: start, firstEnd: end)
    guard extent.count > 0 else { return nil }
    counts.lines += 1
    let place = Place(start: start, line: counts.lines)
    counts.lines += extent.count
    countContinued(extent.count)
    let joined = wrapped.joined(bytes[0..<extent.end], from: start, firstEnd: end)
    decode(joined, of: padded, place, isUnfinished: false, isOdd: true)
    return extent.end
  }

  /// - Parameter isInside: the first lines continue a record that was cut.
  private mutating func decodeRecords(
    _ bytes: ByteSlice, _ continuation: TextMapping.Continuation, isInside: Bool
  ) {
    guard let plan, let reader = ownReader else { return }
    let isWhole = plan.lines?.wholeRecords != nil
    let ends = readsOthers ? table.flatMap { otherLines($0) }?.endsOfOwn ?? reader : reader
    var start = 0
    var isInside = isInside
    var known = 0..<0
    var hasSigns: Bool?
    while start < bytes.count {
      let isKnown = known.lowerBound == start && !known.isEmpty
      let end =
        isKnown ? known.upperBound : bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let line = bytes[start..<end]
      counts.lines += 1
      let place = Place(start: start, line: counts.lines)
      // Checked first: whether a line that the reader skipped is blank is not known.
      if line.count > limits.recordBytes {
        noteLongLine(place)
        isInside = true
        start = end + 1
        continue
      }
      if line.isBlank {
        counts.blank += 1
        start = end + 1
        continue
      }
      let (status, traces) = beginning(
        line, before: bytes[min(end + 1, bytes.count)..<bytes.count], plan, reader, continuation,
        isWhole: isWhole)
      guard status != .unrecognized else {
        start = decodeStray(bytes, from: start, firstEnd: end, place, plan, &isInside) + 1
        continue
      }
      let extent =
        isWhole
        ? RecordExtent(
          of: bytes, from: start, firstEnd: end, reader.ends(after: line), continuation,
          lineLimit: limits.recordBytes)
        : RecordExtent(
          of: bytes, from: start, firstEnd: end, hasSigns: isKnown ? hasSigns : nil, ends, continuation,
          lineLimit: limits.recordBytes)
      isInside = extent.isCut
      known = extent.lastLine
      hasSigns = extent.lastLineHasSigns
      counts.lines += extent.count
      countContinued(extent.count)
      start = extent.end + 1
      if status != .document {
        if extent.count == 0 {
          countNoError(status)
          continue
        }
        _ = reader.appendDocument(of: line, to: &documents)
      }
      if isWhole || traces != nil {
        takeWhole(bytes[place.start..<extent.end], place, plan, reader, traces)
      } else {
        appendMore(of: bytes, after: line, firstEnd: end, extent, reader)
        takeDocument(place, plan)
      }
    }
  }

  /// The status of a line as a record's first one, and the format of a trace among the records; the document is left in
  /// ``documents``.
  @inline(__always)
  private mutating func beginning(
    _ line: ByteSlice, before rest: ByteSlice, _ plan: FormatPlan, _ reader: any LineReader,
    _ continuation: TextMapping.Continuation, isWhole: Bool
  ) -> (LineStatus, traces: FormatPlan?) {
    documents.removeAll()
    guard RecordGatherer.mayBegin(line, continuation) else { return (.unrecognized, nil) }
    if isWhole {
      let begins =
        reader.isBeginning(line)
        || reader is TraceParser && HaskellTrace.isHeading(line, before: rest) == .yes
      return (begins ? .document : .unrecognized, nil)
    }
    let status = reader.read(line, by: plan.mapping, to: &documents)
    // Uncaught exceptions are written past the logger, among its records.
    guard status == .unrecognized,
      RecordExtent.isUncaught(line, among: continuation)
        || continuation == .traces && HaskellTrace.isHeading(line, before: rest) == .yes,
      let traces = table?.named("trace")
    else { return (status, nil) }
    return (.document, traces)
  }

  /// Takes a record that is read as a whole, or a trace.
  private mutating func takeWhole(
    _ record: ByteSlice, _ place: Place, _ plan: FormatPlan, _ reader: any LineReader, _ traces: FormatPlan?
  ) {
    documents.removeAll()
    let isRead =
      traces == nil
      ? reader.appendDocument(of: record, to: &documents)
      : TraceParser().appendDocument(of: record, to: &documents)
    // It begins like a record, but has a fault further on: its lines are rejected, and no others.
    if isRead { takeDocument(place, traces ?? plan) } else { rejectUnrecognized(place, plan) }
  }

  /// Decodes a line that begins no record, or the record of another format that it begins; returns the end.
  private mutating func decodeStray(
    _ bytes: ByteSlice, from start: Int, firstEnd end: Int, _ place: Place, _ plan: FormatPlan,
    _ isInside: inout Bool
  ) -> Int {
    let line = bytes[start..<end]
    let isAround = isAround(line, plan)
    if !isAround, let other = decodeOther(bytes, from: start, firstEnd: end, place) {
      isInside = other.isCut
      return other.end
    }
    if readsOthers, line[0] == UInt8(ascii: "{") { isInside = false }
    if isInside {
      rejectRest(place)
    } else if isAround {
      counts.passedOver += 1
    } else if !decodeOtherObject(line, place) {
      rejectUnrecognized(place, plan)
    }
    return end
  }

  /// A line of text around the records, or an object among them.
  private mutating func isAround(_ line: ByteSlice, _ plan: FormatPlan) -> Bool {
    if isPassedOver(line, plan) { return true }
    guard !plan.asides.isEmpty, line[0] == UInt8(ascii: "{"), decoder.outer.scan(line, limits) else {
      return false
    }
    return isAside(of: plan)
  }

  /// The plan is the stream's.
  func isPassedOver(_ line: ByteSlice, _ plan: FormatPlan) -> Bool {
    plan.isPreamble(line.trimmed) || skipped?.isBeginning(line) == true
  }

  mutating func rejectRest(_ place: Place) {
    counts.tooLong += 1
    note(
      place.line, 0, "This line is cut off, because its record is too long. \(limits.hint("record-bytes"))")
  }

  /// False if the document is not one of the format's.
  ///
  /// - Parameter rejects: then it is rejected.
  @discardableResult
  mutating func takeDocument(
    _ place: Place, _ plan: FormatPlan, checksMarkers: Bool = true, rejects: Bool = true
  ) -> Bool {
    let text = documents.padded()
    if let fault = decoder.outer.scanned.scan(
      text.slice[0..<(text.count - 1)], at: 0, of: text, depthLimit: limits.recordDepth,
      valueLimit: limits.recordValues)
    {
      counts.malformed += 1
      reject(place, 0, fault.message(of: .record, limits: limits))
      return true
    }
    let outcome = decoder.decode(by: plan.mapping, table, checksMarkers: checksMarkers)
    if outcome == .unrecognized, !rejects { return false }
    take(outcome, place)
    if outcome == .record { noteFailure(by: plan.mapping) }
    return true
  }

  mutating func noteLongLine(_ place: Place) {
    counts.tooLong += 1
    note(place.line, 0, "This line is too long. \(limits.hint("record-bytes"))")
  }

  mutating func decode(
    _ line: ByteSlice, of text: PaddedBytes, _ place: Place, isUnfinished: Bool, isOdd: Bool = false
  ) {
    guard line.count <= limits.recordBytes else {
      noteLongLine(place)
      return
    }
    if line.isBlank {
      counts.blank += 1
      return
    }
    if isText, let plan, let ownReader {
      decodeText(line, place, plan, ownReader, rejects: true)
      return
    }
    // A container may have as many records as fit on a line.
    let values = plan?.container == nil ? limits.recordValues : max(limits.recordValues, line.count)
    let fault =
      isOdd
      ? decoder.outer.scanned.scan(line, depthLimit: limits.recordDepth, valueLimit: values)
      : decoder.outer.scanned.scan(
        line, at: place.start, of: text, depthLimit: limits.recordDepth, valueLimit: values)
    if let fault {
      if plan == nil, let table, decodeText(line, place, table) { return }
      if let plan, isPassedOver(line, plan) {
        counts.passedOver += 1
      } else if isUnfinished, fault.isUnfinished(line) {
        counts.truncated += 1
        reject(place, fault.offset + 1, "The stream ends inside this record.")
      } else if fault.isOfText(line) {
        rejectMalformed(
          place,
          isUnknown || plan == nil
            ? JSONFault.textReason(isUnknown: true)
            : "This line is not in the format \(plan?.name ?? ""): it does not begin with “{”.")
      } else {
        counts.malformed += 1
        reject(place, fault.offset + 1, fault.message(of: .record, limits: limits))
      }
      return
    }
    guard decoder.outer.scanned.tape[0].kind == .object else {
      rejectMalformed(place, "This is not a JSON object. A record is one object.")
      return
    }
    if let plan, let envelope = plan.envelope, let container = plan.container {
      decode(place, plan, envelope, container)
    } else if plan == nil, let table {
      decodeAny(line, place, table)
    } else {
      let outcome = decoder.decode(by: plan?.mapping, table, checksMarkers: plan != nil)
      take(outcome, place)
      if joins, outcome == .record, let plan { noteFailure(by: plan.mapping) }
    }
  }

  private mutating func decodeAny(_ line: ByteSlice, _ place: Place, _ table: FormatTable) {
    switch FormatDetector.format(of: &decoder.outer, table) {
    case .format(let known, _)?:
      if let envelope = known.envelope, let container = known.container {
        decode(place, known, envelope, container)
      } else {
        take(decoder.decode(by: known.mapping, table, checksMarkers: true), place, of: known)
      }
    case .native? where !FormatDetector.isAside(&decoder.outer, table):
      take(decoder.decode(by: NativeFormat.plan, table, checksMarkers: false), place)
    case .native?: counts.passedOver += 1
    case .mixed?, nil:
      if FormatDetector.isAside(&decoder.outer, table) {
        counts.passedOver += 1
      } else {
        take(.unrecognized, place)
      }
    }
  }

  /// Nil if the line is blank, too long, or not read by any format.
  private mutating func decodeTextOrOther(
    _ bytes: ByteSlice, from start: Int, firstEnd end: Int, _ place: Place, _ plan: FormatPlan,
    _ reader: any LineReader
  ) -> Int? {
    let line = bytes[start..<end]
    guard line.count <= limits.recordBytes, !line.isBlank else { return nil }
    if decodeText(line, place, plan, reader, rejects: false) { return end }
    if let other = decodeOther(bytes, from: start, firstEnd: end, place) { return other.end }
    return decodeOtherObject(line, place) ? end : nil
  }

  /// False if the line is not in the format.
  ///
  /// - Parameter rejects: then it is rejected.
  @discardableResult
  private mutating func decodeText(
    _ line: ByteSlice, _ place: Place, _ plan: FormatPlan, _ reader: any LineReader, rejects: Bool
  ) -> Bool {
    documents.removeAll()
    let outcome = reader.read(line, by: plan.mapping, to: &documents)
    switch outcome {
    case .document: return takeDocument(place, plan, rejects: rejects)
    case .notAnError, .silent: countNoError(outcome)
    case .unrecognized:
      if skipped?.isBeginning(line) == true {
        counts.passedOver += 1
        return true
      }
      if rejects { rejectUnrecognized(place, plan) }
      return false
    }
    return true
  }

  private mutating func countNoError(_ outcome: LineStatus) {
    counts.notErrors += 1
    if outcome == .silent {
      counts.silent += 1
    } else {
      counts.leveled += 1
    }
  }

  private mutating func rejectUnrecognized(_ place: Place, _ plan: FormatPlan) {
    rejectMalformed(
      place, "This line is not in the format \(plan.name). Expected \(plan.lines?.summary ?? "").")
  }

  /// Counts a document that is not an error, and separately if an unreadable severity might have made it one.
  @inline(__always)
  private mutating func countNoError() {
    counts.notErrors += 1
    if decoder.hasUnreadSeverity { counts.unread += 1 }
  }

  /// - Parameters:
  ///   - known: the document's format, if it is not the stream's.
  ///   - isOther: whether it is a record of ours in a stream of another format.
  mutating func take(
    _ outcome: DocumentDecoder.Decoded, _ place: Place, of known: FormatPlan? = nil, isOther: Bool = false
  ) {
    switch outcome {
    case .record:
      var place = place
      if !places.isEmpty, case let last = places[places.count - 1], last.start == place.start {
        place.index = last.index + 1
      }
      places.append(place)
      if decoder.outer.scanned.tape.isRepaired { counts.repaired += 1 }
      if decoder.hasUnread {
        counts.unread += 1
        counts.unreadFields |= decoder.unreadFields
      }
      if decoder.assumedYear > 0 { counts.assumedYears.count(decoder.assumedYear) }
    case .notAnError: countNoError()
    case .unrecognized:
      if isAside(of: known ?? plan) {
        counts.passedOver += 1
      } else if !isText, known == nil, !isOther, decodeOtherObject(place) {
        return
      } else if let plan {
        decoder.outer.find(plan.mapping)
        // A line of the log without a message.
        if decoder.outer.status(plan.mapping) == .below {
          counts.notErrors += 1
        } else {
          rejectMalformed(place, reasonUnrecognized(plan.mapping))
        }
      } else {
        rejectMalformed(place, "This record is in no known format.")
      }
    }
  }

  /// The object is legitimate but not one of the format's records.
  mutating func isAside(of plan: FormatPlan?) -> Bool {
    guard let plan, !plan.asides.isEmpty else { return false }
    // The header of an envelope that says nothing.
    if decoder.outer.scanned.tape.count == 1 { return true }
    for aside in plan.asides {
      decoder.outer.find(aside)
      if decoder.outer.isMarked(aside) { return true }
    }
    return false
  }

  func reasonUnrecognized(_ plan: MappingPlan) -> String {
    let reason = decoder.reason(against: plan) ?? ""
    return "This record is not in the format \(self.plan?.name ?? "").\(reason)"
  }

  mutating func rejectMalformed(_ place: Place, _ reason: String) {
    counts.malformed += 1
    reject(place, 0, reason)
  }

  mutating func reject(_ place: Place, _ column: Int, _ reason: String) {
    if rejectedStarts.isEmpty || rejectedStarts[rejectedStarts.count - 1] != place.start {
      rejectedStarts.append(place.start)
    }
    note(place.line, column, reason)
  }

  mutating func note(_ line: Int, _ column: Int, _ reason: String) {
    guard rejected.count < Self.kept else { return }
    rejected.append(Rejected(line: line, column: column, reason: reason))
  }
}
