package import Source

package struct RuleDeclaration {
  /// The id, or the ordinal as `#3`; inherited, as `base/#3`.
  package var id: Named
  package let hasOwnID: Bool
  let replaces: Named?
  /// The responder where it is written, once it is inherited.
  package var home: String?
  package let range: SourceRange
  package let when: Node?
  package let actions: Node?
  package let then: Node.Member?
  package let isEnabled: Bool
  package let isWhole: Bool
  package let examples: RuleExamples

  package static let keys = [
    "id", "when", "do", "then", "replaces", "description", "meta", "enabled", "examples", "suppress",
  ]
  package static let exampleKeys = ["match", "noMatch"]

  init?(_ node: Node, ordinal: Int, isEventRule: Bool = false, in diagnostics: inout Diagnostics) {
    let what = isEventRule ? "an event rule" : "a rule"
    guard let section = Section(node, what, keys: Self.keys, in: &diagnostics) else { return nil }
    section.checkNotes(in: &diagnostics)
    isWhole = section.isWhole
    let own = section.id(in: &diagnostics)
    id = own ?? Named("#\(ordinal)", node.range)
    hasOwnID = own != nil
    replaces = section.name("replaces", in: &diagnostics)
    range = node.range
    when = section["when"]
    actions = section["do"]
    then = section.member("then")
    isEnabled = section.flag("enabled", otherwise: true, in: &diagnostics)
    var examples = RuleExamples()
    if let node = section["examples"],
      let section = Section(node, "examples", keys: Self.exampleKeys, in: &diagnostics)
    {
      examples.match = section.list("match", of: "errors", in: &diagnostics)
      examples.noMatch = section.list("noMatch", of: "errors", in: &diagnostics)
    }
    self.examples = examples
  }
}
