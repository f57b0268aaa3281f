internal import ErrorStreams
internal import Bytes
internal import Engine
internal import Records
internal import Secrets

struct ChunkEvaluation: ~Copyable {
  struct Record: BitwiseCopyable {
    let start: Int
    let count: Int
    let ordinal: UInt64
    /// The latest time read in the chunk before it, or nil.
    let clock: Timestamp?
  }

  /// Depends on state, so it is left to the merger.
  struct Deferred: BitwiseCopyable {
    let record: Record
    let textOffset: Int
    /// The hash of the values by which records stay together; 0 unless it is needed.
    var key: UInt64 = 0
  }

  var chunk = Chunk()
  var stream = 0
  var lineCounts = LineCounts()
  var rejectedLines: [RejectedLine] = []
  var rejectedStarts = Buffer<Int>()
  /// Nil for errctl's own records.
  var decoding: Decoding?
  var unrecognizedLines = UnrecognizedLines()
  /// The keys of the first objects, until an error is found.
  var firstKeys: [String] = []
  var deferred = Buffer<Deferred>()
  var clock: Timestamp?
  /// The times in microseconds, without records that are out of order within the chunk.
  var ascendingTimes = Buffer<Int64>()
  /// The earliest time of records out of order and completed operations, in microseconds; Int64.max for none.
  var earliestOther = Int64.max
  /// Cached outcomes are added lazily.
  var outcomeCounts: OutcomeCounts
  /// Since cached outcomes were last added.
  private var uncounted = 0
  var detail: DetailCounter
  var kinds: KindCounts
  var text = Buffer<UInt8>(capacity: 1 << 16)
  var gaps = Buffer<Gap>()
  var evaluator: Evaluator
  var costs: CostCounter
  var load: LoadNotes
  /// Notes the place of each record: for a simulation, or for a partial result.
  private let notesRecords: Bool
  private let meetingFields: [Subject]
  var noted = Buffer<NotedRecord>()
  var other: SecondRuleSet?
  let isCompared: Bool
  let redactor: Redactor
  let selection: RecordSelection
  let selects: Bool
  let isSelecting: Bool
  var selected = Buffer<SelectedRecord>()
  /// The draws of the selected records, if a number of them is to be sampled.
  var draws = Buffer<UInt64>()
  /// The offset of the chunk's next part; 0 for none.
  private var next = 0
  let limits: Limits
  private let textSize: Int
  private let wantsText: Bool
  /// The text needs each record's outcome: it is a list, or only has some of the records.
  private let isListed: Bool
  private let list: RecordList?
  private let only: OutcomeSelection?

