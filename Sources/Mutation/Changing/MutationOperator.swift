/// A kind of change of a rule file: one thing at a time, wherever it can be made.
package protocol MutationOperator: Sendable {
  /// Its name: in reports, in `--operator`, and where a survivor of it is explained.
  var name: String { get }
  /// What it changes, one line.
  var summary: String { get }

  /// Every change of its kind in a file; those that no longer compile are left out later.
  func mutations(of file: RuleFileSites) -> [Mutation]
}
