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
    id,
    Key(
      "when", .other("matcher, or a list of matchers"), .absent("every error"),
      "The errors it matches; a list of matchers is short for “any”."),
    Key("do", .actions, actions),
    Key(
      "then", .verdict, .absent("required"),
      "The verdict: “proceed”, “retry”, “cancel”, “abort”, “continue” or “escalate”, or a mapping. Leave it out only if a button decides, or under “match: all” for “proceed”."
    ),
    replaces, .description, .meta, enabled,
    Key(
      "examples", .defined("examples", "mapping"), "Errors that show what the rule is for; they run as tests."
    ), .suppress,
  ]
  package static let eventKeys = [
    id, Key("when", .defined("eventMatcher", "matcher"), .absent("every event"), "The events it matches."),
    Key("do", .defined("eventActions", "list of actions"), actions),
    Key("then", .defined("eventVerdict", "verdict"), .required, "The verdict on the event."),
    replaces, .description, .meta, enabled,
    Key("examples", .defined("examples", "mapping"), "Events that show what the rule is for."), .suppress,
  ]
  package static let exampleKeys = [
    Key(
      "match", .list(of: "example", "list of errors"),
      "Errors, raised at this responder, that this rule decides."),
    Key("noMatch", .list(of: "example", "list of errors"), "Errors that this rule does not decide."),
  ]
  private static let id = Key(
    "id", .other("text"), .absent("“#3”, its ordinal"),
    "Its name, unique among the rules and event rules of its responder, without “/” and without “#” at its start; “RESPONDER/ID” from elsewhere."
  )
  private static let actions =
    "The actions, in order. Only the failure of an action with “failed” changes the verdict."
  private static let replaces = Key("replaces", .text, "The inherited rule that this one replaces.")
  private static let enabled = Key(
    "enabled", .flag, .default("true"),
    "“false”: the rule is checked, but not evaluated; with “replaces”, it removes the inherited rule.")

  init?(_ node: Node, ordinal: Int, isEventRule: Bool = false, in diagnostics: inout Diagnostics) {
    let what = isEventRule ? "an event rule" : "a rule"
    let keys = isEventRule ? Self.eventKeys : Self.keys
    guard let section = Section(node, what, keys: keys, in: &diagnostics) else { return nil }
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
