internal import ErrorStreams
package import RuleEngine

/// A line that was refused, with the reason.
package struct Refusal: Sendable {
  /// The line, counted from the first of its chunk until it is merged, then from 1 in its stream.
  package var line: Int
  /// The column of the fault, from 1, in bytes; 0 where the line as a whole is refused.
  package let column: Int
  package let reason: String
  /// Whether the line is counted from 1 in its stream already.
  package var isPlaced = false
}

/// One thread's part of a replay: it answers one chunk of records at a time.
///
/// `@unchecked Sendable`: a worker belongs to one task at a time. It is handed from the reader to the task that
/// processes its chunk, and from there to the merger, never shared.
package final class ReplayWorker: @unchecked Sendable {
  /// The chunk's place in the order of all chunks.
  package var position = 0
  /// Which stream the chunk comes from.
  package var stream: Int {
    get { answers.stream }
    set { answers.stream = newValue }
  }
  /// What it does with the chunk, in one value: it is entered once a chunk.
  var answers: ChunkAnswers
  /// Stands for the one memory, which a worker beside others does not have.
  private var noMemory = ReplayMemory()

  /// A worker that answers with one chain, or with another one too.
  package init(_ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: other, options)
  }

  /// A worker that answers nothing: it counts lines, chooses records and notes them with their times.
  init(sifting chain: ResponderChain, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: nil, options, isSifting: true)
  }

  /// Takes chunks of a stream that is of this kind from now on: what is not our own is decoded before it is answered.
  func prepare(_ detection: Detection, _ table: FormatTable?) { answers.prepare(detection, table) }

  /// Answers the chunk's records, or the next part of them; what needs the stream's order is left to the merger.
  package func process() {
    answers.process(after: nil, &noMemory)
  }
}

/// The records of a chunk and what came of them.
struct ChunkAnswers: ~Copyable {
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

  var chunk = Chunk()
  /// Which stream the chunk comes from.
  var stream = 0
  var ledger = Ledger()
  var refusals: [Refusal] = []
  /// Where the lines begin that were refused and are at hand.
  var refusedLines = Buffer<Int>()
  /// What makes our own records of another log's lines, where the stream is one.
  var decoding: Decoding?
  /// Lines before the chunk's first record, and how many of them are JSON objects.
  private(set) var strangers = Strangers()
  /// The keys of the first records, while none of them is an error.
  private(set) var firstKeys: [String] = []
  private(set) var deferred = Buffer<Deferred>()
  private(set) var clock: Timestamp?
  /// The times of the records that were not before an earlier one of the chunk, in microseconds, ascending.
  private(set) var ascendingTimes = Buffer<Int64>()
  /// What came of the records, of known answers maybe not yet.
  var tally: Tally
  /// Records since known answers were counted.
  private var uncounted = 0
  var picture: PictureTally
  var text = Buffer<UInt8>(capacity: 1 << 16)
  var gaps = Buffer<Gap>()
  var climb: Climb
  var costs: CostCounter
  /// What the load of retries takes to know, of records that were answered at once and of those left to the merger.
  var load: LoadNotes
  var deferredLoad: LoadNotes
  /// The other rule set of a comparison; read only where there is one.
  var other: OtherSide?
  let isCompared: Bool
  private let selection: RecordSelection
  /// Whether something says which records are answered.
  private let selects: Bool
  private let isSifting: Bool
  /// The records that were chosen, where nothing else is done with them.
  private(set) var sifted = Buffer<OrderedStream.Entry>()
  /// What was drawn for each of them, where so many are to be chosen.
  private(set) var draws = Buffer<UInt64>()
  /// Whether nothing but the one chain is asked about every record.
  private let isPlain: Bool
  /// Where in the chunk the part begins that is answered next; 0 for none.
  private var next = 0
  let limits: Limits
  private let textSize: Int
  private let wantsResolutions: Bool

