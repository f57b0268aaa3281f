package import Bytes
internal import Records
package import SystemPackage

/// Reads a stream of any known format: its first records say which, and its text comes in chunks.
package struct StreamReader: ~Copyable {
  private var reader: ChunkReader
  private let input: StreamInput
  private let limits: Limits
  /// What was read to find out the format.
  private var beginning = Chunk()
  /// What was read of a file that grows before anybody could say what it is.
  private var held = Chunk()
  private var isAtBeginning = true
  /// Keeps records of several lines together.
  private var gatherer: RecordGatherer?
  /// What the stream is, once something of it was read.
  package private(set) var detection: Detection = .native
  /// How many records are looked at before a stream is taken for our own, and how many lines of what no format has: what a
  /// program prints before its log begins.
  private static let records = 16
  private static let strangeLines = 128

  package init(
    _ descriptor: FileDescriptor,
    input: StreamInput,
    limits: Limits,
    chunkSize: Int = 1 << 18,
    wake: FileDescriptor? = nil
  ) {
    reader = ChunkReader(descriptor, lineLimit: limits.recordBytes, chunkSize: chunkSize, wake: wake)
    self.input = input
    self.limits = limits
  }

  /// Reads a file as it grows.
  package init(following file: FollowedFile, input: StreamInput, limits: Limits, chunkSize: Int = 1 << 18) {
    reader = ChunkReader(following: file, lineLimit: limits.recordBytes, chunkSize: chunkSize)
    self.input = input
    self.limits = limits
  }

  /// Bytes read so far.
  package var bytesRead: Int { reader.bytesRead }

  /// Why the stream ended before what is packed in it did.
  package var fault: StreamFault? { reader.fault }

  /// Fills `chunk` with the next lines; false at the end of the stream.
  ///
  /// - Throws: `Errno.interrupted` where the wake says so.
  package mutating func read(into chunk: inout Chunk) throws(Errno) -> Bool {
    while try readLines(into: &chunk) {
      if gatherer?.gather(&chunk) ?? true { return true }
    }
    return gatherer?.end(into: &chunk) ?? false
  }

  private mutating func readLines(into chunk: inout Chunk) throws(Errno) -> Bool {
    guard isAtBeginning else { return try reader.read(into: &chunk) }
    let hasMore = try reader.read(into: &chunk)
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
    case .format(let plan, _): detection = .format(plan)
    case .mixed(let table):
      detection = .mixed
      gatherer = RecordGatherer(mixed: table, limits)
    case .detected(let table): try detect(table, &chunk)
    }
    if case .format(let plan) = detection {
      let known = chunk.firstLine.flatMap { plan.withHeader($0) } ?? plan
      detection = .format(known)
      gatherer = RecordGatherer(known, input.table, limits)
    }
    return true
  }

  /// Reads until a record says what the stream is: its first lines decide, however they are delivered.
  private mutating func detect(_ table: FormatTable, _ chunk: inout Chunk) throws(Errno) {
    var mapper = Mapper()
    var document = Buffer<UInt8>(capacity: 256)
    let readers = LineReaders()
    var lastResort: FormatPlan?
    var isKnown = false
    defer { if detection.isNative, let lastResort, !isKnown { detection = .format(lastResort) } }
    var start = 0
    var records = 0
    var strangers = 0
    while true {
      let bytes = chunk.bytes.slice
      while start < bytes.count, records < Self.records, strangers < Self.strangeLines {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        let line = bytes[start..<end]
        start = end + 1
        guard !line.isBlank else { continue }
        guard line.count <= limits.recordBytes else {
          strangers += 1
          continue
        }
        guard
          mapper.scanned.tape.scan(
            line,
            depthLimit: limits.recordDepth,
            valueLimit: max(limits.recordValues, line.count),
            repairs: true
          ) == nil,
          mapper.scanned.tape[0].kind == .object
        else {
          if let plan = FormatDetector.format(
            ofText: line,
            on: &mapper,
            table,
            limits,
            readers,
            &document
          ) {
            if plan.isLastResort {
              lastResort = lastResort ?? plan
              records += 1
              continue
            }
            detection = .format(plan)
            return
          }
          strangers += 1
          continue
        }
        records += 1
        if let found = FormatDetector.format(of: &mapper, table) {
          if found.isNative {
            isKnown = true
            if FormatDetector.couldBeAnybodys(mapper.scanned.tape) { continue }
          }
          detection = found
          isKnown = true
          return
        }
      }
      guard records < Self.records, strangers < Self.strangeLines, !chunk.precedesLongLine,
        !chunk.endsInsideLine
      else { return }
      do throws(Errno) {
        guard try reader.read(into: &beginning) else { return }
      } catch {
        // What was read so far is answered; the next reading stops too.
        if error == .interrupted { return }
        if error == .resourceTemporarilyUnavailable {
          swap(&held, &chunk)
          isAtBeginning = true
        }
        throw error
      }
      chunk.append(beginning)
    }
  }
}

extension Chunk {
  /// Its first line that is not blank.
  fileprivate var firstLine: ByteSlice? {
    var start = 0
    let text = bytes.slice
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      if !text[start..<end].isBlank { return text[start..<end] }
      start = end + 1
    }
    return nil
  }
}

/// Reads a stream as our own records, whatever it is: for whoever looks at records one after the other.
package struct RecordReader: ~Copyable {
  private var reader: StreamReader
  private let input: StreamInput
  private let limits: Limits
  private var chunk = Chunk()
  private var decoder: ChunkDecoder?

  package init(
    _ descriptor: FileDescriptor,
    input: StreamInput = .detected(FormatTable()),
    limits: Limits,
    chunkSize: Int = 1 << 18,
    wake: FileDescriptor? = nil
  ) {
    reader = StreamReader(descriptor, input: input, limits: limits, chunkSize: chunkSize, wake: wake)
    self.input = input
    self.limits = limits
  }

  /// Where a line of what was read last comes from: where its line begins in the stream's text, and its place among the
  /// records of that line.
  ///
  /// - Parameters:
  ///   - index: the line's place among them, from 0.
  ///   - start: where it begins among their bytes.
  package func place(ofLine index: Int, at start: Int) -> (position: Int, index: Int) {
    guard let place = decoder?.place(ofRecord: index) else { return (chunk.position + start, 0) }
    return (chunk.position + place.start, place.index)
  }

  /// Fills `lines` with the next records, a line each, and what else stands between our own; false at the end.
  ///
  /// - Throws: `Errno.interrupted` where the wake says so.
  package mutating func read(into lines: inout Chunk) throws(Errno) -> Bool {
    guard try reader.read(into: &chunk) else { return false }
    lines.removeAll()
    if reader.detection.isNative {
      lines.append(chunk)
      return true
    }
    if decoder == nil { decoder = ChunkDecoder(reader.detection, input.table, limits) }
    decoder?.decode(&chunk)
    if let text = decoder?.text { lines.bytes.append(text) }
    return true
  }
}

extension ChunkDecoder {
  /// A decoder for what a stream turned out to be, which is not our own.
  package init(_ detection: Detection, _ table: FormatTable?, _ limits: Limits) {
    if case .format(let plan) = detection {
      self.init(plan, table, limits)
    } else {
      self.init(nil, table, limits)
    }
  }
}

extension StreamInput {
  /// The formats that are known.
  package var table: FormatTable? {
    switch self {
    case .detected(let table), .format(_, let table), .mixed(let table): table
    case .native: nil
    }
  }
}
