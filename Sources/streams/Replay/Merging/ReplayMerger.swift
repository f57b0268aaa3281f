internal import ErrorStreams
internal import Bytes
internal import Engine
internal import Records

/// Restores stream order: merges chunks, assigns ordinals, keeps state, draws delays, writes the output.
struct ReplayMerger: ~Copyable {
  var lineCounts = LineCounts()
  private(set) var times = RecordTimes()
  var sources: [ReplaySummary.Source] = []
  var lineCountsByStream: [LineCounts] = []
  /// A record is out of order only within its own stream.
  private var clocks: [Timestamp?] = []
  /// The latest time read in any stream, and the records that were earlier than one before them.
  private var clock: Timestamp?
  private(set) var late = 0
  private(set) var rejectedLines: [RejectedStreamLine] = []
  var keptOfStream = 0
  /// A file that is no log, among many, leaves room for the others' rejected lines.
  private var mostOfStream: Int { mayStopEarly ? RejectedStreamLine.kept : RejectedStreamLine.keptOfOne }
  private(set) var firstKeys: [String] = []
  var outcomeCounts: OutcomeCounts
  var detail: DetailCounter
  var kinds: KindCounts
  var costs: CostCounter
  private var state: ChainStates
  let comparison: ComparisonMerger?
  private(set) var load: LoadCounter?
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  let rejects: (any ReplayOutput)?
  /// Takes the chunks of a shard in place of the output.
  private let partial: PartialWriter?
  /// The stream of the current chunk, and the records before it.
  private(set) var stream = 0
  var records: UInt64 = 0
  private var filled = Buffer<UInt8>(capacity: 1 << 16)
  let filling: GapFilling
  private var unrecognizedLines = UnrecognizedLines()
  /// Whether the merger may stop at a log of another kind; only if it is the only stream.
  var mayStopEarly = true
  /// Lines without an error after which the stream is given up.
  private static let probedLines = 100

  init(
    _ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions,
    output: (any ReplayOutput)?, rejects: (any ReplayOutput)?, partial: PartialWriter? = nil
  ) {
    self.options = options
    self.output = output
    self.rejects = rejects
    self.partial = partial
    outcomeCounts = OutcomeCounts(chain, options.redactor, options.limits)
    detail = DetailCounter(chain, isOn: options.wantsDetail)
    kinds = KindCounts(
      isOn: options.wantsKinds, limit: KindCounts.limitOfTables, options.redactor, options.limits)
    costs = CostCounter(chain, clock: options.profileClock)
    filling = GapFilling(chain, seed: options.seed)
    state = ChainStates(capacity: options.limits.stateKeys, isCompared: other != nil)
    load = options.load.map {
      LoadCounter(chain, $0, seed: options.seed, limits: options.limits, presetAnswers: options.presetAnswers)
    }
    comparison = other.map { ComparisonMerger($0, options) }
  }

  var order: StreamOrder { options.order }
  var forgottenKeys: ForgottenKeys { state.own.forgottenKeys }
  var untimedUses: TimeUses { state.own.untimedUses }
  var breakerCounts: [BreakerCount] { state.own.breakerCounts }
  var otherBreakerCounts: [BreakerCount] { state.other.breakerCounts }
  var otherUntimedUses: TimeUses { state.other.untimedUses }
  var otherForgottenKeys: ForgottenKeys { state.other.forgottenKeys }

  /// Call once, at the end.
  mutating func finishLoad() -> RetryLoad? { load?.finish() }

