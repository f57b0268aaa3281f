import RuleEngine
import TestSupport
import Testing

@testable import Suites

/// What `test --generate` writes and says for rule sets with every key of the language.
@Suite("Suites generated for random rule sets")
struct GeneratedSuiteTests {
  @Test("can be read, pass, and cover everything but what they name with a reason")
  func claims() throws {
    var cases = 0
    for seed in 0..<UInt64(Scale.of(500, quick: 10, sanitized: 2)) {
      var random = RandomRules(seed: seed)
      let rules = Written.json(random.everything())
      let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
      guard compilation.chain != nil,
        case let plain = Trial(rules, withReasons: true), let coverage = plain.result.coverage,
        var generator = SuiteGenerator(compilation, coverage, limits: Limits())
      else { continue }
      let result = generator.generate(for: "rules.yaml")
      // JSON is YAML, too; a trial writes the version itself.
      let members = (result.json ?? "{}").dropFirst().dropLast().split(separator: ",", maxSplits: 2)
      let suite = members.count == 3 ? String(members[2].drop { $0 == " " }) : ""
      let trial = Trial(rules, suite: result.json == nil ? nil : suite)
      let errors = trial.diagnostics.filter { $0.severity == .error }.map { $0.message }
      // Drawn rules may have examples that are wrong.
      let failed = trial.failed.filter { !plain.failed.contains($0) }
      #expect(errors == [] && failed == [], "seed \(seed): \(errors) \(failed)")
      let unexplained = trial.uncovered.filter { item in
        !result.reasons.contains { $0.hasPrefix("\(item): ") }
      }
      #expect(unexplained == [], "seed \(seed)")
      cases += result.cases
    }
    #expect(cases > 50)
  }
}
