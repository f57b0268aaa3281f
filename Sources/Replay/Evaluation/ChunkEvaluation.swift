internal import ErrorStreams
internal import RuleEngine

struct ChunkEvaluation: ~Copyable {
  struct Record: BitwiseCopyable {
    let start: Int
    let count: Int
    let ordinal: UInt64
    /// The latest time read in the chunk before it, or nil.
    let clock: Timestamp?
  }

  /// A record that depends on state, left to the merger.
  struct Deferred: BitwiseCopyable {
    let record: Record
    let textOffset: Int
  }

  var chunk = Chunk()
  var stream = 0
  var lineCounts = LineCounts()
  var rejectedLines: [RejectedLine] = []
  /// The offsets of rejected lines that are kept.
  var rejectedStarts = Buffer<Int>()
  /// The converter for records of other formats, if the stream has one.
  var decoding: Decoding?
  /// Lines before the chunk's first record.
  var unrecognizedLines = UnrecognizedLines()
  /// The keys of the first objects, until an error is found.
  var firstKeys: [String] = []
  private(set) var deferred = Buffer<Deferred>()
  private(set) var clock: Timestamp?
  /// The times of the records in ascending order, in microseconds, without records that are out of order
  /// within the chunk.
  private(set) var ascendingTimes = Buffer<Int64>()
  /// The earliest time of those records, in microseconds; Int64.max for none.
  private var earliestBehind = Int64.max
  /// Outcome counts; cached outcomes are added lazily.
  var outcomeCounts: OutcomeCounts
  /// Records since cached outcomes were last added.
  private var uncounted = 0
  var detail: DetailCounter
  var kinds: KindCounts
  var text = Buffer<UInt8>(capacity: 1 << 16)
  var gaps = Buffer<Gap>()
  var evaluator: Evaluator
  var costs: CostCounter
  var load: LoadNotes
  /// The second rule set of a comparison; read only if there is one.
  var other: SecondRuleSet?
  let isCompared: Bool
  let selection: RecordSelection
  /// Whether only some records are evaluated.
  let selects: Bool
  let isSelecting: Bool
  /// The selected records, when selecting is the only task.
  var selected = Buffer<SelectedRecord>()
  /// Their draws, if a number of records is to be sampled.
  var draws = Buffer<UInt64>()
  /// The offset of the next part of the chunk; 0 for none.
  private var next = 0
  let limits: Limits
  private let textSize: Int
  private let wantsText: Bool
  /// Whether the text needs each record's outcome: it is a list, or only has some of the records.
  private let isListed: Bool
  private let list: RecordList?
  private let only: OutcomeSelection?

  /// - Parameter isSelecting: whether records are only selected and noted with their times, not evaluated.
  init(
    _ chain: ResponderChain,
    comparing second: ResponderChain?,
    _ options: ReplayOptions,
    isSelecting: Bool = false
  ) {
    self.isSelecting = isSelecting
    limits = options.limits
    textSize = options.textSize
    wantsText = options.wantsResolutions || options.list != nil
    isListed = options.list != nil || options.only != nil
    list = options.list
    only = options.only
    let answers = options.presetAnswers
    if let second {
      evaluator = Evaluator(
        chain,
        limits: options.limits,
        presetAnswers: answers,
        besides: second,
        reads: true
      )
      other = SecondRuleSet(second, besides: chain, options)
    } else {
      evaluator = Evaluator(chain, limits: options.limits, presetAnswers: answers)
      other = nil
    }
    evaluator.writesErrors = options.writesErrors
    isCompared = second != nil
    selection = options.selection
    // Records that are merged by time were selected before.
    let mayChoose = isSelecting || options.order == .given
    selects = mayChoose && (chain.hasRecordFilter || options.selection.isOn)
    load = LoadNotes(options.load)
    outcomeCounts = OutcomeCounts(chain)
    detail = DetailCounter(chain, isOn: options.wantsDetail)
    kinds = KindCounts(isOn: options.wantsKinds)
    costs = CostCounter(chain, clock: options.profileClock)
  }

