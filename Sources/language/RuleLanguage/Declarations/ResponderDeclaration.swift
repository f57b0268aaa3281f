package import Source

package struct ResponderDeclaration {
  package let id: Named
  package let range: SourceRange
  package let parent: Named?
  package let origins: [Named]
  /// The rules, with the inherited ones once ``Inheritance`` has completed them; likewise `otherwise` and `always`.
  package var rules: [RuleDeclaration]
  package var otherwise: OtherwiseDeclaration?
  package var always: Node?
  package let unhandled: Node.Member?
  package var policy: Node.Member?
  package var events: [RuleDeclaration]
  package let extends: ExtendsDeclaration?
  let isHeir: Bool
  package let contract: ContractDeclaration?
  let isAbstract: Bool
  package let isEnabled: Bool
  package let isWhole: Bool
  /// Every rule could be read, so an unknown name is certainly a mistake.
  let knowsAllRules: Bool
  /// The nodes as written.
  private let heritable: [Node]
  var heritableNodes: Int { heritable.reduce(0) { $0 + $1.nodeCount } }

  package static let keys = [
    Key(
      "id", .other("text"), .required,
      "Its id, without “/” and without “#” at its start; an origin of that name starts here."),
    Key(
      "extends", .mapping(ExtendsDeclaration.keys), "The responder whose rules and event rules it inherits."),
    Key("abstract", .flag, .default("false"), "“true”: it exists only to be extended."),
    Key("parent", .text, .absent("none: a root"), "The responder to which it escalates."),
    Key(
      "origins", .other("list of names and “prefix.*”"), such: [#"["com.shop.login.*"]"#],
      "The origins that start here; the longest match wins."),
    Key("policy", .defined("policy", "policy"), .absent("“defaults.policy”"), "How it evaluates its rules."),
    Key(
      "rules", .list(of: "rule", "list of rules"),
      "The rules, tried in this order until one decides; there may be none."),
    Key("otherwise", .defined("otherwise", "mapping"), "The rule for errors that no other rule decided."),
    Key(
      "always", .defined("alwaysActions", "list of actions"),
      "Actions for every error that arrives here; they decide nothing."),
    Key("events", .list(of: "eventRule", "list of event rules"), "Rules for events."),
    Key(
      "unhandled", .defined("unhandled", "mapping"), .absent("“defaults.unhandled”"),
      "At a root: the evaluation of errors that no rule decided, key by key."),
    Key("contract", .mapping(ContractDeclaration.keys), "The errors and events that may arrive here."),
    .description, .meta,
    Key("enabled", .flag, .default("true"), "“false”: errors pass through it, and it is not part of “path”."),
    .suppress,
  ]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard
      let section = Section(node, "a responder", keys: Self.keys, in: &diagnostics)
    else { return nil }
    section.checkNotes(in: &diagnostics)
    range = node.range
    isWhole = section.isWhole
    parent = section.name("parent", in: &diagnostics)
    origins = section.list("origins", of: "origins", in: &diagnostics).compactMap { element in
      guard let origin = element.string, !origin.isEmpty else {
        diagnostics.report(.wrongType(element, expected: "an origin, or prefix.*"))
        return nil
      }
      return Named(origin, element.range)
    }
    rules = section.list("rules", of: "rules", in: &diagnostics).enumerated().compactMap { index, element in
      RuleDeclaration(element, ordinal: index + 1, in: &diagnostics)
    }
    events = section.list("events", of: "event rules", in: &diagnostics).enumerated()
      .compactMap { index, element in
        RuleDeclaration(element, ordinal: index + 1, isEventRule: true, in: &diagnostics)
      }
    policy = section.member("policy")
    otherwise = section.member("otherwise").flatMap { OtherwiseDeclaration($0, in: &diagnostics) }
    always = section["always"]
    unhandled = section.member("unhandled")
    isHeir = section["extends"] != nil
    extends = section["extends"].flatMap { ExtendsDeclaration($0, in: &diagnostics) }
    contract = section["contract"].flatMap { ContractDeclaration($0, in: &diagnostics) }
    // An invalid value still means that the responder is meant to be abstract.
    isAbstract = section["abstract"] != nil && section.flag("abstract", otherwise: true, in: &diagnostics)
    knowsAllRules =
      section["rules"] == nil ? section.isWhole : section["rules"]?.elements?.count == rules.count
    heritable = Self.heritable(section)
    if isAbstract { Self.reportVisited(section, in: &diagnostics) }
    isEnabled = section.flag("enabled", otherwise: true, in: &diagnostics)
    if let id = section.id(in: &diagnostics) {
      self.id = id
    } else {
      id = Named("", node.range, isFaulty: true)
      if section.isWhole {
        diagnostics.report(Diagnostic("missing-key", "This responder has no id. Add “id”.", at: node.range))
      }
    }
  }
}

package struct OtherwiseDeclaration {
  package let key: SourceRange
  package let range: SourceRange
  package let actions: Node?
  package let then: Node.Member?
  package let isWhole: Bool

  package static let keys = RuleDeclaration.keys.named("do", "then")

  init?(_ member: Node.Member, in diagnostics: inout Diagnostics) {
    guard let section = Section(member.value, "otherwise", keys: Self.keys, in: &diagnostics) else {
      return nil
    }
    key = member.keyRange
    range = member.value.range
    actions = section["do"]
    then = section.member("then")
    isWhole = section.isWhole
  }
}
