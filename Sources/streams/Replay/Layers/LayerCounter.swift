package import Engine
internal import Bytes

/// A layer of retries below the rules, with its name in reports.
package struct StackedLayer: Sendable {
  package let name: String
  package let chain: ResponderChain

  package init(_ name: String, _ chain: ResponderChain) { (self.name, self.chain) = (name, chain) }
}

/// The requests that the layers below make of a stream's errors, each of which is a whole operation of theirs.
package struct LayerCount: Sendable {
  package struct Layer: Sendable {
    package let name: String
    /// The most tries of one of its operations.
    package internal(set) var most = 1
  }

  /// The innermost one first.
  package internal(set) var layers: [Layer]
  package internal(set) var errors = 0
  package internal(set) var requests = 0
  /// The tries of each layer for the error of which most requests are made.
  package internal(set) var worst: [Int] = []
  /// The ordinal of that error.
  package internal(set) var record: UInt64 = 0

  package var worstRequests: Int { worst.reduce(1, *) }
}

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
