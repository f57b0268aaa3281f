package import ErrorStreams
package import RuleEngine

/// A line that was refused, with the reason.
package struct Refusal: Sendable {
  /// The line, counted from the first of its chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column of the fault, from 1, in bytes; 0 where the line as a whole is refused.
  package let column: Int
  package let reason: String
}

/// Answers one chunk of records at a time: the part of a replay that any number of threads do at once.
///
/// `@unchecked Sendable`: a worker belongs to one task at a time. It is handed from the reader to the task that
/// processes its chunk, and from there to the merger, never shared.
package final class ReplayWorker: @unchecked Sendable {
  /// A record whose answer depends on the records before it, left to the merger.
  struct Deferred: BitwiseCopyable {
    /// Where its resolution goes in the text.
    let textOffset: Int
    let lineStart: Int
    let lineCount: Int
    let ordinal: UInt64
    /// The latest time read in the chunk when it came, in microseconds; Int64.min for none.
    let clock: Int64
  }

  package var chunk = Chunk()
  /// The chunk's place in the order of all chunks.
  package var position = 0
  /// Which stream the chunk comes from.
  package var stream = 0
  var ledger = Ledger()
  private(set) var refusals: [Refusal] = []
  private(set) var refusedLines = Buffer<Int>()
  /// The keys of the first records, while none of them is an error.
  private(set) var firstKeys: [String] = []
  private(set) var deferred = Buffer<Deferred>()
  private(set) var clock: Timestamp?
  /// The times of the records that were not before an earlier one of the chunk, in microseconds, ascending.
  private(set) var ascendingTimes = Buffer<Int64>()
  var tally: Tally
  var text = Buffer<UInt8>(capacity: 1 << 16)
  var gaps = Buffer<Gap>()
  var climb: Climb
  private var memory = RetryMemory(isAtHand: false, budgets: 0)
  private let options: ReplayOptions
  /// How many refusals of a chunk are kept with their reasons.
  private static let keptRefusals = 20

  package init(_ chain: ResponderChain, _ options: ReplayOptions) {
    self.options = options
    climb = Climb(chain, limits: options.limits)
    climb.presetAnswers = options.presetAnswers
    tally = Tally(chain)
  }

  /// Answers the chunk's records; what needs the stream's order is left to the merger.
  package func process() {
    reset()
    let bytes = chunk.bytes.slice
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let isLast = end == bytes.count
      ledger.lines += 1
      process(bytes[start..<end], at: start, isUnfinished: isLast && chunk.endsInsideLine)
      start = end + 1
    }
    if chunk.precedesLongLine {
      ledger.lines += 1
      refuseLongLine()
    }
  }

  private func reset() {
    ledger = Ledger()
    refusals.removeAll(keepingCapacity: true)
    refusedLines.removeAll()
    firstKeys.removeAll(keepingCapacity: true)
    deferred.removeAll()
    clock = nil
    ascendingTimes.removeAll()
    text.removeAll()
    gaps.removeAll()
  }

  private func process(_ line: ByteSlice, at start: Int, isUnfinished: Bool) {
    if line.isBlank {
      ledger.blank += 1
      return
    }
    guard line.count <= options.limits.recordBytes else {
      refuseLongLine()
      return
    }
    if let fault = climb.read(line) {
      refuse(fault, isUnfinished: isUnfinished)
      return
    }
    ledger.records += 1
    count(climb.record)
    if let time = climb.time { note(time) }
    let ordinal = UInt64(ledger.records)
    guard climb.run(&memory) else {
      deferred.append(
        Deferred(
          textOffset: text.count,
          lineStart: start,
          lineCount: line.count,
          ordinal: ordinal,
          clock: clock?.microseconds ?? .min
        )
      )
      return
    }
    finish(ordinal)
  }

  private func note(_ time: Timestamp) {
    if let clock, time < clock {
      ledger.outOfOrder += 1
    } else {
      clock = time
      ascendingTimes.append(time.microseconds)
    }
  }

  /// How many of the records in order within the chunk come before a time read before the chunk.
  func recordsBefore(_ time: Timestamp?) -> Int {
    guard let time else { return 0 }
    var low = 0
    var high = ascendingTimes.count
    while low < high {
      let middle = (low + high) / 2
      if ascendingTimes[middle] < time.microseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func count(_ record: borrowing ErrorRecord) {
    if record.tape.isRepaired { ledger.repaired += 1 }
    if record.wronglyTyped != 0 { ledger.wronglyTyped += 1 }
    if record.hasCutCauses { ledger.cutCauses += 1 }
  }

  private func finish(_ ordinal: UInt64) {
    tally.count(climb)
    if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
    ledger.wrongAnswers += climb.outcome.wrongAnswers
    if options.wantsResolutions {
      climb.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    } else if let retry = climb.outcome.retry {
      gaps.append(Gap(counting: retry.delay, ordinal: ordinal))
    }
  }

  /// Answers a deferred record, now that its turn has come. Its text is left in ``text`` of the worker it is
  /// written to, with gaps to be filled from the first ordinal of the chunk.
  func answer(
    _ record: Deferred,
    _ memory: inout RetryMemory,
    text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    text.removeAll()
    gaps.removeAll()
    let line = chunk.bytes.slice(record.lineStart..<(record.lineStart + record.lineCount))
    guard climb.read(line) == nil else { return }
    _ = climb.run(&memory)
    tally.count(climb)
    if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
    ledger.wrongAnswers += climb.outcome.wrongAnswers
    if options.wantsResolutions {
      climb.appendResolution(ordinal: record.ordinal, to: &text, gaps: &gaps)
    } else if let retry = climb.outcome.retry {
      gaps.append(Gap(counting: retry.delay, ordinal: record.ordinal))
    }
  }

  private func refuseLongLine() {
    ledger.tooLong += 1
    let limit = options.limits.recordBytes
    note(0, "longer than \(limit) bytes (limit record-bytes; raise it with --limit record-bytes=N)")
  }

  private func refuse(_ fault: RecordFault, isUnfinished: Bool) {
    switch fault {
    case .json(let fault)
    where isUnfinished && (fault.kind == .unexpectedEnd || fault.kind == .unclosedString):
      ledger.truncated += 1
      note(fault.offset + 1, "the stream ends inside this record")
    case .json(let fault):
      ledger.rejected += 1
      note(fault.offset + 1, fault.message(of: .record, limits: options.limits))
    case .notAnObject:
      ledger.rejected += 1
      note(0, "no JSON object: a record is one object on a line of its own")
    case .notAnError:
      ledger.notErrors += 1
      if firstKeys.isEmpty { firstKeys = climb.record.keys }
    case .isEvent:
      ledger.events += 1
    }
  }

  private func note(_ column: Int, _ reason: @autoclosure () -> String) {
    refusedLines.append(ledger.lines)
    guard refusals.count < Self.keptRefusals else { return }
    refusals.append(Refusal(line: ledger.lines, column: column, reason: reason()))
  }
}

extension ByteSlice {
  /// Whether there is nothing but white space as JSON has it.
  fileprivate var isBlank: Bool {
    for index in 0..<count {
      switch self[index] {
      case 0x20, 0x09, 0x0D, 0x0A: continue
      default: return false
      }
    }
    return true
  }
}
