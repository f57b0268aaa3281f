package import Engine
package import Source

/// Names of rules that others have, and that no change may take away.
extension Simplifier.Options {
  /// Keeps the names that a suite has: all of its texts may be some.
  package mutating func keepNames(ofSuite node: Node) {
    if let text = node.string { namesElsewhere.insert(text) }
    for member in node.members ?? [] {
      namesElsewhere.insert(member.key)
      keepNames(ofSuite: member.value)
    }
    for element in node.elements ?? [] { keepNames(ofSuite: element) }
  }

  /// Whether a suite or a gate has a name for a clause: its own, or the one with its responder.
  package func hasName(of clause: RuleProgram.Clause, _ name: String) -> Bool {
    namesElsewhere.contains(name) || namesElsewhere.contains(clause.name)
  }

  /// Keeps the names that an expression of `fail-on` has in parentheses: `app/again` of `exhausted(app/again) > 0`.
  package mutating func keepNames(ofGate text: String) {
    for part in text.split(separator: "(").dropFirst() {
      let name = part.prefix { $0 != ")" }.filter { $0 != "\"" }
      namesElsewhere.insert(String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
  }
}
