/// A kind of change of a rule file, applied to one place at a time.
package protocol MutationOperator: Sendable {
  var name: String { get }
  var summary: String { get }

  func mutations(of file: RuleFileSites) -> [Mutation]
}
