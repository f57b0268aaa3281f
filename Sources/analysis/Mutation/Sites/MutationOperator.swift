package import Source

/// A kind of change of a rule file, applied to one place at a time.
package protocol MutationOperator: Sendable {
  var name: String { get }
  /// The change in a few words: “An action is removed”.
  var change: String { get }

  func mutations(of file: RuleFileSites) -> [Mutation]
}

extension MutationOperator {
  /// The code of survivors, for suppressions.
  package var survivor: FindingCode {
    FindingCode(
      name, .warning, "\(change), and no test notices it. Reported by errctl mutate.",
      "Add the test case that errctl mutate prints, or explain the survivor in a suppression.")
  }
}
