package import Counting
internal import ErrorStreams
internal import Bytes
package import Engine
internal import Records
internal import Secrets

/// Restores stream order: merges chunks, assigns ordinals, keeps state, draws delays, writes the output.
package struct ReplayMerger: ~Copyable {
  package var counts: StreamCounts
  private(set) var times = MergedTimes()
  package var sources: [ReplaySummary.Source] = []
  package var lineCountsByStream: [LineCounts] = []
  package var rejected = MergedRejects()
  private var state: ChainStates
  let comparison: ComparisonMerger?
  private(set) var load: LoadCounter?
  private(set) var layers: LayerCounter?
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  package let rejects: (any ReplayOutput)?
  /// Takes each chunk before its records are put in order; nil to merge it.
  private let take: ((inout Self, inout ChunkRun) throws -> Void)?
  /// The stream of the current chunk, and the records before it.
  package private(set) var stream = 0
  package var records: UInt64 = 0
  private var filled = Buffer<UInt8>(capacity: 1 << 16)
  package let filling: GapFilling

  package init(
    _ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions,
    output: (any ReplayOutput)?, rejects: (any ReplayOutput)?,
    taking take: ((inout Self, inout ChunkRun) throws -> Void)? = nil
  ) {
    self.options = options
    self.output = output
    self.rejects = rejects
    self.take = take
    counts = StreamCounts(chain, options.counting, options.redactor, options.limits)
    filling = GapFilling(chain, seed: options.seed)
    state = ChainStates(capacity: options.limits.stateKeys, isCompared: other != nil)
    load = options.load.map {
      LoadCounter(
        chain, $0, seed: options.seed, limits: options.limits, presetAnswers: options.unrecorded.presetAnswers
      )
    }
    layers = options.layers.isEmpty ? nil : LayerCounter(options.layers, options.limits)
    comparison = other.map { ComparisonMerger($0, options) }
  }

  var order: StreamOrder { options.order }
  var redactor: Redactor { options.redactor }

  /// The counts that the state of a rule set keeps.
  func totals(ofOther isOther: Bool) -> StateTotals { isOther ? state.other.totals : state.own.totals }

  /// Call once, at the end.
  package mutating func finishLoad() -> RetryLoad? {
    let redactor = redactor
    return load?.finish(hidingBy: redactor)
  }

  /// Merges a worker, in order; afterwards the worker can be reused.
  ///
  /// - Throws: ``NotAnErrorLog`` if the stream appears to be a log of another kind.
  package mutating func merge(_ worker: ReplayWorker) throws {
    try merge(worker) { merger, run, deferred in merger.evaluate(deferred, of: &run) }
  }

  /// Merges a worker, in order.
  ///
  /// - Parameter settle: evaluates a deferred record in its turn, or appends what was evaluated elsewhere.
  package mutating func merge(
    _ worker: ReplayWorker, _ settle: (inout Self, inout ChunkRun, ChunkRun.Deferred) throws -> Void
  ) throws {
    enter(worker.stream)
    try merge(&worker.run, settle)
    while worker.run.isUnfinished {
      worker.process()
      try merge(&worker.run, settle)
    }
  }

  /// Adds what the state counted where the records were evaluated.
  package mutating func add(_ totals: StateTotals) { state.own.add(totals) }

  /// Evaluates and merges the only worker, which has access to the state.
  mutating func evaluateAndMerge(_ worker: ReplayWorker) throws {
    enter(worker.stream)
    repeat {
      worker.run.process(after: records, &state)
      try merge(&worker.run) { merger, run, deferred in merger.evaluate(deferred, of: &run) }
    } while worker.run.isUnfinished
  }

  /// Takes what a worker keeps across its chunks.
  package mutating func settle(_ worker: ReplayWorker) {
    worker.run.countAllKnown()
    counts.settle(&worker.run.counts)
    comparison?.settle(&worker.run)
  }

  mutating func note(_ stream: Int, _ reader: borrowing StreamReader, _ file: FollowedFile? = nil) {
    enter(stream)
    var source = ReplaySummary.Source(
      format: reader.detection.name, isUncertain: reader.isUncertain, lineCounts: lineCountsByStream[stream],
      fault: reader.fault?.message, yearSource: reader.yearSource)
    if let file { (source.rotations, source.truncations) = (file.rotations, file.truncations) }
    sources.append(source)
  }

  /// Settles streams that were counted before their records were merged.
  mutating func settle(
    _ sources: [ReplaySummary.Source], _ rejectedLines: [RejectedLine], firstKeys: [String]
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

  package mutating func enter(_ next: Int) {
    if next != stream { rejected.keptOfStream = 0 }
    stream = next
    while lineCountsByStream.count <= next { lineCountsByStream.append(LineCounts()) }
  }

  private mutating func merge(
    _ run: inout ChunkRun, _ settle: (inout Self, inout ChunkRun, ChunkRun.Deferred) throws -> Void
  ) throws {
    if let take { return try take(&self, &run) }
    try rejected.probe(run.rejected, hasRecords: records > 0 || counts.lines.filtered > 0)
    filled.removeAll()
    times.take(run.times, of: stream, outOfOrder: &run.counts.lines.outOfOrder)
    var place = GapFilling.Place()
    run.other?.moves.beginSampling()
    for index in 0..<run.deferred.count {
      let deferred = run.deferred[index]
      fill(run, from: &place, upTo: deferred.textOffset)
      try settle(&self, &run, deferred)
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
    layers?.count(run.noted, of: run.lines, after: records)
    load?.take(run.load, after: records, until: run.times.clock, run.evaluator)
    comparison?.take(&run, after: records, stream: stream)
    lineCountsByStream[stream] += run.counts.lines
    records += UInt64(run.counts.lines.records)
  }

  private mutating func evaluate(_ deferred: ChunkRun.Deferred, of run: inout ChunkRun) {
    let end = GapFilling.Place(offset: run.text.count, gap: run.gaps.count)
    run.evaluateDeferred(deferred.record, after: records, &state)
    var own = end
    fill(run, from: &own, upTo: run.text.count)
    run.removeText(from: end)
  }

  private mutating func write() throws {
    if !filled.isEmpty { try output?.write(filled.slice.buffer) }
    filled.removeAll()
  }

  /// Appends a chunk's text up to an offset and fills its gaps.
  package mutating func fill(_ run: borrowing ChunkRun, from place: inout GapFilling.Place, upTo end: Int) {
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
