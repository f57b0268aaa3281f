package import Suites

package enum MutantOutcome: Sendable {
  /// A test failed: its name, and the file of its suite. Nil for an example.
  case noticed(by: String, in: String?)
  /// No test can fail: the mutant provably evaluates every error like the rules.
  case equivalent
  case survived(MutantWitness)
  /// The time limit was reached before it was tried.
  case notTried
}

package enum MutantWitness: Sendable {
  /// These errors; the last one is evaluated differently.
  case shown(Shown)
  /// No single error does. A sequence of errors or a plugin may.
  case depends
  /// It is undecided whether any error does.
  case notDecided

  package struct Shown: Sendable {
    package let steps: [TestStep]
    package let seenIn: String?
    /// A summary of the outcome of the last error, by the rules and by the mutant.
    package let before: String
    package let after: String
    /// A test case that the mutant fails and the rules pass, to paste below `cases`; nil if none does.
    package let testCase: String?
  }
}

package struct MutantResult: Sendable {
  package let mutation: Mutation
  package let outcome: MutantOutcome
  package var explanation: String?
}
