internal import ErrorStreams
internal import RuleEngine

/// Restores stream order: merges chunks, assigns ordinals, keeps state, draws delays, writes the output.
struct ReplayMerger: ~Copyable {
  private(set) var ledger = Ledger()
  /// The finished streams: format and line counts.
  private(set) var sources: [ReplaySummary.Source] = []
  /// Line counts so far, by stream.
  private var ledgers: [Ledger] = []
  /// The latest time read, by stream: a record is out of order only within its own stream.
  private var clocks: [Timestamp?] = []
  private(set) var refusals: [StreamRefusal] = []
  private(set) var firstKeys: [String] = []
  var tally: Tally
  var picture: PictureTally
  var costs: CostCounter
  private var memory: ReplayMemory
  let comparison: ComparisonMerger?
  private(set) var load: LoadCounter?
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  private let rejects: (any ReplayOutput)?
  /// The stream of the current chunk, and the records of the chunks before it.
  private var stream = 0
  private var records: UInt64 = 0
  private var filled = Buffer<UInt8>(capacity: 1 << 16)
  private let filling: GapFilling
  private var strangers = Strangers()
  /// Whether to stop early at a log of another kind; only if it is the only stream.
  var isImpatient = true
  /// The number of lines without an error after which the stream is given up.
  private static let patience = 100

  init(
    _ chain: ResponderChain,
    comparing other: ResponderChain? = nil,
    _ options: ReplayOptions,
    output: (any ReplayOutput)?,
    rejects: (any ReplayOutput)?
  ) {
    self.options = options
    self.output = output
    self.rejects = rejects
    tally = Tally(chain)
    picture = PictureTally(chain, isOn: options.wantsPicture)
    costs = CostCounter(chain, clock: options.profileClock)
    filling = GapFilling(chain, seed: options.seed)
    memory = ReplayMemory(capacity: options.limits.stateKeys, isCompared: other != nil)
    load = options.load.map { LoadCounter(chain, $0, seed: options.seed) }
    comparison = other.map { ComparisonMerger($0, options) }
  }

  var forgottenKeys: ForgottenKeys { memory.own.forgottenKeys }
  var otherForgottenKeys: ForgottenKeys { memory.other.forgottenKeys }

  /// The load preview, if requested; call once, at the end.
  mutating func finishLoad() -> RetryLoad? { load?.finish() }

  /// Merges the next chunk in order; afterwards the worker can be reused.
  ///
  /// - Throws: ``Impatience`` if the stream appears to be a log of another kind.
  mutating func merge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    try merge(&worker.answers)
    while worker.answers.isUnfinished {
      worker.process()
      try merge(&worker.answers)
    }
  }

  /// Evaluates the chunk of the only worker with access to the state, and merges it.
  mutating func answerAndMerge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    repeat {
      worker.answers.process(after: records, &memory)
      try merge(&worker.answers)
    } while worker.answers.isUnfinished
  }

  mutating func settle(_ worker: ReplayWorker) {
    worker.answers.countAllKnown()
    tally.take(&worker.answers.tally, after: records)
  }

  /// Notes the end of a stream, in order, with its format.
  mutating func note(
    _ stream: Int,
    _ detection: Detection,
    _ fault: StreamFault?,
    _ file: FollowedFile? = nil
  ) {
    enter(stream)
    sources.append(
      ReplaySummary.Source(
        format: detection.name,
        ledger: ledgers[stream],
        fault: fault?.message,
        rotations: file?.rotations ?? 0,
        truncations: file?.truncations ?? 0
      )
    )
  }

  /// Adds the line counts of streams that were counted before their records were merged.
  mutating func settle(
    _ sources: [ReplaySummary.Source],
    _ refusals: [StreamRefusal],
    firstKeys: [String]
  ) {
    self.sources = sources
    self.refusals = refusals
    self.firstKeys = firstKeys
    for source in sources {
      var others = source.ledger
      // The records and their order were counted during evaluation.
      others.lines -= others.records
      (others.records, others.events, others.outOfOrder) = (0, 0, 0)
      ledger += others
    }
  }

  private mutating func enter(_ next: Int) {
    stream = next
    while ledgers.count <= next {
      ledgers.append(Ledger())
      clocks.append(nil)
    }
  }

  private mutating func merge(_ answers: inout ChunkAnswers) throws {
    if firstKeys.isEmpty { firstKeys = answers.firstKeys }
    if records == 0, ledger.filtered == 0 {
      strangers.lines += answers.strangers.lines
      strangers.objects += answers.strangers.objects
      if isImpatient, strangers.lines >= Self.patience, strangers.objects > 0 { throw Impatience() }
    }
    filled.removeAll()
    answers.ledger.outOfOrder += answers.recordsBefore(clocks[stream])
    if let latest = answers.clock, clocks[stream].map({ $0 < latest }) ?? true { clocks[stream] = latest }
    var place = GapFilling.Place()
    answers.other?.moves.beginSampling()
    for index in 0..<answers.deferred.count {
      let deferred = answers.deferred[index]
      fill(answers, from: &place, upTo: deferred.textOffset)
      let end = GapFilling.Place(offset: answers.text.count, gap: answers.gaps.count)
      answers.answer(deferred.record, after: records, &memory)
      var own = end
      fill(answers, from: &own, upTo: answers.text.count)
      answers.removeText(from: end)
      if filled.count >= options.textSize { try write() }
    }
    // A record deferred for one rule set may have a cached outcome in the other.
    if !answers.deferred.isEmpty { answers.countKnown() }
    fill(answers, from: &place, upTo: answers.text.count)
    memory.advance(to: answers.clock)
    try write()
    if let rejects { try answers.writeRefused(to: rejects) }
    noteRefusals(answers)
    tally.take(&answers.tally, after: records)
    picture.take(&answers.picture, after: records)
    costs.take(&answers.costs)
    load?.take(answers.load, after: records, until: answers.clock, answers.climb)
    comparison?.take(&answers, after: records, stream: stream)
    ledger += answers.ledger
    ledgers[stream] += answers.ledger
    records += UInt64(answers.ledger.records)
  }

  private mutating func write() throws {
    if !filled.isEmpty { try output?.write(filled.slice.buffer) }
    filled.removeAll()
  }

  /// Appends a chunk's text from a position up to an offset and fills its gaps.
  private mutating func fill(
    _ answers: borrowing ChunkAnswers,
    from place: inout GapFilling.Place,
    upTo end: Int
  ) {
    Self.fill(answers, filling, from: &place, upTo: end, after: records, to: &filled, counting: &tally)
  }

  /// Works on separate values: the counting closure must not access the whole merger while its text grows.
  private static func fill(
    _ answers: borrowing ChunkAnswers,
    _ filling: GapFilling,
    from place: inout GapFilling.Place,
    upTo end: Int,
    after records: UInt64,
    to filled: inout Buffer<UInt8>,
    counting tally: inout Tally
  ) {
    filling.append(answers.text.slice, answers.gaps, from: &place, upTo: end, after: records, to: &filled) {
      tally.add(delay: $0, at: $1)
    }
  }

  private mutating func noteRefusals(_ answers: borrowing ChunkAnswers) {
    for refusal in answers.refusals where refusals.count < StreamRefusal.kept {
      refusals.append(StreamRefusal(refusal, stream: stream, after: ledgers[stream].lines))
    }
  }
}

struct Impatience: Error {}
