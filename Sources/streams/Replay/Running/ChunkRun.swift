package import Counting
package import ErrorStreams
package import Bytes
package import Engine
internal import Records
internal import Secrets

package struct ChunkRun: ~Copyable {
  /// Depends on state, so it is left to the merger.
  package struct Deferred: BitwiseCopyable {
    package var record = NotedRecord()
    package var textOffset = 0
    /// The hash of the values by which records stay together; 0 unless it is needed.
    package var key: UInt64 = 0

    package init() {}

    init(record: NotedRecord, textOffset: Int, key: UInt64) {
      self.record = record
      self.textOffset = textOffset
      self.key = key
    }
  }

  let settings: RunSettings
  package var chunk = Chunk()
  var stream = 0
  /// Nil for errctl's own records.
  var decoding: Decoding?
  /// The offset of the chunk's next part; 0 for none.
  private var next = 0
  var evaluator: Evaluator
  /// The second rule set of a comparison.
  var other: SecondRuleSet?
  /// Cached outcomes are added lazily.
  package var counts: StreamCounts
  /// Since cached outcomes were last added.
  private var uncounted = 0
  package var rejected = ChunkRejects()
  package var times = ChunkTimes()
  package var deferred = Buffer<Deferred>()
  package var noted = Buffer<NotedRecord>()
  package var load: LoadNotes
  package var text = Buffer<UInt8>(capacity: 1 << 16)
  package var gaps = Buffer<Gap>()
  var selected = Buffer<SelectedRecord>()
  /// The draws of the selected records, if a number of them is to be sampled.
  var draws = Buffer<UInt64>()

  /// - Parameter isSelecting: records are only selected and noted with their times.
  init(
    _ chain: ResponderChain, comparing second: ResponderChain?, _ options: ReplayOptions,
    isSelecting: Bool = false
  ) {
    let answers = options.unrecorded.presetAnswers
    if let second {
      evaluator = Evaluator(
        chain, limits: options.limits, presetAnswers: answers, besides: second, reads: true)
      other = SecondRuleSet(second, besides: chain, options)
    } else {
      evaluator = Evaluator(chain, limits: options.limits, presetAnswers: answers)
      other = nil
    }
    if !options.unrecorded.failing.isEmpty { evaluator.fail(actionsNamed: options.unrecorded.failing) }
    evaluator.writesErrors = options.writesErrors
    evaluator.writesRecord = options.writesRecord
    evaluator.seed = options.seed
    load = LoadNotes(options.load)
    settings = RunSettings(
      chain, options, isCompared: second != nil, isSelecting: isSelecting, simulates: load.isSimulated)
    counts = StreamCounts(chain, options.counting, options.redactor, options.limits)
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
        counts.lines.lines = chunk.blankLines
        counts.lines.blank = chunk.blankLines
      }
    }
    let padded = decoding?.padded() ?? chunk.bytes.padded()
    let bytes = padded.slice
    var start = next
    next = 0
    while start < bytes.count {
      if text.count >= settings.textSize {
        next = start
        return endPart()
      }
      if let end = evaluator.read(lineAt: start, of: padded) {
        counts.lines.lines += 1
        processRecord(at: start, count: end - start, after: before, &state)
        start = end + 1
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let isLast = end == bytes.count
      counts.lines.lines += 1
      process(
        bytes[start..<end], at: start, isUnfinished: isLast && chunk.endsInsideLine, after: before, &state)
      start = end + 1
    }
    if decoding == nil, chunk.precedesLongLine {
      counts.lines.lines += 1
      rejectLongLine()
    }
    endPart()
  }

  private mutating func endPart() {
    settleDecoding()
    uncounted += counts.lines.records
    countKnown()
  }

  /// Called rarely: each distinct outcome is looked up once for all its errors.
  package mutating func countKnown() {
    if counts.detail.isOn { counts.detail.countKnown(&evaluator) }
    if uncounted >= settings.limits.caches.uncounted || settings.isCompared { countAllKnown() }
  }

  package mutating func countAllKnown() {
    counts.outcomes.countKnown(&evaluator)
    if settings.isCompared { other?.countKnown() }
    uncounted = 0
  }

  /// The text of the previous parts reached its size limit.
  var isUnfinished: Bool { next > 0 }

  package mutating func reset() {
    counts.lines = LineCounts()
    rejected.reset()
    times.reset()
    deferred.removeAll()
    selected.removeAll()
    draws.removeAll()
    text.removeAll()
    gaps.removeAll()
    load.removeAll()
    noted.removeAll()
    if settings.isCompared { other?.reset() }
  }

  private mutating func process(
    _ line: ByteSlice, at start: Int, isUnfinished: Bool, after before: UInt64?, _ state: inout ChainStates
  ) {
    // Checked first: the reader may have skipped a long line, so it is not known whether it is blank.
    guard line.count <= settings.limits.recordBytes else {
      rejectLongLine()
      return
    }
    if line.isBlank {
      counts.lines.blank += 1
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
    if settings.selects || settings.isSelecting, !admits(at: start, count) { return }
    let record = take(at: start, count)
    if settings.notesRecords { note(record) }
    if !evaluate(record, after: before, &state, isDeferred: false) {
      deferred.append(Deferred(record: record, textOffset: text.count, key: meetingKey))
    }
  }

  private var meetingKey: UInt64 {
    settings.meetingFields.isEmpty ? 0 : evaluator.recordedKey(of: settings.meetingFields)
  }

  @inline(__always)
  private mutating func take(at start: Int, _ count: Int) -> NotedRecord {
    counts.lines.records += 1
    let facts = evaluator.recordFacts
    if facts.isUnusual { countQuirks() }
    if let time = facts.time, !times.note(time) { counts.lines.outOfOrder += 1 }
    return NotedRecord(start: start, count: count, ordinal: UInt64(counts.lines.records), clock: times.clock)
  }

  /// A deferred record, in its turn. Its text and gaps are the last ones until the merger takes them.
  package mutating func evaluateDeferred(
    _ record: NotedRecord, after before: UInt64, _ state: inout ChainStates
  ) {
    if let fault = evaluator.read(line(record.start, record.count)) {
      if case .completed = fault { _ = complete(record, &state) }
      return
    }
    _ = evaluate(record, after: before, &state, isDeferred: true)
  }

  /// False, and nothing is counted, if state is needed that is not available.
  @inline(__always)
  private mutating func evaluate(
    _ record: NotedRecord, after before: UInt64?, _ state: inout ChainStates, isDeferred: Bool
  ) -> Bool {
    let ordinal = before.map { $0 + record.ordinal }
    let result =
      counts.costs.isOn
      ? evaluator.evaluate(&state.own, ordinal: ordinal, clock: record.clock, counting: &counts.costs)
      : evaluator.evaluate(&state.own, ordinal: ordinal, clock: record.clock)
    if case .needsState = result { return false }
    if settings.isCompared, !compare(result, record, ordinal, &state, isDeferred: isDeferred) { return false }
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
    counts.lines.completed += 1
    if settings.isSelecting {
      selected.append(SelectedRecord(start: start, count: count, time: evaluator.time?.microseconds ?? .min))
      return
    }
    if let time = evaluator.time { times.note(completion: time) }
    let record = NotedRecord(
      start: start, count: count, ordinal: UInt64(counts.lines.records), clock: times.clock)
    if settings.notesRecords { note(record) }
    if load.isOn, !load.isSimulated {
      load.note(completion: evaluator, before: record.ordinal, clock: record.clock)
    }
    if !complete(record, &state) {
      deferred.append(Deferred(record: record, textOffset: text.count, key: meetingKey))
    }
  }

  /// False if state is needed that is not available.
  private mutating func complete(_ record: NotedRecord, _ state: inout ChainStates) -> Bool {
    let isNoted = evaluator.complete(&state.own, clock: record.clock)
    guard settings.isCompared else { return isNoted }
    return other?.complete(evaluator, &state.other, clock: record.clock) == true && isNoted
  }

  mutating func removeText(from place: GapFilling.Place) {
    text.removeLast(text.count - place.offset)
    gaps.removeLast(gaps.count - place.gap)
  }

  @inline(never)
  private mutating func note(_ record: NotedRecord) {
    var record = record
    record.clock = times.clock
    noted.append(record)
  }

  /// The chunk's records: its own bytes, or foreign lines as they were decoded.
  var lines: ByteSlice { decoding?.text ?? chunk.bytes.slice }

  package func line(_ start: Int, _ count: Int) -> ByteSlice { lines[start..<(start + count)] }

  @inline(never)
  private mutating func countQuirks() {
    if evaluator.isEvent { counts.lines.events += 1 }
    if evaluator.isRepaired, decoding == nil { counts.lines.repaired += 1 }
    if evaluator.hasWrongTypes { counts.lines.wronglyTyped += 1 }
    if evaluator.cutsCauses() { counts.lines.cutCauses += 1 }
  }

  @inline(__always)
  private mutating func finish(_ ordinal: UInt64, known answer: CachedOutcome) {
    counts.count(known: answer, evaluator, ordinal)
    if settings.countsSelected { countSelected(known: answer.number, ordinal) }
    guard settings.wantsText else { return }
    if settings.isListed {
      evaluator.take(answer.number)
      appendListed(ordinal)
    } else {
      evaluator.appendResolution(known: answer.number, ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  private mutating func finish(_ ordinal: UInt64) {
    counts.count(evaluator, ordinal)
    if settings.countsSelected { countSelected(known: nil, ordinal) }
    if settings.isListed {
      appendListed(ordinal)
    } else if settings.wantsText {
      evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    } else {
      evaluator.appendDelays(ordinal: ordinal, at: text.count, to: &gaps)
    }
  }

  /// Counts the last record's kind and value, if the record is selected.
  @inline(never)
  private mutating func countSelected(known number: CachedOutcomeIndex?, _ ordinal: UInt64) {
    if let number { evaluator.take(number) }
    guard settings.only?.admits(evaluator) ?? true else { return }
    counts.lines.listed += 1
    counts.countGroups(evaluator, ordinal)
  }

  /// A line of the list or a resolution, if the record is selected.
  @inline(never)
  private mutating func appendListed(_ ordinal: UInt64) {
    let isSelected = settings.only?.admits(evaluator) ?? true
    if isSelected { counts.lines.listed += 1 }
    guard isSelected, settings.list == nil else {
      if isSelected { settings.list?.append(evaluator, to: &text) }
      evaluator.appendDelays(ordinal: ordinal, at: text.count, to: &gaps)
      return
    }
    evaluator.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
  }
}
