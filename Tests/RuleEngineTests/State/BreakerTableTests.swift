import TestSupport
import Testing

@testable import Engine
import RuleEngine

@Suite("A breaker's table")
struct BreakerTableTests {
  private static func table(atLeast: Int32 = 3, stays: Int64 = 30, capacity: Int = 10) -> BreakerTable {
    BreakerTable(
      CompiledBreaker(condition: .nowhere, atLeast: atLeast, per: .empty, within: 60, stays: stays),
      capacity: capacity
    )
  }

  @Test("opens at the third error of a key within the window, until `stays` after the last one")
  func periods() {
    let table = Self.table()
    let opened = [0, 10, 59].map { table.add(1, at: $0) }
    #expect(opened.map { $0.opens } == [false, false, true])
    #expect(opened.map { $0.reading.isOpen } == [false, false, true] && opened[2].reading.since == 59)
    #expect(table.read(1, at: 88).isOpen && !table.read(1, at: 89).isOpen && !table.read(2, at: 60).isOpen)
    let longer = table.add(1, at: 88)
    #expect(!longer.opens && longer.added == 29 && longer.reading.since == 59)
    #expect(table.read(1, at: 117).isOpen && !table.read(1, at: 118).isOpen)
  }

  @Test("opens again at once where its window still has as many errors, and not where they have left it")
  func again() {
    let table = Self.table(stays: 5)
    for time in [0, 1, 2] as [Int64] { _ = table.add(1, at: time) }
    #expect(table.add(1, at: 20).opens && table.add(1, at: 30).opens)
    #expect(!table.add(1, at: 200).opens)
  }

  @Test("forgets a key, with its period, for another one if it is full; reading keeps no key")
  func eviction() {
    let table = Self.table(atLeast: 1, capacity: 2)
    _ = table.add(1, at: 0)
    _ = table.add(2, at: 1)
    #expect(table.read(1, at: 1).isOpen)
    #expect(table.add(3, at: 2).forgetsKey)
    #expect(!table.read(1, at: 2).isOpen && table.read(2, at: 2).isOpen && table.read(3, at: 2).isOpen)
    #expect(table.add(1, at: 100).opens && !table.read(2, at: 100).isOpen)
  }

  @Test("lets one caller begin after each period, and the others once that one has ended")
  func probes() {
    let table = Self.table(atLeast: 1)
    #expect(table.admit(1, at: 0) == .closed)
    _ = table.add(1, at: 0)
    #expect(table.admit(1, at: 29) == .open(until: 30))
    #expect(table.admit(1, at: 30) == .probe(1))
    #expect(table.admit(1, at: 31) == .open(until: 31))
    table.endProbe(1, of: 1, isDone: false)
    #expect(table.admit(1, at: 31) == .probe(2) && table.admit(1, at: 31) == .open(until: 31))
    // The first one has ended before.
    table.endProbe(1, of: 1, isDone: true)
    #expect(table.admit(1, at: 32) == .open(until: 32))
    table.endProbe(2, of: 1, isDone: true)
    #expect(table.admit(1, at: 33) == .closed)
  }

  @Test("has another probe where it opened again before the first one ended")
  func laterProbes() {
    let table = Self.table(atLeast: 1)
    _ = table.add(1, at: 0)
    #expect(table.admit(1, at: 30) == .probe(1))
    _ = table.add(1, at: 40)
    table.endProbe(1, of: 1, isDone: true)
    #expect(table.admit(1, at: 69) == .open(until: 70) && table.admit(1, at: 70) == .probe(2))
    table.endProbe(1, of: 1, isDone: true)
    #expect(table.admit(1, at: 71) == .open(until: 71))
  }
}
