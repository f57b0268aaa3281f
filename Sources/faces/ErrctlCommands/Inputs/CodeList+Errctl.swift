package import Checks
internal import Differences
internal import Mutation
internal import Policies
internal import Suites

extension CodeList {
  /// The codes of findings that any command reports.
  package static let errctl = CodeList(
    above: SuiteCodes.all + PolicyCodes.all + SimplifyCodes.all,
    survivors: MutationOperators.all.map { $0.survivor })
}