  /// Evaluates the chunk's records. Those that depend on unavailable state are left to the merger.
  ///
  /// - Parameters:
  ///   - before: the number of records before the chunk; nil if it is not known.
  ///   - memory: the state after the previous records, or one that is not available.
  mutating func process(after before: UInt64?, _ memory: inout ReplayMemory) {
    reset()
    if next == 0 { decode() }
    let padded = decoding?.padded() ?? chunk.bytes.padded()
    let bytes = padded.slice
    var start = next
    next = 0
    while start < bytes.count {
      if text.count >= textSize {
        next = start
        return endPart()
      }
      if let end = evaluator.read(lineAt: start, of: padded) {
        lineCounts.lines += 1
        evaluate(at: start, count: end - start, after: before, &memory)
        start = end + 1
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let isLast = end == bytes.count
      lineCounts.lines += 1
      process(
        bytes[start..<end],
        at: start,
        isUnfinished: isLast && chunk.endsInsideLine,
        after: before,
        &memory
      )
      start = end + 1
    }
    if decoding == nil, chunk.precedesLongLine {
      lineCounts.lines += 1
      rejectLongLine()
    }
    endPart()
  }

  private mutating func endPart() {
    settleDecoding()
    uncounted += lineCounts.records
    countKnown()
  }

  /// Adds cached outcomes to the counts. Called rarely, because each distinct outcome is looked up once for
  /// all its errors.
  mutating func countKnown() {
    if detail.isOn { detail.countKnown(&evaluator) }
    if uncounted >= limits.caches.uncounted || isCompared { countAllKnown() }
  }

  mutating func countAllKnown() {
    outcomeCounts.countKnown(&evaluator)
    if isCompared { other?.countKnown() }
    uncounted = 0
  }

  /// Whether part of the chunk is left, because the text of the previous parts reached its size limit.
  var isUnfinished: Bool { next > 0 }

  private mutating func reset() {
    lineCounts = LineCounts()
    rejectedLines.removeAll(keepingCapacity: true)
    rejectedStarts.removeAll()
    unrecognizedLines = UnrecognizedLines()
    firstKeys.removeAll(keepingCapacity: true)
    deferred.removeAll()
    selected.removeAll()
    draws.removeAll()
    clock = nil
    ascendingTimes.removeAll()
    earliestBehind = .max
    text.removeAll()
    gaps.removeAll()
    load.removeAll()
    if isCompared { other?.reset() }
  }

  private mutating func process(
    _ line: ByteSlice,
    at start: Int,
    isUnfinished: Bool,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    // Checked first: the reader may have skipped a long line, so it is not known whether it is blank.
    guard line.count <= limits.recordBytes else {
      rejectLongLine()
      return
    }
    if line.isBlank {
      lineCounts.blank += 1
      return
    }
    if let fault = evaluator.read(line) {
      reject(fault, line, at: start, isUnfinished: isUnfinished)
      return
    }
    evaluate(at: start, count: line.count, after: before, &memory)
  }

  @inline(__always)
  private mutating func evaluate(
    at start: Int,
    count: Int,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    if selects || isSelecting, !admits(at: start, count) { return }
    let record = take(at: start, count)
    if !evaluate(record, after: before, &memory, isDeferred: false) {
      deferred.append(Deferred(record: record, textOffset: text.count))
    }
  }

  /// Counts the last record and advances the clock.
  @inline(__always)
  private mutating func take(at start: Int, _ count: Int) -> Record {
    lineCounts.records += 1
    let facts = evaluator.recordFacts
    if facts.isUnusual { countQuirks() }
    if let time = facts.time { note(time) }
    return Record(start: start, count: count, ordinal: UInt64(lineCounts.records), clock: clock)
  }

  /// Evaluates a deferred record in its turn. Its text and gaps are the last ones until the merger takes
  /// them.
  mutating func evaluate(_ record: Record, after before: UInt64, _ memory: inout ReplayMemory) {
    guard evaluator.read(line(record.start, record.count)) == nil else { return }
    _ = evaluate(record, after: before, &memory, isDeferred: true)
  }

  /// Evaluates and counts the last record. Returns false if state is needed that is not available; nothing is
  /// counted then.
  @inline(__always)
  private mutating func evaluate(
    _ record: Record,
    after before: UInt64?,
    _ memory: inout ReplayMemory,
    isDeferred: Bool
  ) -> Bool {
    let ordinal = before.map { $0 + record.ordinal }
    let result =
      costs.isOn
      ? evaluator.evaluate(&memory.own, ordinal: ordinal, clock: record.clock, counting: &costs)
      : evaluator.evaluate(&memory.own, ordinal: ordinal, clock: record.clock)
    if case .needsMemory = result { return false }
    if isCompared, !compare(result, record, ordinal, &memory, isDeferred: isDeferred) { return false }
    switch result {
    case .known(let answer): finish(record.ordinal, known: answer)
    case .evaluated, .needsMemory: finish(record.ordinal)
    }
    if load.isOn {
      load.note(result, evaluator, record.ordinal, clock: record.clock, isDeferred: isDeferred)
    }
    return true
  }

  mutating func removeText(from place: GapFilling.Place) {
    text.removeLast(text.count - place.offset)
    gaps.removeLast(gaps.count - place.gap)
  }

  func line(_ start: Int, _ count: Int) -> ByteSlice {
    (decoding?.text ?? chunk.bytes.slice)[start..<(start + count)]
  }

  private mutating func note(_ time: Timestamp) {
    if let clock, time.microseconds < clock.microseconds {
      lineCounts.outOfOrder += 1
      earliestBehind = min(earliestBehind, time.microseconds)
    } else {
      clock = time
      ascendingTimes.append(time.microseconds)
    }
  }

  /// The times of the chunk's records, before records out of order are counted across chunks.
  var times: RecordTimes {
    guard let clock else { return RecordTimes() }
    let first = ascendingTimes.isEmpty ? clock.microseconds : ascendingTimes[0]
    return RecordTimes(
      first: Timestamp(microseconds: min(first, earliestBehind)),
      last: clock,
      count: ascendingTimes.count + lineCounts.outOfOrder
    )
  }

  /// The number of in-order records of the chunk that are earlier than a time read before the chunk.
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

  @inline(never)
  private mutating func countQuirks() {
    if evaluator.isEvent { lineCounts.events += 1 }
    if evaluator.isRepaired, decoding == nil { lineCounts.repaired += 1 }
    if evaluator.hasWrongTypes { lineCounts.wronglyTyped += 1 }
    if evaluator.cutsCauses() { lineCounts.cutCauses += 1 }
  }

  @inline(__always)
  private mutating func finish(_ ordinal: UInt64, known answer: CachedOutcome) {
    outcomeCounts.count(known: answer, evaluator, ordinal)
    if detail.isOn { detail.count(known: answer.number, evaluator, ordinal) }
    if kinds.isOn {
      evaluator.take(answer.number)
      kinds.count(evaluator, ordinal)
    }
    guard wantsText else { return }
    if isListed {
      evaluator.take(answer.number)
      appendListed(ordinal)
    } else {
      evaluator.appendResolution(known: answer.number, ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  private mutating func finish(_ ordinal: UInt64) {
    outcomeCounts.count(evaluator, ordinal)
    if detail.isOn { detail.count(evaluator, ordinal) }
    if kinds.isOn { kinds.count(evaluator, ordinal) }
    if evaluator.outcome.hasUnknownCategory { lineCounts.unknownCategories += 1 }
    lineCounts.wrongAnswers += evaluator.outcome.wrongAnswers
    if isListed {
      appendListed(ordinal)
    } else if wantsText {
      evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    } else {
      evaluator.appendDelays(ordinal: ordinal, at: text.count, to: &gaps)
    }
  }

  /// Appends the record's line of the list, or its resolution, if the record is asked for.
  @inline(never)
  private mutating func appendListed(_ ordinal: UInt64) {
    let isAskedFor = only?.admits(evaluator) ?? true
    if isAskedFor { lineCounts.listed += 1 }
    guard isAskedFor, list == nil else {
      if isAskedFor { list?.append(evaluator, to: &text) }
      evaluator.appendDelays(ordinal: ordinal, at: text.count, to: &gaps)
      return
    }
    evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
  }
}
