import TestSupport
import Testing

@testable import Bytes
@testable import Counting
import Counting

@Suite("Counts with a limit")
struct BoundedCountsTests {
  /// Counts the hashes in chunks, each of which counts its ordinals from 0.
  private func counts(_ hashes: [UInt64], chunk: Int, limit: Int) -> [UInt64: [Int]] {
    var counts = BoundedCounts(limit: limit)
    for start in stride(from: 0, to: hashes.count, by: chunk) {
      for (ordinal, hash) in hashes[start..<min(start + chunk, hashes.count)].enumerated() {
        guard let index = counts.index(of: hash) ?? counts.insert(hash)?.index else { continue }
        counts.note(UInt64(ordinal), at: index)
        var errors = BoundedCounts.Errors()
        errors.add(nil)
        counts.add(errors, at: index)
      }
      counts.endChunk(after: UInt64(start))
    }
    var found: [UInt64: [Int]] = [:]
    for index in 0..<counts.count {
      found[counts.hash(at: index)] = [counts[index].count, Int(counts.first(at: index))]
    }
    return found
  }

  @Test(
    "The smallest hashes are counted whole, in any order and in chunks of any size",
    arguments: [1, 2, 3, 4]
  )
  func smallest(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let hashes = (0..<3_000).map { _ in random.next() % 400 }
    let limit = Set(hashes).sorted()[50]
    for (order, stream) in [hashes, hashes.sorted(by: >), hashes.sorted()].enumerated() {
      var expected: [UInt64: [Int]] = [:]
      for (ordinal, hash) in stream.enumerated() where hash < limit {
        expected[hash, default: [0, ordinal]][0] += 1
      }
      for chunk in [1, 7, 100, 5_000] {
        #expect(counts(stream, chunk: chunk, limit: 50) == expected, "order \(order), chunk \(chunk)")
      }
    }
  }
}
