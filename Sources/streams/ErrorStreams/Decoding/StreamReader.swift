package import Bytes
package import Records
package import SystemPackage

/// Reads a stream in chunks; its first records determine the format.
package struct StreamReader: ~Copyable {
  private var reader: ChunkReader
  private let input: StreamInput
  private let limits: Limits
  private var years: StreamYears
  private var beginning = Chunk()
  private let waiting: WaitingText
  /// Text of a growing file before its format was known.
  private var held = Chunk()
  private var isAtBeginning = true
  private var gatherer: RecordGatherer?
  /// Nil for a growing file, whose last line is read at once.
  private var cuts: TraceCuts?
  private let isGrowing: Bool
  /// The last line that named a table's columns.
  private var header = Buffer<UInt8>()
  package private(set) var detection: Detection = .native
  /// No format claims the first records for certain.
  package private(set) var isUncertain = false
  private var isUnknown = false
  /// The packing that the stream's name promises.
  private let promised: PackedKind?

  package init(
    _ descriptor: FileDescriptor, named name: String, input: StreamInput, limits: Limits,
    times: TimeDefaults = TimeDefaults(), chunkSize: Int = 1 << 18, wake: FileDescriptor? = nil
  ) {
    promised = PackedKind(named: name)
    reader = ChunkReader(descriptor, lineLimit: limits.recordBytes, chunkSize: chunkSize, wake: wake)
    self.input = input
    self.limits = limits
    years = StreamYears(times, FileState(of: descriptor))
    isGrowing = false
    waiting = WaitingText(isOff: input.table == nil)
  }

  package init(
    following file: FollowedFile, input: StreamInput, limits: Limits, times: TimeDefaults = TimeDefaults(),
    chunkSize: Int = 1 << 18
  ) {
    promised = nil
    reader = ChunkReader(following: file, lineLimit: limits.recordBytes, chunkSize: chunkSize)
    self.input = input
    self.limits = limits
    years = StreamYears(times, following: file)
    isGrowing = true
    waiting = WaitingText(isOff: input.table == nil)
  }

  package var yearSource: AssumedYears.Source? { years.source }

  package var bytesRead: Int { reader.bytesRead }

  /// The reason for which a part of the stream is missing; complete at its end.
  package var fault: StreamFault? {
    if let promised, reader.isAtEnd, reader.bytesRead == 0 { return .empty(promised.name) }
    return reader.fault
  }

  /// Whether the format of the lines is certain.
  package func isCertain(of chunk: borrowing Chunk) -> Bool { !isUncertain && !chunk.isUnknown }

  /// False at the end of the stream.
  ///
  /// - Throws: `Errno.interrupted` on a wake-up.
  package mutating func read(into chunk: inout Chunk) throws(Errno) -> Bool {
    guard try readRecords(into: &chunk) else { return false }
    chunk.isUnknown = isUnknown
    if !detection.isNative { chunk.years = years.window(for: chunk.bytes.slice) }
    if case .format(let plan, _) = detection, let table = plan.lines as? TableParser, table.namesAgain {
      chunk.header.removeAll()
      chunk.header.append(header.slice)
      if let last = table.lastHeaderLine(in: chunk.bytes.slice) {
        header.removeAll()
        header.append(last)
      }
    }
    return true
  }

  private mutating func readRecords(into chunk: inout Chunk) throws(Errno) -> Bool {
    while try readCompleted(into: &chunk) {
      if gatherer?.gather(&chunk) ?? true, cuts?.gather(&chunk) ?? true { return true }
    }
    if gatherer?.end(into: &chunk) ?? false, cuts?.gather(&chunk) ?? true { return true }
    return cuts?.end(into: &chunk) ?? false
  }

  /// Lines with what others tell of the failures of systemd's units.
  private mutating func readCompleted(into chunk: inout Chunk) throws(Errno) -> Bool {
    var isRead = false
    while !isRead, try readLines(into: &chunk) { isRead = waiting.status?.complete(&chunk) ?? true }
    guard isRead || waiting.status?.end(into: &chunk) ?? false else { return false }
    waiting.units?.complete(&chunk)
    waiting.containers?.complete(&chunk)
    return true
  }

  private mutating func readLines(into chunk: inout Chunk) throws(Errno) -> Bool {
    if !waiting.ahead.isEmpty {
      swap(&chunk, &waiting.ahead.removeFirst().chunk)
      return true
    }
    guard isAtBeginning else { return try waiting.read(from: &reader, into: &chunk) }
    let hasMore = try waiting.read(from: &reader, into: &chunk)
    isAtBeginning = false
    if !held.bytes.isEmpty {
      if hasMore { held.append(chunk) }
      swap(&held, &chunk)
      held.removeAll()
    } else if !hasMore {
      return false
    }
    switch input {
    case .native: detection = .native
    case .format(let plan, _): detection = .format(plan, readsOthers: false)
    case .mixed(let table):
      detection = .mixed
      gatherer = RecordGatherer(mixed: table, limits)
    case .detected(let table): try detect(table, &chunk)
    }
    if detection.isNative { waiting.traces.turnOff() }
    if case .format(let plan, let readsOthers) = detection {
      while plan.awaitsHeader(in: chunk), chunk.bytes.count <= limits.recordBytes {
        guard !chunk.endsInsideLine, !chunk.precedesLongLine, try readAhead(of: &chunk) else { break }
        chunk.append(beginning)
      }
      let known = plan.withHeader(in: chunk) ?? plan
      detection = .format(known, readsOthers: readsOthers)
      gatherer = RecordGatherer(known, input.table, limits, readsOthers: readsOthers)
      waiting.containers = ContainerEvents(of: known.mapping.mapping.like ?? known.name)
      waiting.status = UnitStatus(of: known.mapping.mapping.like ?? known.name)
      if input.table?.keepsApart == false {
        waiting.units = UnitFailures(of: known.mapping.mapping.like ?? known.name)
      }
      if !isGrowing, input.table?.keepsApart == false, let paths = known.mapping.mapping.failures {
        cuts = paths.mark.map { TraceCuts(mark: $0) } ?? TraceCuts(paths.nameOfTrace)
      }
    }
    return true
  }

  /// The first lines stay to be read: those of the chunk, and after a line over the limit those of further chunks.
  private mutating func detect(_ table: FormatTable, _ chunk: inout Chunk) throws(Errno) {
    var search = FormatSearch(table, limits)
    var start = 0
    search.look(at: chunk.bytes.slice, from: &start)
    while !search.isOver, !(waiting.ahead.last?.chunk.endsInsideLine ?? chunk.endsInsideLine) {
      guard try readAhead(of: &chunk) else { break }
      if waiting.ahead.last?.chunk.precedesLongLine ?? chunk.precedesLongLine {
        search.skipLine()
        waiting.ahead.append(HeldChunk(&beginning))
        start = 0
      } else if let last = waiting.ahead.last {
        last.chunk.append(beginning)
      } else {
        chunk.append(beginning)
      }
      search.look(at: waiting.ahead.last?.chunk.bytes.slice ?? chunk.bytes.slice, from: &start)
    }
    switch search.result {
    case .found(let found): detection = found
    case .uncertain(let isMixed):
      isUncertain = true
      if isMixed {
        detection = .mixed
        gatherer = RecordGatherer(mixed: table, limits)
      }
    case .none: isUnknown = true
    }
  }

  /// False if the text read so far has to do.
  private mutating func readAhead(of chunk: inout Chunk) throws(Errno) -> Bool {
    do throws(Errno) {
      return try waiting.read(from: &reader, into: &beginning)
    } catch {
      // The text read so far is processed; the next read stops too.
      if error == .interrupted || !waiting.ahead.isEmpty { return false }
      if error == .resourceTemporarilyUnavailable {
        swap(&held, &chunk)
        isAtBeginning = true
      }
      throw error
    }
  }
}

