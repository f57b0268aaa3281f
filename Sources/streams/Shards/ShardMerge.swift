internal import Counting
package import Bytes
internal import ErrorStreams
package import Engine
internal import Records
internal import SystemPackage
package import Replay

/// Puts the shards of partial results together as the merger does with the chunks of one stream, and answers what they
/// handed over.
package struct ShardMerge {
  private let set: PartialSet
  private let chain: ResponderChain
  private let options: ReplayOptions

  package init(_ set: PartialSet, _ chain: ResponderChain, _ options: ReplayOptions) {
    self.set = set
    self.chain = chain
    self.options = options
  }

  /// - Throws: ``PartialFault``, ``Replayer/Failure``, or an error of the output.
  package func summary(output: (any ReplayOutput)?) throws -> ReplaySummary {
    var merger = ReplayMerger(chain, options, output: output, rejects: nil)
    let worker = ReplayWorker(chain, options)
    let wholes = set.wholes
    merger.rejected.mayStopEarly = wholes.count == 1
    var parts = set.answers.map { PartReader($0, of: set, chain, options) }
    var stream = -1
    for shard in set.shards {
      let isContinued = stream >= 0 && wholes[stream].name == shard.totals.sources.first?.name
      let first = stream + (isContinued ? 0 : 1)
      stream = first + shard.totals.sources.count - 1
      do {
        try merge(shard, first, into: &merger, worker, &parts)
      } catch is NotAnErrorLog {
        throw Replayer.Failure.noErrors(stream: wholes[0].name, keys: merger.rejected.firstKeys)
      }
    }
    for index in parts.indices { merger.add(try parts[index].state()) }
    merger.settle(worker)
    merger.note(wholes)
    let lineCounts = merger.counts.lines
    if lineCounts.records + lineCounts.filtered == 0, !merger.rejected.firstKeys.isEmpty {
      throw Replayer.Failure.noErrors(
        stream: set.streams.joined(separator: ", "), keys: merger.rejected.firstKeys)
    }
    let read = ReplayReading(
      set.streams, options, bytes: set.shards.reduce(0) { $0 + $1.totals.bytes }, isPartial: false)
    return ReplaySummary(chain, read, merger.counts, load: merger.finishLoad(), merger)
  }

  private func merge(
    _ shard: PartialSet.Shard, _ first: Int, into merger: inout ReplayMerger, _ worker: ReplayWorker,
    _ parts: inout [PartReader]
  ) throws {
    var reader = set.reader(of: shard)
    let before = merger.records
    // A piece counts its lines from its own beginning.
    let lines = merger.lineCountsByStream.indices.contains(first) ? merger.lineCountsByStream[first].lines : 0
    while !reader.isAtEnd {
      let frame = try reader.next()
      switch frame.kind {
      case .chunk:
        let (stream, _) = try chunk(frame, of: reader, into: &worker.run)
        guard shard.totals.sources.indices.contains(stream) else {
          throw PartialFault.damaged(offset: frame.start)
        }
        if stream == 0 {
          for index in worker.run.rejected.lines.indices {
            worker.run.rejected.lines[index].line += lines
          }
        }
        worker.stream = first + stream
        var answers = try parts.indices.map { try parts[$0].chunk() }
        try merger.merge(worker, &answers)
      case .counts:
        var counts = try counts(frame, of: reader)
        merger.take(&counts, after: before)
        for index in parts.indices {
          var counts = try parts[index].counts(by: self)
          merger.take(&counts, after: before)
        }
      case .head, .totals, .part, .answers, .state, .end: break
      }
    }
  }

  /// Counts of everything that a report may show, none yet.
  private func countsOfShard() -> StreamCounts {
    var counting = CountingOptions()
    (counting.wantsDetail, counting.kinds) = (true, .deciders)
    counting.field = options.counting.field
    counting.gateFields = options.counting.gateFields
    return StreamCounts(chain, counting, options.redactor, options.limits)
  }

  fileprivate func counts(_ frame: FrameReader.Frame, of reader: FrameReader) throws -> StreamCounts {
    var counts = countsOfShard()
    try reader.decode(frame) { counts.code(chain, with: &$0) }
    return counts
  }

  /// Evaluates the records of a part of the keys that the shards handed over, in the order of the whole.
  ///
  /// - Returns: their number.
  package func write(_ part: ShardPart, to output: any ReplayOutput) throws -> Int {
    var (own, checksum, answered) = (part, set.checksum, 0)
    try PartialFrames.begin(set.head, output)
    try PartialFrames.write(.part, output) {
      own.code(with: &$0)
      $0.code(fixed: &checksum)
    }
    var state = ChainStates(capacity: options.limits.stateKeys, isCompared: false)
    let worker = ReplayWorker(chain, options)
    var records: UInt64 = 0
    for shard in set.shards {
      var reader = set.reader(of: shard)
      var counts = countsOfShard()
      let before = records
      while !reader.isAtEnd {
        let frame = try reader.next()
        guard frame.kind == .chunk else { continue }
        _ = try chunk(frame, of: reader, into: &worker.run)
        let added = UInt64(worker.run.counts.lines.records)
        var answers = AnsweredChunk(worker: worker)
        answers.ends = worker.run.answer(part, after: records, &state)
        answered += answers.ends.count
        counts.take(&worker.run.counts, after: records - before)
        try PartialFrames.write(.answers, output) { answers.code(chain, with: &$0) }
        records += added
      }
      worker.run.countAllKnown()
      counts.settle(&worker.run.counts)
      var coder = ByteCoder()
      counts.code(chain, with: &coder)
      _ = try PartialFrames.write(.counts, coder.bytes, output)
    }
    var totals = state.own.totals
    try PartialFrames.write(.state, output) { totals.code(with: &$0) }
    try PartialFrames.end(shards: set.shards.count, output)
    return answered
  }

  /// - Returns: the index of its stream, and the examples among its records.
  private func chunk(_ frame: FrameReader.Frame, of reader: FrameReader, into run: inout ChunkRun)
    throws -> (stream: Int, examples: [NotedRecord])
  {
    var stream = 0
    var examples = Buffer<NotedRecord>()
    try reader.decode(frame) {
      $0.code(natural: &stream)
      run.code(&examples, chain, with: &$0)
    }
    return (stream, (0..<examples.count).map { examples[$0] })
  }

  /// Explains records with these ascending ordinals: those that were handed over, and the examples.
  package func explain(_ ordinals: [UInt64], _ receive: (Explanation, ByteSlice) -> Void) throws {
    var evaluator = RuleEvaluator(
      chain, seed: options.seed, limits: options.limits, presetAnswers: options.unrecorded.presetAnswers)
    if !options.unrecorded.failing.isEmpty { evaluator.fail(actionsNamed: options.unrecorded.failing) }
    let worker = ReplayWorker(chain, options)
    var rest = ordinals[...]
    var before: UInt64 = 0
    for shard in set.shards {
      var reader = set.reader(of: shard)
      while !rest.isEmpty, !reader.isAtEnd {
        let frame = try reader.next()
        guard frame.kind == .chunk else { continue }
        let (_, examples) = try chunk(frame, of: reader, into: &worker.run)
        explain(&rest, of: worker.run, examples, after: before, &evaluator, receive)
        before += UInt64(worker.run.counts.lines.records)
        evaluator.advance(to: worker.run.times.clock, records: before)
      }
    }
  }

  private func explain(
    _ rest: inout ArraySlice<UInt64>, of run: borrowing ChunkRun, _ examples: [NotedRecord],
    after before: UInt64, _ evaluator: inout RuleEvaluator, _ receive: (Explanation, ByteSlice) -> Void
  ) {
    var records = examples
    for index in 0..<run.deferred.count { records.append(run.deferred[index].record) }
    records.sort { ($0.ordinal, $0.start) < ($1.ordinal, $1.start) }
    for record in records {
      evaluator.advance(to: record.clock, records: before + max(1, record.ordinal) - 1)
      let line = run.line(record.start, record.count)
      guard evaluator.read(line) == nil else { continue }
      if evaluator.records == rest.first {
        receive(evaluator.explain(), line)
        rest = rest.dropFirst()
      } else {
        evaluator.run()
      }
    }
  }
}

/// Reads what was evaluated of a part, beside the shards.
private struct PartReader {
  private var reader: FrameReader
  private let chain: ResponderChain
  private let worker: ReplayWorker

  init(_ answers: PartialSet.Answers, of set: PartialSet, _ chain: ResponderChain, _ options: ReplayOptions) {
    reader = set.reader(of: answers)
    self.chain = chain
    worker = ReplayWorker(chain, options)
  }

  mutating func chunk() throws -> AnsweredChunk {
    var answers = AnsweredChunk(worker: worker)
    try reader.decode(next(.answers)) { answers.code(chain, with: &$0) }
    return answers
  }

  mutating func counts(by merge: ShardMerge) throws -> StreamCounts {
    try merge.counts(next(.counts), of: reader)
  }

  mutating func state() throws -> StateTotals {
    var totals = StateTotals()
    try reader.decode(next(.state)) { totals.code(with: &$0) }
    return totals
  }

  private mutating func next(_ kind: PartialFrame.Kind) throws -> FrameReader.Frame {
    let frame = try reader.next()
    guard frame.kind == kind else { throw PartialFault.damaged(offset: frame.start) }
    return frame
  }
}
