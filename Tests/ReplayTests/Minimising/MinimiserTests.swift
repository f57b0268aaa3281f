import Replay
import TestSupport
import Testing

@Suite("A list is minimised")
struct MinimiserTests {
  @Test("to the few parts of 100,000 that are needed, within 198 trials")
  func few() async throws {
    for seed in UInt64(0)..<UInt64(Scale.of(100, quick: 10)) {
      var random = SeededRandom(seed: seed)
      let needed = Set(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in Int.random(in: 0..<100_000, using: &random) }
      )
      var trials = 0
      let shows = { (parts: [Int]) in
        trials += 1
        return needed.isSubset(of: parts)
      }
      var minimiser = Minimiser(trials: 198)
      let cut = try await minimiser.cut(Array(0..<100_000)) { shows($0) }
      let left = try await minimiser.minimise(cut) { shows($0) }
      #expect(needed.isSubset(of: left), "seed \(seed)")
      #expect(trials == 198 - minimiser.trials && minimiser.trials >= 0, "seed \(seed)")
      #expect(!minimiser.isSmallest || left == needed.sorted(), "seed \(seed)")
      #expect(needed.count > 5 || minimiser.isSmallest, "seed \(seed)")
    }
  }

  @Test("to parts of which none can go, whatever shows it")
  func smallest() async throws {
    for seed in UInt64(0)..<UInt64(Scale.of(300, quick: 30)) {
      var random = SeededRandom(seed: seed)
      // One of several sets, or any three parts that another number divides.
      let sets = (0..<3).map { _ in Set((0..<3).map { _ in Int.random(in: 0..<40, using: &random) }) }
      let divisor = Int.random(in: 4...9, using: &random)
      let shows = { (parts: [Int]) in
        sets.contains { $0.isSubset(of: parts) } || parts.count { $0 % divisor == 0 } > 2
      }
      var minimiser = Minimiser(trials: 10_000)
      let cut = try await minimiser.cut(Array(0..<40)) { shows($0) }
      let left = try await minimiser.minimise(cut) { shows($0) }
      #expect(minimiser.isSmallest && shows(left) && left == left.sorted(), "seed \(seed)")
      for part in left { #expect(left.count == 1 || !shows(left.filter { $0 != part }), "seed \(seed)") }
    }
  }

  @Test("no further than its trials go, and leaves a reserve")
  func budget() async throws {
    var minimiser = Minimiser(trials: 20)
    let left = try await minimiser.minimise(Array(0..<100), reserve: 5) { $0.count > 90 }
    #expect(minimiser.trials == 5 && !minimiser.isSmallest && left.count > 90)
    let same = try await minimiser.minimise(left, reserve: 5) { _ in true }
    #expect(same == left)
  }

  @Test("to one part at least")
  func one() async throws {
    var minimiser = Minimiser(trials: 50)
    #expect(try await minimiser.minimise(Array(0..<9)) { _ in true }.count == 1)
    #expect(minimiser.isSmallest)
    #expect(try await minimiser.minimise([7]) { _ in false } == [7])
  }
}
