/// A rule as written.
struct RuleDeclaration {
  /// The name it has in its responder: its id, or its ordinal as `#3`; inherited, as `base/#3`.
  var id: Named
  let hasOwnID: Bool
  /// The inherited rule in whose place it stands.
  let replaces: Named?
  /// The id of the responder that it is written in, once it is inherited.
  var home: String?
  let range: SourceRange
  let when: Node?
  let actions: Node?
  let then: Node.Member?
  let isEnabled: Bool
  /// Whether each key is known and supported.
  let isWhole: Bool
  let examples: RuleExamples

  static let keys = [
    "id", "when", "do", "then", "replaces", "description", "meta", "enabled", "examples", "suppress",
  ]
  static let exampleKeys = ["match", "noMatch"]

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
