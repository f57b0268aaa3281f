package import Source
internal import Suites

package struct MutationReport: Sendable {
  package var ruleSets: [MutationResult] = []
  package var diagnostics: [Diagnostic] = []
  package var bound: String?

  package init() {}

  package var survivors: Int { ruleSets.reduce(0) { $0 + $1.survivors.count } }
  package var noticed: Int { ruleSets.reduce(0) { $0 + $1.noticed } }

  /// The noticed mutants among those that count: neither proven equivalent nor explained.
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

  var status: String {
    switch outcome {
    case .noticed: "noticed"
    case .equivalent: "equivalent"
    case .notTried: "notTried"
    case .survived: explanation == nil ? "survived" : "explained"
    }
  }
}
