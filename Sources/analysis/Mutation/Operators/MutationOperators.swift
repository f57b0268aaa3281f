internal import Source
package import Engine

package enum MutationOperators {
  package static let all: [any MutationOperator] = [
    DropCondition(), NegateCondition(), DropAlternative(), WidenPattern(), MoveBoundary(),
    ChangeCategory(), DropCategory(), SwapCategories(), DropRule(), SwapRules(), ChangeVerdict(), DropField(),
    ChangeCap(), ChangeExhausted(), ChangeWindow(), ChangeKey(), ChangeBackoff(), DropAction(), SwapActions(),
    DropLimit(), DropThrottle(), DropFailed(), ChangeFailed(), DropButton(), SwapButtons(), DropOtherwise(),
    DropUnwrap(),
    ChangeParent(), DropOrigin(),
    ChangePolicy(),
    ChangeInheritance(), ChangeUnhandled(), ChangeIgnored(),
  ]

  package static func mutations(of program: RuleProgram, by operators: [any MutationOperator]) -> [Mutation] {
    let names = RuleSetNames(program)
    return program.roots.flatMap { root -> [Mutation] in
      let sites = RuleFileSites(root, names)
      let found = operators.flatMap { $0.mutations(of: sites) }
      // A place that aliases repeat is found several times.
      var seen: Set<String> = []
      return found.enumerated()
        .filter { seen.insert("\($1.kind) \($1.place.bytes) \($1.after) \($1.target.range.bytes)").inserted }
        .sorted {
          ($0.element.place.bytes.lowerBound, $0.offset) < ($1.element.place.bytes.lowerBound, $1.offset)
        }
        .map { $0.element }
    }
  }
}
