internal import ErrorStreams
internal import RuleEngine

/// The records of a chunk and what came of them.
struct ChunkAnswers: ~Copyable {
  /// A record of the chunk.
  struct Record: BitwiseCopyable {
    /// Where its line begins, and the line's length.
    let start: Int
    let count: Int
    /// Its place among the chunk's records, from 1.
    let ordinal: UInt64
    /// The latest time read in the chunk when it came, or nil.
    let clock: Timestamp?
  }

  /// A record whose answer depends on the records before it, left to the merger.
  struct Deferred: BitwiseCopyable {
    let record: Record
    /// Where its resolution goes in the text.
    let textOffset: Int
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
  var strangers = Strangers()
  /// The keys of the first records, while none of them is an error.
  var firstKeys: [String] = []
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
  /// What the load of retries takes to know.
  var load: LoadNotes
  /// The other rule set of a comparison; read only where there is one.
  var other: OtherSide?
  let isCompared: Bool
  let selection: RecordSelection
  /// Whether something says which records are answered.
  let selects: Bool
  let isSifting: Bool
  /// The records that were chosen, where nothing else is done with them.
  var sifted = Buffer<SiftedRecord>()
  /// What was drawn for each of them, where so many are to be chosen.
  var draws = Buffer<UInt64>()
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
    let answers = options.presetAnswers
    if let second {
      climb = Climb(chain, limits: options.limits, presetAnswers: answers, besides: second, reads: true)
      other = OtherSide(second, besides: chain, options)
    } else {
      climb = Climb(chain, limits: options.limits, presetAnswers: answers)
      other = nil
    }
    isCompared = second != nil
    selection = options.selection
    // What is merged by time was chosen before.
    let mayChoose = isSifting || options.order == .given
    selects = mayChoose && (chain.hasSieve || options.selection.isOn)
    load = LoadNotes(options.load)
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
        return endPart()
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
    endPart()
  }

  private mutating func endPart() {
    settleDecoding()
    uncounted += ledger.records
    countKnown()
  }

  /// Counts what came of known answers: how often rules answered only now and then, for an answer is looked up for all that
  /// got it.
  mutating func countKnown() {
    if picture.isOn { picture.countKnown(&climb) }
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

  /// Answers the record that was read, or leaves it to the merger.
  @inline(__always)
  private mutating func answer(
    at start: Int,
    count: Int,
    after before: UInt64?,
    _ memory: inout ReplayMemory
  ) {
    if selects || isSifting, !admits(at: start, count) { return }
    let record = take(at: start, count)
    if !answer(record, after: before, &memory, isDeferred: false) {
      deferred.append(Deferred(record: record, textOffset: text.count))
    }
  }

  /// Counts the record that was read and moves the clock on.
  @inline(__always)
  private mutating func take(at start: Int, _ count: Int) -> Record {
    ledger.records += 1
    let notes = climb.recordNotes
    if notes.isUnusual { countQuirks() }
    if let time = notes.time { note(time) }
    return Record(start: start, count: count, ordinal: UInt64(ledger.records), clock: clock)
  }

  /// Answers a record that was left, now that its turn has come: its text and its gaps are the last ones then, until the
  /// merger has taken them.
  mutating func answer(_ record: Record, after before: UInt64, _ memory: inout ReplayMemory) {
    guard climb.read(line(record.start, record.count)) == nil else { return }
    _ = answer(record, after: before, &memory, isDeferred: true)
  }

  /// Answers the record that was read last, and counts what came of it; false where memory is needed that is not at hand,
  /// and then nothing is counted.
  @inline(__always)
  private mutating func answer(
    _ record: Record,
    after before: UInt64?,
    _ memory: inout ReplayMemory,
    isDeferred: Bool
  ) -> Bool {
    let ordinal = before.map { $0 + record.ordinal }
    let answering =
      costs.isOn
      ? climb.answer(&memory.own, ordinal: ordinal, clock: record.clock, counting: &costs)
      : climb.answer(&memory.own, ordinal: ordinal, clock: record.clock)
    if case .needsMemory = answering { return false }
    if isCompared, !compare(answering, record, ordinal, &memory, isDeferred: isDeferred) { return false }
    switch answering {
    case .known(let answer): finish(record.ordinal, known: answer)
    case .climbed, .needsMemory: finish(record.ordinal)
    }
    if load.isOn {
      load.note(answering, climb, record.ordinal, clock: record.clock, isDeferred: isDeferred)
    }
    return true
  }

  /// Takes back what was written behind a place.
  mutating func removeText(from place: GapFilling.Place) {
    text.removeLast(text.count - place.offset)
    gaps.removeLast(gaps.count - place.gap)
  }

  /// A line of those that were answered.
  func line(_ start: Int, _ count: Int) -> ByteSlice {
    (decoding?.text ?? chunk.bytes.slice)[start..<(start + count)]
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
    if climb.isEvent { ledger.events += 1 }
    if climb.isRepaired, decoding == nil { ledger.repaired += 1 }
    if climb.hasWrongTypes { ledger.wronglyTyped += 1 }
    if climb.cutsCauses() { ledger.cutCauses += 1 }
  }

  @inline(__always)
  private mutating func finish(_ ordinal: UInt64, known answer: KnownAnswer) {
    tally.count(known: answer, climb, ordinal)
    if picture.isOn { picture.count(known: answer.number, climb, ordinal) }
    if wantsResolutions {
      climb.appendResolution(known: answer.number, ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  private mutating func finish(_ ordinal: UInt64) {
    tally.count(climb, ordinal)
    if picture.isOn { picture.count(climb, ordinal) }
    if climb.outcome.hasUnknownCategory { ledger.unknownCategories += 1 }
    ledger.wrongAnswers += climb.outcome.wrongAnswers
    if wantsResolutions {
      climb.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    } else {
      climb.appendDelays(ordinal: ordinal, to: &gaps)
    }
  }
}
