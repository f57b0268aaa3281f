internal import Counting
internal import ErrorStreams
internal import Bytes
internal import Engine
internal import Records

/// Restores stream order: merges chunks, assigns ordinals, keeps state, draws delays, writes the output.
struct ReplayMerger: ~Copyable {
  var counts: StreamCounts
  private(set) var times = MergedTimes()
  var sources: [ReplaySummary.Source] = []
  var lineCountsByStream: [LineCounts] = []
  var rejected = MergedRejects()
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

  init(
    _ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions,
    output: (any ReplayOutput)?, rejects: (any ReplayOutput)?, partial: PartialWriter? = nil
  ) {
    self.options = options
    self.output = output
    self.rejects = rejects
    self.partial = partial
    counts = StreamCounts(chain, options.counting, options.redactor, options.limits)
    filling = GapFilling(chain, seed: options.seed)
    state = ChainStates(capacity: options.limits.stateKeys, isCompared: other != nil)
    load = options.load.map {
      LoadCounter(chain, $0, seed: options.seed, limits: options.limits, presetAnswers: options.presetAnswers)
    }
    comparison = other.map { ComparisonMerger($0, options) }
  }

  var order: StreamOrder { options.order }

  /// The counts that the state of a rule set keeps.
  func totals(ofOther isOther: Bool) -> StateTotals { isOther ? state.other.totals : state.own.totals }

  /// Call once, at the end.
  mutating func finishLoad() -> RetryLoad? { load?.finish() }

  /// Merges a worker, in order; afterwards the worker can be reused.
  ///
  /// - Throws: ``NotAnErrorLog`` if the stream appears to be a log of another kind.
  mutating func merge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    try merge(&worker.run)
    while worker.run.isUnfinished {
      worker.process()
      try merge(&worker.run)
    }
  }

  /// The same, of a chunk whose deferred records were evaluated elsewhere, in parts by their keys.
  mutating func merge(_ worker: ReplayWorker, _ answers: inout [AnsweredChunk]) throws {
    enter(worker.stream)
    for answer in answers {
      worker.run.counts.lines += answer.worker.run.counts.lines
      worker.run.load.take(answered: answer.worker.run.load)
    }
    worker.run.load.sortDeferred()
    try merge(&worker.run, &answers)
  }

  /// Adds what the state counted where the records were evaluated.
  mutating func add(_ totals: StateTotals) { state.own.add(totals) }

  /// Evaluates and merges the only worker, which has access to the state.
  mutating func evaluateAndMerge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    repeat {
      worker.run.process(after: records, &state)
      try merge(&worker.run)
    } while worker.run.isUnfinished
  }

  /// Takes what a worker keeps across its chunks.
  mutating func settle(_ worker: ReplayWorker) {
    worker.run.countAllKnown()
    counts.settle(&worker.run.counts)
    comparison?.settle(&worker.run)
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
    (rejected.lines, rejected.firstKeys) = (rejectedLines, firstKeys)
    for source in sources {
      var others = source.lineCounts
      // The records and their order were counted during run.
      others.lines -= others.records + others.completed
      (others.records, others.completed, others.events, others.outOfOrder) = (0, 0, 0, 0)
      counts.lines += others
    }
  }

  mutating func enter(_ next: Int) {
    if next != stream { rejected.keptOfStream = 0 }
    stream = next
    while lineCountsByStream.count <= next { lineCountsByStream.append(LineCounts()) }
  }

  private mutating func merge(_ run: inout ChunkRun) throws {
    var answers: [AnsweredChunk] = []
    try merge(&run, &answers)
  }

  private mutating func merge(_ run: inout ChunkRun, _ answers: inout [AnsweredChunk]) throws {
    if let partial { return try handOver(&run, to: partial) }
    try rejected.probe(run.rejected, hasRecords: records > 0 || counts.lines.filtered > 0)
    filled.removeAll()
    times.take(run.times, of: stream, outOfOrder: &run.counts.lines.outOfOrder)
    var place = GapFilling.Place()
    run.other?.moves.beginSampling()
    for index in 0..<run.deferred.count {
      let deferred = run.deferred[index]
      fill(run, from: &place, upTo: deferred.textOffset)
      guard answers.isEmpty else {
        try append(&answers[ShardPart.index(of: deferred.key, answers.count)])
        continue
      }
      let end = GapFilling.Place(offset: run.text.count, gap: run.gaps.count)
      run.evaluateDeferred(deferred.record, after: records, &state)
      var own = end
      fill(run, from: &own, upTo: run.text.count)
      run.removeText(from: end)
      if filled.count >= options.textSize { try write() }
    }
    // A record deferred for one rule set may have a cached outcome in the other.
    if !run.deferred.isEmpty { run.countKnown() }
    fill(run, from: &place, upTo: run.text.count)
    state.advance(to: run.times.clock)
    try write()
    if let rejects { try run.writeRejected(to: rejects) }
    rejected.note(run.rejected.lines, of: stream, after: lineCountsByStream[stream].lines)
    counts.take(&run.counts, after: records)
    load?.simulate(run.noted, of: run.lines, after: records)
    load?.take(run.load, after: records, until: run.times.clock, run.evaluator)
    comparison?.take(&run, after: records, stream: stream)
    lineCountsByStream[stream] += run.counts.lines
    records += UInt64(run.counts.lines.records)
  }

  /// The next record of a part.
  private mutating func append(_ answer: inout AnsweredChunk) throws {
    guard answer.next < answer.ends.count else { throw MissingAnswer() }
    var place = answer.place
    fill(answer.worker.run, from: &place, upTo: answer.ends[answer.next])
    answer.place = place
    answer.next += 1
    if filled.count >= options.textSize { try write() }
  }

  private mutating func write() throws {
    if !filled.isEmpty { try output?.write(filled.slice.buffer) }
    filled.removeAll()
  }

  /// Appends a chunk's text up to an offset and fills its gaps.
  private mutating func fill(_ run: borrowing ChunkRun, from place: inout GapFilling.Place, upTo end: Int) {
    Self.fill(run, filling, from: &place, upTo: end, after: records, to: &filled, counting: &counts.outcomes)
  }

  /// Static: the counting closure must not access the whole merger while its text grows.
  private static func fill(
    _ run: borrowing ChunkRun, _ filling: GapFilling, from place: inout GapFilling.Place, upTo end: Int,
    after records: UInt64, to filled: inout Buffer<UInt8>, counting outcomeCounts: inout OutcomeCounts
  ) {
    filling.append(run.text.slice, run.gaps, from: &place, upTo: end, after: records, to: &filled) {
      outcomeCounts.add(delay: $0, at: $1)
    }
  }
}

/// Parts were made of other shards.
package struct MissingAnswer: Error {}
