import RuleEngine
import TestSupport
import Testing

@testable import Bytes
@testable import Counting

@Suite("What was counted lately")
struct RecentCountsTests {
  @Test("Errors counted by key come to the counts of errors counted by hash", arguments: [1, 2, 3, 4])
  func byKey(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var counts = BoundedCounts(limit: 8)
    var recent = RecentCounts(limit: 8)
    var (hits, others) = (0, 0)
    var expected: [UInt64: (count: Int, first: Int64, last: Int64)] = [:]
    func add(_ slot: RecentCounts.Slot) {
      if !counts.add(slot.errors, at: slot.place) { others += slot.errors.count }
    }
    for ordinal in 0..<4_000 {
      // Keys from 0 on, several of which share a hash and a slot.
      let key = random.next() % (ordinal < 2_000 ? 40 : 80)
      let hash = (key / 2) &* 0x9E37_79B9_7F4A_7C15
      let time = Int64(random.next() % 1_000_000)
      let old = expected[hash] ?? (0, time, time)
      expected[hash] = (old.count + 1, min(old.first, time), max(old.last, time))
      if recent.count(key, Timestamp(microseconds: time)) {
        hits += 1
        continue
      }
      var index = counts.index(of: hash)
      if index == nil, let (inserted, dropped) = counts.insert(hash) {
        index = inserted
        others += dropped
      }
      add(
        recent.begin(
          key,
          Timestamp(microseconds: time),
          at: index.map { counts.place(at: $0) } ?? .none
        )
      )
    }
    for index in 0..<recent.size { add(recent.end(index)) }
    #expect(hits > 1_000)
    for (place, hash) in expected.keys.sorted().enumerated() {
      guard place < 8 else {
        #expect(counts.index(of: hash) == nil)
        continue
      }
      let errors = counts.index(of: hash).map { counts[$0] }
      #expect(errors?.count == expected[hash]?.count)
      #expect(errors?.span?.first == expected[hash]?.first)
      #expect(errors?.span?.last == expected[hash]?.last)
    }
    #expect(others == 4_000 - expected.sorted { $0.key < $1.key }.prefix(8).reduce(0) { $0 + $1.value.count })
  }
}
