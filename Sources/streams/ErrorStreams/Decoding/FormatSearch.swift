internal import Bytes
internal import Records

/// The format of a stream by its first records. It does not depend on how the text is delivered.
package struct FormatSearch: ~Copyable {
  enum Result {
    case found(Detection)
    /// None is certain; each record is read by the one that it fits if most of them look like somebody's log.
    case uncertain(isMixed: Bool)
    case none
  }

  /// Records examined before a stream counts as errctl's own; other lines may come before a log.
  private static let mostRecords = 16
  package static let mostOtherLines = 1_024
  private static let mostLinesAfterTrace = 256
  private static let mostOtherBytes = 1 << 23

  private let table: FormatTable
  private let limits: Limits
  private let readers = LineReaders()
  private var mapper = Mapper()
  private var document = Buffer<UInt8>(capacity: 256)
  private var found: Detection?
  private var lastResort: FormatPlan?
  /// The format of stack traces. A log of another format may have some, even before its first line.
  private var trace: FormatPlan?
  private var traces = 0
  private var linesAfterTrace = 0
  /// Lines of logs that no format reads.
  private var unread = 0
  /// Objects that look like an error, but that no format claims; and those of them that may be errctl's own records.
  private var objects = 0
  private var own = 0
  private var records = 0
  private var otherLines = 0
  private var otherBytes = 0

  init(_ table: FormatTable, _ limits: Limits) {
    self.table = table
    self.limits = limits
  }

  var isOver: Bool {
    found != nil || records >= Self.mostRecords || otherLines >= Self.mostOtherLines
      || otherBytes >= Self.mostOtherBytes || linesAfterTrace >= Self.mostLinesAfterTrace
  }

  var result: Result {
    if let found { return .found(found) }
    if let trace, unread + objects < traces { return .found(.format(trace, readsOthers: true)) }
    if objects > 0 || trace != nil { return .uncertain(isMixed: objects == 0 || own * 2 < objects) }
    return lastResort.map { .found(.format($0, readsOthers: true)) } ?? .none
  }

  /// A line over the limit, which is not kept.
  mutating func skipLine() { otherLines += 1 }

  /// - Parameter start: the next line, and afterwards the first that was not examined.
  mutating func look(at bytes: ByteSlice, from start: inout Int) {
    while start < bytes.count, !isOver {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      if line.isBlank {
        otherBytes += line.count + 1
      } else if line.count > limits.recordBytes {
        skipLine()
      } else {
        look(at: line, before: bytes[min(start, bytes.count)..<bytes.count])
        if trace != nil { linesAfterTrace += 1 }
      }
    }
  }

  private mutating func look(at line: ByteSlice, before rest: ByteSlice) {
    let isObject =
      mapper.scanned.tape.scan(
        line, depthLimit: limits.recordDepth, valueLimit: max(limits.recordValues, line.count), repairs: true)
      == nil && mapper.scanned.tape[0].kind == .object
    guard isObject else {
      lookAtText(line, before: rest)
      return
    }
    records += 1
    let found = FormatDetector.format(of: &mapper, table)
    let likeness = NativeLikeness(mapper.scanned.tape)
    if let found, !found.isNative || likeness > .possible {
      if case .format(let plan, _) = found, let trace, !plan.readsTraces {
        self.found = .format(trace, readsOthers: true)
      } else {
        self.found = found.readingOthers
      }
      return
    }
    objects += likeness == .none ? 0 : 1
    own += likeness == .possible ? 1 : 0
  }

  private mutating func lookAtText(_ line: ByteSlice, before rest: ByteSlice) {
    guard
      let plan = FormatDetector.format(ofText: line, on: &mapper, table, limits, readers, &document)
        ?? (HaskellTrace.isHeading(line, before: rest) == .yes ? table.named("trace") : nil)
    else {
      otherLines += 1
      otherBytes += line.count + 1
      if RecordGatherer.mayBegin(line, .traces), LogLineSigns.areIn(line) { unread += 1 }
      return
    }
    // Behind a line with a level, a trace is that line's.
    if plan.lines is TraceParser, lastResort?.isAlone ?? true {
      trace = plan
      traces += 1
    } else if plan.isLastResort {
      // A format whose lines have a level goes before one without.
      if lastResort == nil || lastResort?.isAlone == true && !plan.isAlone { lastResort = plan }
      records += 1
    } else {
      // Where a trace stood before records that can have none among them, each is read as it comes.
      found = .format(plan.readsTraces ? plan : trace ?? plan, readsOthers: true)
    }
  }
}
