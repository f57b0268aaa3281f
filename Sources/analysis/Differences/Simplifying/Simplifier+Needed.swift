internal import Bytes
internal import Engine
internal import Reasoning
internal import Source

/// Conditions that one error shows to be needed, which spares a proof and a compilation for each.
extension Simplifier {
  /// The keys that ask for one member of an error, each for another one.
  private static let plain: Set<String> = [
    "type", "domain", "code", "status", "message", "severity", "attempt", "operation",
  ]

  /// Whether an error that the rule decides gets to a later rule, or to none, without the member that a condition asks for.
  ///
  /// - Parameter condition: a member of the rule's `when`. False says nothing.
  func isNeeded(_ condition: Node.Member, of rule: Node) -> Bool {
    guard Self.plain.contains(condition.key), let members = rule["when"]?.members,
      members.allSatisfy({ Self.plain.contains($0.key) }), let clause = clauses(of: rule).first,
      case .shown(let witness) = reasoner.answers(clause), let error = Node.made(json: witness.json)?.members
    else { return false }
    let rest = error.filter { $0.key != condition.key }.map { (key: $0.key, value: $0.value) }
    guard rest.count < error.count else { return false }
    var evaluator = RuleEvaluator(rules.chain)
    guard (try? evaluator.resolution(of: JSONWriter.line(.made(rest)))) != nil else { return false }
    guard let decider = evaluator.evaluator.outcome.clause.place else {
      return !evaluator.evaluator.outcome.isHandled
    }
    let clauses = rules.program.clauses
    return decider > clause && clauses[decider].responder == clauses[clause].responder
  }
}