  /// - Parameter isSifting: whether records are chosen and noted with their times, and not answered.
  init(
    _ chain: ResponderChain,
    comparing second: ResponderChain?,
    _ options: ReplayOptions,
    isSifting: Bool = false
  ) {
    self.isSifting = isSifting
    limits = options.limits
    textSize = options.textSize
    wantsResolutions = options.wantsResolutions
    if let second {
      climb = Climb(
        chain,
        limits: options.limits,
        presetAnswers: options.presetAnswers,
        besides: second,
        reads: true
      )
      other = OtherSide(second, besides: chain, options)
    } else {
      climb = Climb(chain, limits: options.limits, presetAnswers: options.presetAnswers)
      other = nil
    }
    // In values of their own: what && and || take are closures, which must not look into what is half made.
    let compares = second != nil
    // What is merged by time was chosen before.
    let mayChoose = isSifting || options.order == .given
    let chooses = mayChoose && (chain.hasSieve || options.selection.isOn)
    let isAlone = !compares && !chooses && !isSifting
    isCompared = compares
    selection = options.selection
    selects = chooses
    isPlain = isAlone
    load = LoadNotes(options.load)
    deferredLoad = LoadNotes(options.load)
    tally = Tally(chain)
    picture = PictureTally(chain, isOn: options.wantsPicture)
    costs = CostCounter(chain, clock: options.profileClock)
  }

