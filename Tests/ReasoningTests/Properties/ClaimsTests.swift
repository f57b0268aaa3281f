import Reasoning
import RuleEngine
import TestSupport
import Testing

/// What `validate` and `diff` say about rule sets with every key of the language, held against random records.
@Suite("Claims about rules, compared with random records")
struct ClaimsTests {
  private static let ruleSets = Scale.of(500, quick: 50, sanitized: 5)
  /// Two rule sets take longer to compare.
  private static let pairs = Scale.of(200, quick: 6, sanitized: 1)
  private static let recordCount = Scale.of(3_000, quick: 1_000, sanitized: 100)

  /// The same for each rule set.
  private static let records: [String] = (0..<UInt64(recordCount)).map { seed in
    var random = RandomRules(seed: seed &+ 77_000)
    return Written.json(random.anyRecord())
  }

  @Test("hold for rule sets that, together, draw every key of the schema")
  func keys() throws {
    var missing = try SchemaKeys().all
    #expect(missing.count > 200)
    var valid = 0
    for seed in 0..<UInt64(500) {
      var random = RandomRules(seed: seed)
      let file = random.everything()
      guard RuleSet.compile(name: "rules.json", bytes: Array(Written.json(file).utf8)).chain != nil else {
        continue
      }
      valid += 1
      missing.subtract(SchemaKeys.keys(of: file))
    }
    #expect(valid > 400)
    #expect(missing.map { $0.description }.sorted() == [], "No rule set of 500 has these keys.")
  }

  @Test("hold: no record shows what is excluded, and every example shows what it is for")
  func reachability() throws {
    var counts = OutcomeCounts()
    for seed in 0..<UInt64(Self.ruleSets) {
      var random = RandomRules(seed: seed)
      let text = Written.json(random.everything())
      guard
        let comparison = try? Comparison(text: text, records: Self.records, faults: [], isLarge: true)
      else { continue }
      for fault in comparison.differences(&counts) { Issue.record("seed \(seed): \(fault)") }
      if counts.failures > 5 { break }
    }
    print(counts)
  }

  @Test("hold: no record has another outcome under rule sets that are said to be the same")
  func differences() throws {
    var counts = OutcomeCounts()
    for seed in 0..<UInt64(Self.pairs) {
      var random = RandomRules(seed: seed)
      var file = random.everything()
      // Where breakers count raised errors, too, most differences stay undecided.
      if seed % 2 == 0 { file = RandomRules.withoutRaising(file) }
      let (one, other) = (Written.json(file), Written.json(random.changed(file)))
      guard var difference = try? Difference(one, other, records: Self.records) else { continue }
      for fault in difference.faults(&counts) { Issue.record("seed \(seed): \(fault)") }
      if counts.failures > 5 { break }
    }
    print(counts)
  }
}