  /// - Parameter isSelecting: records are only selected and noted with their times.
  init(
    _ chain: ResponderChain, comparing second: ResponderChain?, _ options: ReplayOptions,
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
        chain, limits: options.limits, presetAnswers: answers, besides: second, reads: true)
      other = SecondRuleSet(second, besides: chain, options)
    } else {
      evaluator = Evaluator(chain, limits: options.limits, presetAnswers: answers)
      other = nil
    }
    if !options.failing.isEmpty { evaluator.fail(actionsNamed: options.failing) }
    evaluator.writesErrors = options.writesErrors
    evaluator.writesRecord = options.writesRecord
    evaluator.seed = options.seed
    isCompared = second != nil
    redactor = options.redactor
    selection = options.selection
    // Records that are merged by time were selected before.
    let mayChoose = isSelecting || options.order == .given
    selects = mayChoose && (chain.hasRecordFilter || options.selection.isOn)
    load = LoadNotes(options.load)
    notesRecords = load.isSimulated || options.isPartial
    meetingFields = options.meetingFields
    outcomeCounts = OutcomeCounts(chain, options.redactor, options.limits)
    detail = DetailCounter(chain, isOn: options.wantsDetail)
    kinds = KindCounts(
      isOn: options.wantsKinds, limit: KindCounts.limitOfTables, options.redactor, options.limits)
    costs = CostCounter(chain, clock: options.profileClock)
  }

  /// Leaves records that depend on unavailable state to the merger.
  ///
  /// - Parameters:
  ///   - before: the records before the chunk; nil if their number is not known.
  ///   - state: the state after the previous records, or one that is not available.
  mutating func process(after before: UInt64?, _ state: inout ChainStates) {
    reset()
    if next == 0 {
      decode()
      if decoding == nil {
        lineCounts.lines = chunk.blankLines
        lineCounts.blank = chunk.blankLines
      }
    }
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
        processRecord(at: start, count: end - start, after: before, &state)
        start = end + 1
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let isLast = end == bytes.count
      lineCounts.lines += 1
      process(
        bytes[start..<end], at: start, isUnfinished: isLast && chunk.endsInsideLine, after: before, &state)
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

  /// Called rarely: each distinct outcome is looked up once for all its errors.
  mutating func countKnown() {
    if detail.isOn { detail.countKnown(&evaluator) }
    if uncounted >= limits.caches.uncounted || isCompared { countAllKnown() }
  }

  mutating func countAllKnown() {
    outcomeCounts.countKnown(&evaluator)
    if isCompared { other?.countKnown() }
    uncounted = 0
  }

  /// The text of the previous parts reached its size limit.
  var isUnfinished: Bool { next > 0 }

  mutating func reset() {
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
    earliestOther = .max
    text.removeAll()
    gaps.removeAll()
    load.removeAll()
    noted.removeAll()
    if isCompared { other?.reset() }
  }

  private mutating func process(
    _ line: ByteSlice, at start: Int, isUnfinished: Bool, after before: UInt64?, _ state: inout ChainStates
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
      if case .completed = fault { return processCompletion(at: start, count: line.count, &state) }
      reject(fault, line, at: start, isUnfinished: isUnfinished)
      return
    }
    processRecord(at: start, count: line.count, after: before, &state)
  }

  @inline(__always)
  private mutating func processRecord(
    at start: Int, count: Int, after before: UInt64?, _ state: inout ChainStates
  ) {
    if selects || isSelecting, !admits(at: start, count) { return }
    let record = take(at: start, count)
    if notesRecords { note(record) }
    if !evaluate(record, after: before, &state, isDeferred: false) {
      deferred.append(Deferred(record: record, textOffset: text.count, key: meetingKey))
    }
  }

  private var meetingKey: UInt64 { meetingFields.isEmpty ? 0 : evaluator.recordedKey(of: meetingFields) }

  @inline(__always)
  private mutating func take(at start: Int, _ count: Int) -> Record {
    lineCounts.records += 1
    let facts = evaluator.recordFacts
    if facts.isUnusual { countQuirks() }
    if let time = facts.time { note(time) }
    return Record(start: start, count: count, ordinal: UInt64(lineCounts.records), clock: clock)
  }

  /// A deferred record, in its turn. Its text and gaps are the last ones until the merger takes them.
  mutating func evaluateDeferred(_ record: Record, after before: UInt64, _ state: inout ChainStates) {
    if let fault = evaluator.read(line(record.start, record.count)) {
      if case .completed = fault { _ = complete(record, &state) }
      return
    }
    _ = evaluate(record, after: before, &state, isDeferred: true)
  }

  /// False, and nothing is counted, if state is needed that is not available.
  @inline(__always)
  private mutating func evaluate(
    _ record: Record, after before: UInt64?, _ state: inout ChainStates, isDeferred: Bool
  ) -> Bool {
    let ordinal = before.map { $0 + record.ordinal }
    let result =
      costs.isOn
      ? evaluator.evaluate(&state.own, ordinal: ordinal, clock: record.clock, counting: &costs)
      : evaluator.evaluate(&state.own, ordinal: ordinal, clock: record.clock)
    if case .needsState = result { return false }
    if isCompared, !compare(result, record, ordinal, &state, isDeferred: isDeferred) { return false }
    switch result {
    case .known(let answer): finish(record.ordinal, known: answer)
    case .evaluated, .needsState: finish(record.ordinal)
    }
    if load.isOn, !load.isSimulated {
      load.note(result, evaluator, record.ordinal, clock: record.clock, isDeferred: isDeferred)
    }
    return true
  }

  /// Counts the last record, which says that an operation ended well, and takes note of it in its turn. It has no
  /// ordinal.
  private mutating func processCompletion(at start: Int, count: Int, _ state: inout ChainStates) {
    guard admitsCompletion() else { return }
    lineCounts.completed += 1
    if isSelecting {
      selected.append(SelectedRecord(start: start, count: count, time: evaluator.time?.microseconds ?? .min))
      return
    }
    if let time = evaluator.time {
      earliestOther = min(earliestOther, time.microseconds)
      if clock.map({ $0 < time }) ?? true { clock = time }
    }
    let record = Record(start: start, count: count, ordinal: UInt64(lineCounts.records), clock: clock)
    if notesRecords { note(record) }
    if !complete(record, &state) {
      deferred.append(Deferred(record: record, textOffset: text.count, key: meetingKey))
    }
  }

  /// False if state is needed that is not available.
  private mutating func complete(_ record: Record, _ state: inout ChainStates) -> Bool {
    let isNoted = evaluator.complete(&state.own, clock: record.clock)
    guard isCompared else { return isNoted }
    return other?.complete(evaluator, &state.other, clock: record.clock) == true && isNoted
  }

  mutating func removeText(from place: GapFilling.Place) {
    text.removeLast(text.count - place.offset)
    gaps.removeLast(gaps.count - place.gap)
  }

  @inline(never)
  private mutating func note(_ record: Record) {
    noted.append(
      NotedRecord(
        start: record.start, count: record.count, ordinal: record.ordinal, clock: clock?.microseconds ?? .min)
    )
  }

  /// The chunk's records: its own bytes, or foreign lines as they were decoded.
  var lines: ByteSlice { decoding?.text ?? chunk.bytes.slice }

  func line(_ start: Int, _ count: Int) -> ByteSlice { lines[start..<(start + count)] }

  private mutating func note(_ time: Timestamp) {
    if let clock, time.microseconds < clock.microseconds {
      lineCounts.outOfOrder += 1
      earliestOther = min(earliestOther, time.microseconds)
    } else {
      clock = time
      ascendingTimes.append(time.microseconds)
    }
  }

  /// The times before records out of order are counted across chunks.
  var times: RecordTimes {
    guard let clock else { return RecordTimes() }
    let first = ascendingTimes.isEmpty ? clock.microseconds : ascendingTimes[0]
    return RecordTimes(
      first: Timestamp(microseconds: min(first, earliestOther)), last: clock,
      count: ascendingTimes.count + lineCounts.outOfOrder)
  }

  /// In-order records that are earlier than a time read before the chunk.
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
    var hashes = KindHashes()
    outcomeCounts.count(known: answer, evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(known: answer.number, evaluator, ordinal) }
    if kinds.isOn { kinds.count(known: answer.number, evaluator, ordinal, &hashes) }
    guard wantsText else { return }
    if isListed {
      evaluator.take(answer.number)
      appendListed(ordinal)
    } else {
      evaluator.appendResolution(known: answer.number, ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  private mutating func finish(_ ordinal: UInt64) {
    var hashes = KindHashes()
    outcomeCounts.count(evaluator, ordinal, &hashes)
    if detail.isOn { detail.count(evaluator, ordinal) }
    if kinds.isOn, !evaluator.outcome.isEvent {
      kinds.count(evaluator, KindCounts.Owner(evaluator.outcome.resolution), ordinal, &hashes)
    }
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

  /// A line of the list or a resolution, if the record is selected.
  @inline(never)
  private mutating func appendListed(_ ordinal: UInt64) {
    let isSelected = only?.admits(evaluator) ?? true
    if isSelected { lineCounts.listed += 1 }
    guard isSelected, list == nil else {
      if isSelected { list?.append(evaluator, to: &text) }
      evaluator.appendDelays(ordinal: ordinal, at: text.count, to: &gaps)
      return
    }
    evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
  }
}
