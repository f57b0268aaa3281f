internal import Bytes
internal import Engine

/// Counts the requests below each record of a stream.
struct LayerCounter {
  private(set) var count: LayerCount
  private let stack: StackedTries

  init(_ layers: [StackedLayer], _ limits: Limits) {
    count = LayerCount(layers: layers.map { LayerCount.Layer(name: $0.name) })
    stack = StackedTries(layers.map { $0.chain }, limits: limits)
  }

  /// - Parameters:
  ///   - lines: the chunk's records.
  ///   - before: the records before the chunk.
  mutating func count(_ records: borrowing Buffer<NotedRecord>, of lines: ByteSlice, after before: UInt64) {
    for index in 0..<records.count {
      let record = records[index]
      let tries = stack.tries(of: lines[record.start..<(record.start + record.count)])
      guard !tries.isEmpty else { continue }
      let requests = tries.reduce(1, *)
      for (layer, tries) in tries.enumerated() {
        count.layers[layer].most = max(count.layers[layer].most, tries)
      }
      if count.errors == 0 || requests > count.worstRequests {
        (count.worst, count.record) = (tries, before + record.ordinal)
      }
      count.errors += 1
      count.requests += requests
    }
  }
}
