internal import Engine
package import Replay

extension Replayer {
  /// Writes what a shard comes to, for ``ShardMerge``; nil, and the result is incomplete, if it was stopped before its end.
  ///
  /// - Parameter totals: the shard's place, and what is known of it before.
  package nonisolated(nonsending) func writePartial(
    of streams: [Stream], _ head: PartialHead, _ totals: ShardTotals, to output: any ReplayOutput
  ) async throws -> ShardTotals? {
    let writer = try PartialWriter(output, chain, head, totals)
    var merger = ReplayMerger(chain, options, output: nil, rejects: rejects) { merger, run in
      try merger.handOver(&run, to: writer)
    }
    let read = try await evaluate(streams, &merger)
    guard !read.isPartial else { return nil }
    return try merger.end(writer, read)
  }
}