  /// Merges a worker, in order; afterwards the worker can be reused.
  ///
  /// - Throws: ``NotAnErrorLog`` if the stream appears to be a log of another kind.
  mutating func merge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    try merge(&worker.evaluation)
    while worker.evaluation.isUnfinished {
      worker.process()
      try merge(&worker.evaluation)
    }
  }

  /// The same, of a chunk whose deferred records were evaluated elsewhere, in parts by their keys.
  mutating func merge(_ worker: ReplayWorker, _ answers: inout [AnsweredChunk]) throws {
    enter(worker.stream)
    for answer in answers {
      worker.evaluation.lineCounts += answer.worker.evaluation.lineCounts
      worker.evaluation.load.take(answered: answer.worker.evaluation.load)
    }
    worker.evaluation.load.sortDeferred()
    try merge(&worker.evaluation, &answers)
  }

  /// Adds what the state counted where the records were evaluated.
  mutating func add(_ totals: StateTotals) { state.own.add(totals) }

  /// Evaluates and merges the only worker, which has access to the state.
  mutating func evaluateAndMerge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    repeat {
      worker.evaluation.process(after: records, &state)
      try merge(&worker.evaluation)
    } while worker.evaluation.isUnfinished
  }

  /// Takes what a worker keeps across its chunks.
  mutating func settle(_ worker: ReplayWorker) {
    worker.evaluation.countAllKnown()
    outcomeCounts.take(&worker.evaluation.outcomeCounts, after: records)
    outcomeCounts.takeKinds(&worker.evaluation.outcomeCounts)
    if kinds.isOn { kinds.take(&worker.evaluation.kinds) }
    comparison?.settle(&worker.evaluation)
  }

  mutating func note(_ stream: Int, _ reader: borrowing StreamReader, _ file: FollowedFile? = nil) {
    enter(stream)
    sources.append(
      ReplaySummary.Source(
        format: reader.detection.name, isUncertain: reader.isUncertain,
        lineCounts: lineCountsByStream[stream], fault: reader.fault?.message, yearSource: reader.yearSource,
        rotations: file?.rotations ?? 0, truncations: file?.truncations ?? 0))
  }

  /// Settles streams that were counted before their records were merged.
  mutating func settle(
    _ sources: [ReplaySummary.Source], _ rejectedLines: [RejectedStreamLine], firstKeys: [String]
  ) {
    self.sources = sources
    self.rejectedLines = rejectedLines
    self.firstKeys = firstKeys
    for source in sources {
      var others = source.lineCounts
      // The records and their order were counted during evaluation.
      others.lines -= others.records + others.completed
      (others.records, others.completed, others.events, others.outOfOrder) = (0, 0, 0, 0)
      lineCounts += others
    }
  }

  mutating func enter(_ next: Int) {
    if next != stream { keptOfStream = 0 }
    stream = next
    while lineCountsByStream.count <= next {
      lineCountsByStream.append(LineCounts())
      clocks.append(nil)
    }
  }

  private mutating func merge(_ evaluation: inout ChunkEvaluation) throws {
    var answers: [AnsweredChunk] = []
    try merge(&evaluation, &answers)
  }

  private mutating func merge(_ evaluation: inout ChunkEvaluation, _ answers: inout [AnsweredChunk]) throws {
    if let partial { return try handOver(&evaluation, to: partial) }
    if firstKeys.isEmpty { firstKeys = evaluation.firstKeys }
    if records == 0, lineCounts.filtered == 0 {
      unrecognizedLines.lines += evaluation.unrecognizedLines.lines
      unrecognizedLines.objects += evaluation.unrecognizedLines.objects
      if mayStopEarly, unrecognizedLines.lines >= Self.probedLines, unrecognizedLines.objects > 0 {
        throw NotAnErrorLog()
      }
    }
    filled.removeAll()
    times += evaluation.times
    late += evaluation.lineCounts.outOfOrder + evaluation.recordsBefore(clock)
    if let latest = evaluation.clock, clock.map({ $0 < latest }) ?? true { clock = latest }
    evaluation.lineCounts.outOfOrder += evaluation.recordsBefore(clocks[stream])
    if let latest = evaluation.clock, clocks[stream].map({ $0 < latest }) ?? true { clocks[stream] = latest }
    var place = GapFilling.Place()
    evaluation.other?.moves.beginSampling()
    for index in 0..<evaluation.deferred.count {
      let deferred = evaluation.deferred[index]
      fill(evaluation, from: &place, upTo: deferred.textOffset)
      guard answers.isEmpty else {
        try append(&answers[ShardPart.index(of: deferred.key, answers.count)])
        continue
      }
      let end = GapFilling.Place(offset: evaluation.text.count, gap: evaluation.gaps.count)
      evaluation.evaluateDeferred(deferred.record, after: records, &state)
      var own = end
      fill(evaluation, from: &own, upTo: evaluation.text.count)
      evaluation.removeText(from: end)
      if filled.count >= options.textSize { try write() }
    }
    // A record deferred for one rule set may have a cached outcome in the other.
    if !evaluation.deferred.isEmpty { evaluation.countKnown() }
    fill(evaluation, from: &place, upTo: evaluation.text.count)
    state.advance(to: evaluation.clock)
    try write()
    if let rejects { try evaluation.writeRejected(to: rejects) }
    noteRejectedLines(evaluation)
    outcomeCounts.take(&evaluation.outcomeCounts, after: records)
    detail.take(&evaluation.detail, after: records)
    if kinds.isOn { evaluation.kinds.endChunk(after: records) }
    costs.take(&evaluation.costs)
    load?.simulate(evaluation.noted, of: evaluation.lines, after: records)
    load?.take(evaluation.load, after: records, until: evaluation.clock, evaluation.evaluator)
    comparison?.take(&evaluation, after: records, stream: stream)
    lineCounts += evaluation.lineCounts
    lineCountsByStream[stream] += evaluation.lineCounts
    records += UInt64(evaluation.lineCounts.records)
  }

  /// The next record of a part.
  private mutating func append(_ answer: inout AnsweredChunk) throws {
    guard answer.next < answer.ends.count else { throw MissingAnswer() }
    var place = answer.place
    fill(answer.worker.evaluation, from: &place, upTo: answer.ends[answer.next])
    answer.place = place
    answer.next += 1
    if filled.count >= options.textSize { try write() }
  }

  private mutating func write() throws {
    if !filled.isEmpty { try output?.write(filled.slice.buffer) }
    filled.removeAll()
  }

  /// Appends a chunk's text up to an offset and fills its gaps.
  private mutating func fill(
    _ evaluation: borrowing ChunkEvaluation, from place: inout GapFilling.Place, upTo end: Int
  ) {
    Self.fill(
      evaluation, filling, from: &place, upTo: end, after: records, to: &filled, counting: &outcomeCounts)
  }

  /// Static: the counting closure must not access the whole merger while its text grows.
  private static func fill(
    _ evaluation: borrowing ChunkEvaluation, _ filling: GapFilling, from place: inout GapFilling.Place,
    upTo end: Int, after records: UInt64, to filled: inout Buffer<UInt8>,
    counting outcomeCounts: inout OutcomeCounts
  ) {
    filling.append(
      evaluation.text.slice, evaluation.gaps, from: &place, upTo: end, after: records, to: &filled
    ) {
      outcomeCounts.add(delay: $0, at: $1)
    }
  }

  private mutating func noteRejectedLines(_ evaluation: borrowing ChunkEvaluation) {
    for rejectedLine in evaluation.rejectedLines {
      guard rejectedLines.count < RejectedStreamLine.kept, keptOfStream < mostOfStream else { return }
      keptOfStream += 1
      rejectedLines.append(
        RejectedStreamLine(rejectedLine, stream: stream, after: lineCountsByStream[stream].lines))
    }
  }
}

/// Parts were made of other shards.
package struct MissingAnswer: Error {}

struct NotAnErrorLog: Error {}