  /// Answers the chunk's records, those that need the stream's order too where it is known; else they are left to
  /// the merger.
  ///
  /// - Parameters:
  ///   - before: the records that stand before the chunk, or nil where nobody knows.
  ///   - memory: what the records before it left, or one that is not at hand.
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
        settleDecoding()
        countKnown()
        return
      }
      if let end = climb.read(lineAt: start, of: padded) {
        ledger.lines += 1
        answer(at: start, count: end - start, after: before, &memory)
        start = end + 1
        continue
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      let isLast = end == bytes.count
      ledger.lines += 1
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
      ledger.lines += 1
      refuseLongLine()
    }
    settleDecoding()
    countKnown()
  }

  /// Counts what came of known answers: how often rules answered only now and then, for an answer is looked up for all that
  /// got it.
  mutating func countKnown() {
    if picture.isOn { picture.countKnown(&climb) }
    uncounted += ledger.records
    if uncounted >= limits.learning.uncounted || isCompared { countAllKnown() }
  }

  /// Counts what came of all known answers so far.
  mutating func countAllKnown() {
    tally.countKnown(&climb)
    if isCompared { other?.countKnown() }
    uncounted = 0
  }

  /// Whether part of the chunk is left to be answered, because so much was written about the part before it.
  var isUnfinished: Bool { next > 0 }

  private mutating func reset() {
    ledger = Ledger()
    refusals.removeAll(keepingCapacity: true)
    refusedLines.removeAll()
    strangers = Strangers()
    firstKeys.removeAll(keepingCapacity: true)
    deferred.removeAll()
    sifted.removeAll()
    draws.removeAll()
    clock = nil
    ascendingTimes.removeAll()
    text.removeAll()
    gaps.removeAll()
    load.removeAll()
    deferredLoad.removeAll()
    if isCompared { other?.reset() }
  }

  private mutating func process(
    _ line: ByteSlice,
    at start: Int,
    isUnfinished: Bool,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    // Asked first: of a line that the reader passed over nobody knows whether it is blank.
    guard line.count <= limits.recordBytes else {
      refuseLongLine()
      return
    }
    if line.isBlank {
      ledger.blank += 1
      return
    }
    if let fault = climb.read(line) {
      refuse(fault, line, at: start, isUnfinished: isUnfinished)
      return
    }
    answer(at: start, count: line.count, after: before, &memory)
  }

  /// Answers the record that was read.
  private mutating func answer(
    at start: Int,
    count: Int,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    guard isPlain else { return answerSpecially(at: start, count: count, after: before, &memory) }
    let ordinal = take(after: before, &memory)
    answerAlone(ordinal, at: start, count, &memory)
  }

  /// The same where records are chosen, or two chains are asked.
  @inline(never)
  private mutating func answerSpecially(
    at start: Int,
    count: Int,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    guard admits(at: start, count) else { return }
    let ordinal = take(after: before, &memory)
    guard isCompared else { return answerAlone(ordinal, at: start, count, &memory) }
    let isDone = answerBoth(ordinal, at: start, count, &memory, clock: clock, isDeferred: false)
    if !isDone { leave(ordinal, at: start, count) }
  }

  /// Counts the record that was read and moves the clock on; returns its ordinal in the chunk.
  @inline(__always)
  private mutating func take(after before: UInt64?, _ memory: inout ReplayMemory) -> UInt64 {
    ledger.records += 1
    let notes = climb.recordNotes
    if notes.isUnusual { countQuirks() }
    if let time = notes.time { note(time) }
    let ordinal = UInt64(ledger.records)
    if let before {
      climb.ordinal = before + ordinal
      memory.advance(to: clock)
    }
    return ordinal
  }

  @inline(__always)
  private mutating func answerAlone(
    _ ordinal: UInt64,
    at start: Int,
    _ count: Int,
    _ memory: inout ReplayMemory
  ) {
    let answering = costs.isOn ? answerCounted(&memory.own) : climb.answer(&memory.own)
    climb.ordinal = nil
    switch answering {
    case .known(let answer): finish(ordinal, known: answer)
    case .climbed: finish(ordinal)
    case .needsMemory: leave(ordinal, at: start, count)
    }
  }

  /// Whether the record that was read is to be answered; one that is not asked for is counted.
  private mutating func admits(at start: Int, _ count: Int) -> Bool {
    if selects, !isAskedFor(at: start) {
      ledger.filtered += 1
      if selection.asksTime, climb.time == nil { ledger.untimed += 1 }
      return false
    }
    guard isSifting else { return true }
    ledger.records += 1
    if climb.record.isEvent { ledger.events += 1 }
    sifted.append(OrderedStream.Entry(start: start, count: count, time: climb.time?.microseconds ?? .min))
    if selection.count != nil { draws.append(draw(at: start)) }
    return false
  }

  private mutating func isAskedFor(at start: Int) -> Bool {
    let (position, index) = place(of: start)
    return selection.admits(&climb, stream: stream, position: position, index: index)
  }

  private func draw(at start: Int) -> UInt64 {
    let (position, index) = place(of: start)
    return selection.draw(stream: stream, position: position, index: index)
  }

  /// Where the line of the record that was read begins in the stream's text, and its place among those of that line.
  private func place(of start: Int) -> (position: Int, index: Int) {
    guard let place = decodedPlace(ledger.lines) else { return (chunk.position + start, 0) }
    return (chunk.position + place.start, place.index)
  }

  /// A line of those that were answered.
  func line(_ start: Int, _ count: Int) -> ByteSlice {
    (decoding?.text ?? chunk.bytes.slice)[start..<(start + count)]
  }

  /// Leaves a record to the merger.
  private mutating func leave(_ ordinal: UInt64, at start: Int, _ count: Int) {
    deferred.append(
      Deferred(
        textOffset: text.count,
        lineStart: start,
        lineCount: count,
        ordinal: ordinal,
        clock: clock?.microseconds ?? .min
      )
    )
  }

  /// Climbs with the record that was read last, and counts what each question cost.
  private mutating func answerCounted(_ memory: inout ChainMemory) -> Answering {
    climb.run(&memory, counting: &costs) ? .climbed : .needsMemory
  }

  private mutating func note(_ time: Timestamp) {
    if let clock, time.microseconds < clock.microseconds {
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

  /// Counts what few records are.
  @inline(never)
  private mutating func countQuirks() {
    if climb.record.isEvent { ledger.events += 1 }
    if climb.record.tape.isRepaired, decoding == nil { ledger.repaired += 1 }
    if climb.record.wronglyTyped != 0 { ledger.wronglyTyped += 1 }
    if climb.cutsCauses() { ledger.cutCauses += 1 }
  }

  private mutating func finish(_ ordinal: UInt64, known answer: KnownAnswer) {
    tally.count(known: answer, climb, ordinal)
    if picture.isOn { picture.count(known: answer.number, climb, ordinal) }
    if load.isOn { load.noteEnd(climb, ordinal, clock: clock) }
    if wantsResolutions {
      climb.appendResolution(known: answer.number, ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  private mutating func finish(_ ordinal: UInt64) {
    tally.count(climb, ordinal)
    if picture.isOn { picture.count(climb, ordinal) }
    if load.isOn { load.note(climb, ordinal, clock: clock) }
    if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
    ledger.wrongAnswers += climb.outcome.wrongAnswers
    if wantsResolutions {
      climb.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    } else {
      climb.appendDelays(ordinal: ordinal, to: &gaps)
    }
  }

  /// Answers a deferred record, now that its turn has come and `before` records are known to stand before the chunk.
  /// Its text has gaps to be filled from the first ordinal of the chunk.
  mutating func answer(
    _ record: Deferred,
    after before: UInt64,
    _ memory: inout ReplayMemory,
    text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    text.removeAll()
    gaps.removeAll()
    let lines = decoding?.text ?? chunk.bytes.slice
    let line = lines[record.lineStart..<(record.lineStart + record.lineCount)]
    guard climb.read(line) == nil else { return }
    climb.ordinal = before + record.ordinal
    guard !isCompared else {
      _ = answerBoth(
        record.ordinal,
        at: record.lineStart,
        record.lineCount,
        &memory,
        clock: record.clock == .min ? nil : Timestamp(microseconds: record.clock),
        isDeferred: true
      )
      return
    }
    _ = costs.isOn ? climb.run(&memory.own, counting: &costs) : climb.run(&memory.own)
    climb.ordinal = nil
    tally.count(climb, record.ordinal)
    if picture.isOn { picture.count(climb, record.ordinal) }
    if load.isOn {
      let clock = record.clock == .min ? nil : Timestamp(microseconds: record.clock)
      deferredLoad.note(climb, record.ordinal, clock: clock)
    }
    if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
    ledger.wrongAnswers += climb.outcome.wrongAnswers
    if wantsResolutions {
      climb.appendResolution(ordinal: record.ordinal, to: &text, gaps: &gaps)
    } else {
      climb.appendDelays(ordinal: record.ordinal, to: &gaps)
    }
  }

  private mutating func refuseLongLine() {
    ledger.tooLong += 1
    if hasNoRecord { strangers.lines += 1 }
    let limits = limits
    note(0, "this line is too long \(limits.hint("record-bytes"))")
  }

  private var hasNoRecord: Bool { ledger.records == 0 && ledger.filtered == 0 }

  private mutating func refuse(_ fault: RecordFault, _ line: ByteSlice, at start: Int, isUnfinished: Bool) {
    let limits = limits
    if hasNoRecord { strangers.lines += 1 }
    switch fault {
    case .json(let fault) where isUnfinished && fault.isUnfinished(line):
      ledger.truncated += 1
      keep(start)
      note(fault.offset + 1, "the stream ends inside this record")
    case .json(let fault):
      ledger.rejected += 1
      keep(start)
      note(fault.offset + 1, fault.message(of: .record, limits: limits))
    case .notAnObject:
      ledger.rejected += 1
      keep(start)
      note(0, "no JSON object: a record is one object on a line of its own")
    case .notAnError:
      ledger.notErrors += 1
      if hasNoRecord { strangers.objects += 1 }
      if firstKeys.isEmpty { firstKeys = climb.record.keys }
    }
  }

  /// Writes the refused lines as they came; of a line that was too long nothing is kept.
  func writeRefused(to rejects: any ReplayOutput) throws {
    let bytes = chunk.bytes.slice
    for index in 0..<refusedLines.count {
      let start = refusedLines[index]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      try rejects.write(bytes[start..<end].buffer)
      try rejects.write(ByteSlice("\n").buffer)
    }
  }

  /// Notes that the line that begins here is one of the rejects. Of a line that is too long nothing is kept:
  /// the reader may have passed it over.
  private mutating func keep(_ start: Int) {
    refusedLines.append(decodedPlace(ledger.lines)?.start ?? start)
  }

  private mutating func note(_ column: Int, _ reason: @autoclosure () -> String) {
    guard refusals.count < StreamRefusal.kept else { return }
    guard let place = decodedPlace(ledger.lines) else {
      // Of a document that was written over several lines no more is known than where it began.
      let index = ledger.lines - 1
      let refusal =
        index < chunk.numbers.count
        ? Refusal(line: chunk.numbers[index], column: 0, reason: reason(), isPlaced: true)
        : Refusal(line: ledger.lines, column: column, reason: reason())
      refusals.append(refusal)
      return
    }
    refusals.append(Refusal(line: place.line, column: 0, reason: reason(), isPlaced: hasNumbers))
  }
}

/// What came before the first record.
struct Strangers: BitwiseCopyable {
  /// Lines with something on them.
  var lines = 0
  /// Those that are JSON objects, yet no errors.
  var objects = 0
}
