package import RuleEngine
internal import Suites

/// What a run of `errctl mutate` came to: what every format writes.
package struct MutationReport: Sendable {
  /// The rule sets, in the order in which they were mutated.
  package var ruleSets: [MutationResult] = []
  /// What is wrong with rules and suites, and with explanations.
  package var diagnostics: [Diagnostic] = []
  /// How the mutants were chosen where not all were tried, a sentence; nil where all were.
  package var bound: String?

  package init() {}

  package var survivors: Int { ruleSets.reduce(0) { $0 + $1.survivors.count } }
  package var noticed: Int { ruleSets.reduce(0) { $0 + $1.noticed } }

  /// The share of the mutants that tests notice among those that count: not proven equivalent, not explained.
  package var score: (noticed: Int, counted: Int) { (noticed, noticed + survivors) }
}

extension MutationResult {
  /// The same of one rule set.
  package var score: (noticed: Int, counted: Int) { (noticed, noticed + survivors.count) }

  var percent: String { CoverageReport.percent(score.noticed, of: score.counted) }
}

extension MutantResult {
  /// The change in words: `drop-condition: status: 401 → left out`.
  var change: String {
    "\(mutation.kind): \(mutation.before) → \(mutation.after.isEmpty ? "left out" : mutation.after)"
  }

  /// The status as programs read it.
  var status: String {
    switch outcome {
    case .noticed: "noticed"
    case .equivalent: "equivalent"
    case .notTried: "notTried"
    case .survived: explanation == nil ? "survived" : "explained"
    }
  }
}
