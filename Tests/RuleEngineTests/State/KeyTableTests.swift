import RuleEngine
import TestSupport
import Testing

@Suite("A key table")
struct KeyTableTests {
  @Test(
    "keeps at most the given number of times for the given number of keys",
    arguments: 0..<8 as Range<UInt64>
  )
  func isBounded(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let table = KeyTable(capacity: 7, times: 5, within: 40)
    var now: Int64 = 0
    var added: [(key: UInt128, time: Int64)] = []
    var forgotten = 0
    for _ in 0..<5_000 {
      now += Int64.random(in: 0..<6, using: &random)
      let key = UInt128(UInt64.random(in: 0..<5, using: &random))
      // Now and then every time leaves the window at once.
      if Int.random(in: 0..<400, using: &random) == 0 { now += 50 }
      if Bool.random(using: &random) {
        if table.add(key, at: now) { forgotten += 1 }
        added.append((key, now))
      }
      let times = added.reversed().prefix { $0.time > now - 40 }.count { $0.key == key }
      #expect(table.count(key, at: now) == min(5, times))
    }
    // Five keys fit, so none is evicted.
    #expect(forgotten == 0 && table.room <= 25)
  }

  @Test("forgets the latest time of a key as if it had not been added")
  func givesBack() {
    let table = KeyTable(capacity: 3, times: 4, within: 100)
    table.removeLatest(1)
    for time in [1, 2, 3] as [Int64] { _ = table.add(1, at: time) }
    _ = table.add(2, at: 3)
    table.removeLatest(1)
    #expect(table.count(1, at: 101) == 1 && table.count(2, at: 101) == 1)
    _ = table.add(1, at: 103)
    #expect(table.count(1, at: 103) == 1)
    for _ in 0..<3 { table.removeLatest(1) }
    #expect(table.count(1, at: 103) == 0 && table.count(2, at: 102) == 1 && table.room <= 4)
  }

  @Test("reuses the memory of evicted keys")
  func givesRoomBack() {
    let table = KeyTable(capacity: 3, times: 3, within: 1_000_000)
    var forgotten = 0
    for key in 0..<1_000 as Range<UInt64> {
      // Some keys have more times than others, so that some memory stays free for a while.
      for time in 0..<(key % 2 == 0 ? 4 : 1) as Range<Int64>
      where table.add(UInt128(key), at: Int64(key) + time) {
        forgotten += 1
      }
    }
    #expect(forgotten == 997 && table.room <= 9)
  }

  @Test("has a bucket for each key, full at first and never above or below")
  func buckets() {
    let table = KeyTable(capacity: 2, times: 1, within: 0)
    table.refill(9, of: 1)
    #expect(table.spend(3, of: 1, from: 10) == (7, false))
    #expect(table.spend(3, of: 2, from: 10) == (7, false))
    table.refill(1, of: 1)
    #expect(table.spend(20, of: 1, from: 10) == (0, false))
    table.refill(4, of: 1)
    #expect(table.spend(1, of: 1, from: 10) == (3, false))
    table.refill(99, of: 1)
    #expect(table.spend(1, of: 1, from: 10) == (9, false))
    // The key used longest ago is dropped, and has a full bucket again.
    #expect(table.spend(1, of: 3, from: 10) == (9, true))
    #expect(table.spend(1, of: 2, from: 10) == (9, true))
  }

  @Test("knows the earliest time of a key that it counts")
  func first() {
    let table = KeyTable(capacity: 2, times: 3, within: 10)
    #expect(table.first(1, at: 0) == nil)
    for now in [5, 7, 9, 12] as [Int64] { _ = table.add(1, at: now) }
    #expect(table.first(1, at: 12) == 7, "as many as it keeps")
    #expect(table.count(1, at: 18) == 2 && table.first(1, at: 18) == 9)
    #expect(table.count(1, at: 22) == 0 && table.first(1, at: 22) == nil)
  }

  @Test("counts from the last first failure of a key, within the window, and else from its earliest time")
  func start() {
    let table = KeyTable(capacity: 1, times: 3, within: 10)
    _ = table.add(1, at: 5)
    #expect(!table.start(1, at: 8) && table.first(1, at: 9) == 8 && table.count(1, at: 9) == 1)
    _ = table.add(1, at: 9)
    #expect(!table.start(1, at: 12) && table.first(1, at: 21) == 12, "begins anew")
    _ = table.add(1, at: 21)
    #expect(table.count(1, at: 22) == 1 && table.first(1, at: 22) == 21, "the start has left the window")
    #expect(table.start(2, at: 23) && table.first(1, at: 23) == nil, "the only key takes its place")
  }
}
