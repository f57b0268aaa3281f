package import Suites

/// What became of a mutant.
package enum MutantOutcome: Sendable {
  /// A test failed: its name, and its suite's file; nil for an example of a rule.
  case noticed(by: String, in: String?)
  /// No test failed, and none can: it is proven that no error is answered otherwise.
  case equivalent
  /// No test failed.
  case survived(MutantWitness)
  /// The time was up before it was tried.
  case notTried
}

/// What is known of the errors that tell a mutant that no test noticed.
package enum MutantWitness: Sendable {
  /// These errors, the last of which is answered otherwise.
  case shown(Shown)
  /// No error by itself does; what is remembered of earlier ones, or what a plugin answers, may make one do.
  case depends
  /// Whether any error does is not decided.
  case notDecided

  package struct Shown: Sendable {
    /// The errors, one after the other.
    package let steps: [TestStep]
    /// The case that comes by the difference already and does not expect it; nil where none does.
    package let seenIn: String?
    /// What the rules say to the last of them, and what the mutant says.
    package let before: String
    package let after: String
    /// A case that fails with the mutant and passes without it, to put below `cases`; nil where an expectation can't
    /// say the difference.
    package let testCase: String?
  }
}

/// A mutant, with what became of it.
package struct MutantResult: Sendable {
  package let mutation: Mutation
  package let outcome: MutantOutcome
  /// Why it may survive, where its author says so.
  package var explanation: String?
}
