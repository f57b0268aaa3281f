internal import Counting
internal import Bytes
internal import Engine
internal import Replay

/// Parts were made of other shards.
package struct MissingAnswer: Error {}

/// A chunk's records of one part that were evaluated elsewhere.
struct AnsweredChunk {
  let worker: ReplayWorker
  /// Where each record's text ends.
  var ends: [Int] = []
  /// The next record, and where the texts were taken up to.
  var next = 0
  var place = GapFilling.Place()

  /// Appends the next record.
  mutating func appendNext(to merger: inout ReplayMerger) throws {
    guard next < ends.count else { throw MissingAnswer() }
    merger.fill(worker.run, from: &place, upTo: ends[next])
    next += 1
  }

  /// Reads or writes, as ``ChunkRun/code(_:_:with:)`` does.
  mutating func code(_ chain: ResponderChain, with coder: inout ByteCoder) {
    var examples = Buffer<NotedRecord>()
    worker.run.code(&examples, chain, with: &coder)
    coder.code(list: &ends, empty: 0) { $0.code(natural: &$1) }
    (next, place) = (0, GapFilling.Place())
    var last = 0
    for end in ends {
      guard last <= end, end <= worker.run.text.count else { return coder.fail() }
      last = end
    }
  }
}

extension ChunkRun {
  /// Evaluates those deferred records whose key is of a part, and leaves only what comes of them.
  ///
  /// - Parameter before: the number of records before the chunk.
  /// - Returns: where each record's text ends.
  mutating func answer(_ part: ShardPart, after before: UInt64, _ state: inout ChainStates) -> [Int] {
    let latest = times.clock
    let all = (0..<deferred.count).map { deferred[$0] }
    counts.lines = LineCounts()
    rejected.reset()
    times.reset()
    deferred.removeAll()
    noted.removeAll()
    text.removeAll()
    gaps.removeAll()
    load.removeAll()
    var ends: [Int] = []
    for deferred in all {
      guard part.has(deferred.key) else {
        if deferred.record.clock == nil { state.begin() }
        continue
      }
      evaluateDeferred(deferred.record, after: before, &state)
      ends.append(text.count)
    }
    if !ends.isEmpty { countKnown() }
    state.advance(to: latest)
    return ends
  }
}
