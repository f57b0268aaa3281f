internal import Bytes
internal import Engine

extension ReplayMerger {
  /// Counts what stands alone in a chunk of a shard, and hands over the rest: what depends on other records, or on the
  /// number of records before the shard.
  mutating func handOver(_ evaluation: inout ChunkEvaluation, to partial: PartialWriter) throws {
    if let rejects { try evaluation.writeRejected(to: rejects) }
    place(&evaluation.rejectedLines)
    countKnownDelays(&evaluation)
    detail.take(&evaluation.detail, after: records)
    var examples = examples(in: evaluation)
    try partial.write(&evaluation, &examples, stream: stream)
    outcomeCounts.take(&evaluation.outcomeCounts, after: records)
    evaluation.kinds.endChunk(after: records)
    lineCounts += evaluation.lineCounts
    lineCountsByStream[stream] += evaluation.lineCounts
    records += UInt64(evaluation.lineCounts.records)
  }

  /// Keeps as many rejected lines as a whole stream may, with their lines in the stream.
  private mutating func place(_ rejectedLines: inout [RejectedLine]) {
    let before = lineCountsByStream[stream].lines
    rejectedLines = rejectedLines.prefix(max(0, RejectedStreamLine.kept - keptOfStream)).map { line in
      let placed = RejectedStreamLine(line, stream: stream, after: before)
      return RejectedLine(line: placed.line, column: placed.column, reason: placed.reason, isPlaced: true)
    }
    keptOfStream += rejectedLines.count
  }

  private mutating func countKnownDelays(_ evaluation: inout ChunkEvaluation) {
    var left = Buffer<Gap>()
    for index in 0..<evaluation.gaps.count {
      let gap = evaluation.gaps[index]
      if let delay = filling.known(gap) {
        outcomeCounts.add(delay: delay, at: gap.delay.clause)
      } else {
        left.append(gap)
      }
    }
    swap(&evaluation.gaps, &left)
  }

  /// The records that are the first of their outcome at a rule, or of their unhandled kind: a page may explain them.
  private func examples(in evaluation: borrowing ChunkEvaluation) -> Buffer<NotedRecord> {
    var wanted = Set(detail.firsts(after: records).map { $0 - records })
    wanted.formUnion(evaluation.outcomeCounts.unhandledKinds.newFirsts)
    var examples = Buffer<NotedRecord>()
    guard !wanted.isEmpty else { return examples }
    for index in 0..<evaluation.noted.count {
      // A completed operation behind a record has its ordinal.
      let record = evaluation.noted[index]
      if wanted.remove(record.ordinal) != nil { examples.append(record) }
    }
    return examples
  }

  /// Ends a shard, whose workers were settled.
  mutating func end(
    _ partial: PartialWriter, _ read: ReplayReading, _ chain: ResponderChain, _ options: ReplayOptions
  )
    throws -> ShardTotals
  {
    var counts = ShardCounts(chain, options)
    swap(&counts.outcomes, &outcomeCounts)
    swap(&counts.detail, &detail)
    swap(&counts.kinds, &kinds)
    try partial.write(&counts)
    partial.totals.bytes = read.bytes
    partial.totals.records = lineCounts.records
    partial.totals.sources = zip(read.streams, sources).map { name, source in
      ShardTotals.Source(
        name: name, format: source.format, isUncertain: source.isUncertain, fault: source.fault,
        yearSource: source.yearSource, lines: source.lineCounts.lines - source.lineCounts.blank)
    }
    try partial.end()
    return partial.totals
  }

  /// Adds the counts of a shard, before which there were some records.
  mutating func take(_ counts: inout ShardCounts, after records: UInt64) {
    outcomeCounts.take(&counts.outcomes, after: records)
    outcomeCounts.takeKinds(&counts.outcomes)
    detail.take(&counts.detail, after: records)
    guard kinds.isOn else { return }
    counts.kinds.endChunk(after: records)
    kinds.take(&counts.kinds)
  }
}
