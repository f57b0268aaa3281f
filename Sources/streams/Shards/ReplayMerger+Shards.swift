internal import Counting
internal import Bytes
internal import Engine
internal import Replay

extension ReplayMerger {
  /// Counts what stands alone in a chunk of a shard, and hands over the rest: what depends on other records, or on the
  /// number of records before the shard.
  mutating func handOver(_ run: inout ChunkRun, to partial: PartialWriter) throws {
    if let rejects { try run.writeRejected(to: rejects) }
    place(&run.rejected.lines)
    countKnownDelays(&run)
    let newKinds = run.counts.outcomes.unhandledKinds.newFirsts
    counts.take(&run.counts, after: records)
    var examples = examples(in: run, newKinds)
    try partial.write(&run, &examples, stream: stream)
    lineCountsByStream[stream] += run.counts.lines
    records += UInt64(run.counts.lines.records)
  }

  /// Keeps as many rejected lines as a whole stream may, with their lines in the stream.
  private mutating func place(_ rejectedLines: inout [RejectedLine]) {
    let before = lineCountsByStream[stream].lines
    rejectedLines = rejectedLines.prefix(max(0, RejectedLine.kept - rejected.keptOfStream)).map {
      $0.placed(in: stream, after: before)
    }
    rejected.keptOfStream += rejectedLines.count
  }

  private mutating func countKnownDelays(_ run: inout ChunkRun) {
    var left = Buffer<Gap>()
    for index in 0..<run.gaps.count {
      let gap = run.gaps[index]
      if let delay = filling.known(gap) {
        counts.outcomes.add(delay: delay, at: gap.delay.clause)
      } else {
        left.append(gap)
      }
    }
    swap(&run.gaps, &left)
  }

  /// The records that are the first of their outcome at a rule, or of their unhandled kind: a page may explain them.
  ///
  /// - Parameter newKinds: the ordinals of the chunk's errors that are the first of their unhandled kind.
  private func examples(in run: borrowing ChunkRun, _ newKinds: [UInt64]) -> Buffer<NotedRecord> {
    var wanted = Set(counts.detail.firsts(after: records).map { $0 - records })
    wanted.formUnion(newKinds)
    var examples = Buffer<NotedRecord>()
    guard !wanted.isEmpty else { return examples }
    for index in 0..<run.noted.count {
      // A completed operation behind a record has its ordinal.
      let record = run.noted[index]
      if wanted.remove(record.ordinal) != nil { examples.append(record) }
    }
    return examples
  }

  /// Ends a shard, whose workers were settled.
  mutating func end(_ partial: PartialWriter, _ read: ReplayReading) throws -> ShardTotals {
    try partial.write(&counts)
    partial.totals.bytes = read.bytes
    partial.totals.records = counts.lines.records
    partial.totals.sources = zip(read.streams, sources).map { name, source in
      ShardTotals.Source(
        name: name, format: source.format, isUncertain: source.isUncertain, fault: source.fault,
        yearSource: source.yearSource, lines: source.lineCounts.lines - source.lineCounts.blank)
    }
    try partial.end()
    return partial.totals
  }

  /// Merges a chunk whose deferred records were evaluated elsewhere, in parts by their keys.
  mutating func merge(_ worker: ReplayWorker, _ answers: inout [AnsweredChunk]) throws {
    guard !answers.isEmpty else { return try merge(worker) }
    for answer in answers {
      worker.run.counts.lines += answer.worker.run.counts.lines
      worker.run.load.take(answered: answer.worker.run.load)
    }
    worker.run.load.sortDeferred()
    try merge(worker) { merger, _, deferred in
      try answers[ShardPart.index(of: deferred.key, answers.count)].appendNext(to: &merger)
    }
  }

  /// Adds the counts of a shard, before which there were some records.
  mutating func take(_ shard: inout StreamCounts, after records: UInt64) {
    counts.take(&shard, after: records)
    counts.settle(&shard)
  }

  /// Notes the streams of the whole.
  mutating func note(_ wholes: [PartialSet.Whole]) {
    for (index, whole) in wholes.enumerated() {
      enter(index)
      sources.append(
        ReplaySummary.Source(
          format: whole.first.format, isUncertain: whole.first.isUncertain,
          lineCounts: lineCountsByStream[index], fault: whole.pieces.lazy.compactMap { $0.fault }.first,
          yearSource: whole.first.yearSource))
    }
  }
}
