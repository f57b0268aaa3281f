package import RuleEngine
internal import Suites

/// The result of a run of `errctl mutate`.
package struct MutationReport: Sendable {
  /// The rule sets in the order of mutation.
  package var ruleSets: [MutationResult] = []
  /// Findings about rules, suites and explanations.
  package var diagnostics: [Diagnostic] = []
  /// A sentence about the selection of mutants. Nil if all were tried.
  package var bound: String?

  package init() {}

  package var survivors: Int { ruleSets.reduce(0) { $0 + $1.survivors.count } }
  package var noticed: Int { ruleSets.reduce(0) { $0 + $1.noticed } }

  /// The score: the noticed mutants among those that count, which are neither proven equivalent nor
  /// explained.
  package var score: (noticed: Int, counted: Int) { (noticed, noticed + survivors) }
}

extension MutationResult {
  package var score: (noticed: Int, counted: Int) { (noticed, noticed + survivors.count) }

  var percent: String { CoverageReport.percent(score.noticed, of: score.counted) }
}

extension MutantResult {
  /// The change in words: `drop-condition: status: 401 → removed`.
  var change: String {
    "\(mutation.kind): \(mutation.before) → \(mutation.after.isEmpty ? "removed" : mutation.after)"
  }

  /// The status in JSON.
  var status: String {
    switch outcome {
    case .noticed: "noticed"
    case .equivalent: "equivalent"
    case .notTried: "notTried"
    case .survived: explanation == nil ? "survived" : "explained"
    }
  }
}