/// The bytes that were read before they are asked for.
private final class WaitingText {
  /// Read to find the format, after a line over the limit.
  var ahead: [HeldChunk] = []
  let traces: TaggedTraces
  /// Nil until the format is known, and for formats without failures of systemd's services.
  var units: UnitFailures?
  /// Nil until the format is known, and for formats without events of containers.
  var containers: ContainerEvents?
  /// Nil until the format is known, and for formats without the status of systemd's units.
  var status: UnitStatus?

  private let tests: TestOutputs

  init(isOff: Bool) {
    traces = TaggedTraces(isOff: isOff)
    tests = TestOutputs(isOff: isOff)
  }

  /// The stream's text, sorted and completed where lines of it belong together; false at its end.
  func read(from reader: inout ChunkReader, into chunk: inout Chunk) throws(Errno) -> Bool {
    guard try traces.read(from: &reader, into: &chunk) else { return false }
    tests.complete(&chunk)
    return true
  }
}

/// A chunk that was read before it is asked for.
private final class HeldChunk {
  var chunk = Chunk()

  init(_ chunk: inout Chunk) { swap(&chunk, &self.chunk) }
}

extension Chunk {
  package var firstLine: ByteSlice? { bytes.slice.lines.first { !$0.isBlank } }
}

/// Reads a stream of any format as errctl's own records, for sequential use.
package struct RecordReader: ~Copyable {
  private var reader: StreamReader
  private let input: StreamInput
  private let limits: Limits
  private let zone: ZoneOffsets?
  private var chunk = Chunk()
  private var decoder: ChunkDecoder?
  /// The contents without the lines of errctl's own streams, which the caller counts.
  package private(set) var contents = StreamContents()

  package init(
    _ descriptor: FileDescriptor, named name: String, input: StreamInput = .detected(FormatTable()),
    limits: Limits,
    times: TimeDefaults = TimeDefaults(), chunkSize: Int = 1 << 18, wake: FileDescriptor? = nil
  ) {
    reader = StreamReader(
      descriptor, named: name, input: input, limits: limits, times: times, chunkSize: chunkSize, wake: wake)
    self.input = input
    self.limits = limits
    zone = times.zone
  }

  /// The reason for which a part of the stream is missing; complete at its end.
  package var fault: StreamFault? { reader.fault }

  /// Whether the lines are read as errctl's own records, and whether they are that for certain.
  package var isNative: Bool { reader.detection.isNative }
  package var isCertain: Bool { reader.isCertain(of: chunk) }

  /// The offset of the line in the stream's text, and the index among its records.
  ///
  /// - Parameters:
  ///   - index: the index of the line read last, from 0.
  ///   - start: its offset among those lines.
  package func place(ofLine index: Int, at start: Int) -> (position: Int, index: Int) {
    guard let place = decoder?.place(ofRecord: index) else { return (chunk.position + start, 0) }
    return (chunk.position + place.start, place.index)
  }

  /// One record per line, along with other lines of errctl's own streams; false at the end.
  ///
  /// - Throws: `Errno.interrupted` on a wake-up.
  package mutating func read(into lines: inout Chunk) throws(Errno) -> Bool {
    guard try reader.read(into: &chunk) else { return false }
    lines.removeAll()
    contents.isEmpty = contents.isEmpty && chunk.firstLine == nil && !chunk.precedesLongLine
    if reader.detection.isNative {
      lines.append(chunk)
      return true
    }
    if decoder == nil { decoder = ChunkDecoder(reader.detection, input.table, limits, zone: zone) }
    decoder?.decode(&chunk)
    contents.notErrors += decoder?.counts.notErrors ?? 0
    if let text = decoder?.text { lines.bytes.append(text) }
    return true
  }
}

extension ChunkDecoder {
  package init(_ detection: Detection, _ table: FormatTable?, _ limits: Limits, zone: ZoneOffsets? = nil) {
    if case .format(let plan, let readsOthers) = detection {
      self.init(plan, table, limits, zone: zone, readsOthers: readsOthers)
    } else {
      self.init(nil, table, limits, zone: zone)
    }
  }
}

extension StreamInput {
  package var table: FormatTable? {
    switch self {
    case .detected(let table), .format(_, let table), .mixed(let table): table
    case .native: nil
    }
  }
}
