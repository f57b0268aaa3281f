/// A rule as written.
struct RuleDeclaration {
  /// The name it has in its responder: its id, or its ordinal as `#3`.
  let id: Named
  let hasOwnID: Bool
  let range: SourceRange
  let when: Node?
  let actions: Node?
  let then: Node.Member?
  let isEnabled: Bool
  /// Whether each key is known and supported.
  let isWhole: Bool
  /// The errors under `examples`.
  let examples: [Node]

  static let keys = [
    "id", "when", "do", "then", "description", "meta", "enabled", "examples", "suppress",
  ]
  static let laterKeys = ["replaces"]

  init?(_ node: Node, ordinal: Int, isEventRule: Bool = false, in diagnostics: inout Diagnostics) {
    let what = isEventRule ? "an event rule" : "a rule"
    guard let section = Section(node, what, keys: Self.keys, later: Self.laterKeys, in: &diagnostics)
    else { return nil }
    section.checkNotes(in: &diagnostics)
    isWhole = section.isWhole
    let own = section.id(in: &diagnostics)
    id = own ?? Named("#\(ordinal)", node.range)
    hasOwnID = own != nil
    range = node.range
    when = section["when"]
    actions = section["do"]
    then = section.member("then")
    isEnabled = section.flag("enabled", otherwise: true, in: &diagnostics)
    var examples: [Node] = []
    if let node = section["examples"],
      let section = Section(node, "examples", keys: ["match", "noMatch"], in: &diagnostics)
    {
      examples = ["match", "noMatch"].flatMap { section.list($0, of: "errors", in: &diagnostics) }
    }
    self.examples = examples
  }
}
