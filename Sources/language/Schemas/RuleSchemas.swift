internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

extension RuleFileSchema {
  private static func actions(_ place: ActionPlace) -> Schema {
    .definition(place.actions).described(
      "The actions, in order. Only the failure of an action with “failed” changes the verdict.")
  }

  static func rule(_ builder: inout SchemaBuilder) -> Schema {
    let examples = builder.mapping(
      "examples",
      keys: RuleDeclaration.exampleKeys,
      [
        "match": .list(of: .definition("example")).described(
          "Errors, raised at this responder, that this rule decides."),
        "noMatch": .list(of: .definition("example")).described("Errors that this rule does not decide."),
      ]
    )
    builder.define("examples", examples)
    return builder.mapping(
      "rule",
      keys: RuleDeclaration.keys,
      [
        "id": .id.described("Its name within its responder; RESPONDER/ID from elsewhere."),
        "when": Schema.definition("ruleMatcher").or(.anyOf("matcher")).described(
          "The errors it matches; default: all."),
        "do": actions(.rule),
        "then": .definition("verdict").described(
          "The verdict: proceed, retry, cancel, abort, continue or escalate, or a mapping. Leave it out only if a button decides."
        ),
        "replaces": .name.described("The inherited rule that this one replaces."),
        "description": notes.description,
        "meta": notes.meta,
        "enabled": .flag.described("false: the rule is skipped.").otherwise(.made(true)),
        "examples": .definition("examples").described(
          "Errors that show what the rule is for; they run as tests."),
        "suppress": suppress(&builder),
      ]
    ).described("A rule: which errors it matches, what it does, and its verdict.").and(
      oneVerdict, oneDecidingAlert)
  }

  static func eventRule(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "event rule",
      keys: RuleDeclaration.keys,
      [
        "id": .id.described("Its name within its responder."),
        "when": .definition("eventMatcher").described("The events it matches; default: all."),
        "do": actions(.event),
        "then": .definition("eventVerdict").described("The verdict on the event."),
        "replaces": .name.described("The inherited rule that this one replaces."),
        "description": notes.description,
        "meta": notes.meta,
        "enabled": .flag.described("false: the rule is skipped.").otherwise(.made(true)),
        "examples": .definition("examples").described("Events that show what the rule is for."),
        "suppress": suppress(&builder),
      ],
      required: ["then"]
    )
  }

  static func otherwise(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "otherwise",
      keys: OtherwiseDeclaration.keys,
      [
        "do": actions(.rule),
        "then": .definition("verdict").described(
          "The verdict: proceed, retry, cancel, abort, continue or escalate, or a mapping. Leave it out only if a button decides."
        ),
      ]
    ).and(oneVerdict, oneDecidingAlert)
  }

  /// An alert that decides, as far as its own mapping shows.
  private static func decidingAlert(_ further: Schema = .anything) -> Schema {
    let buttons = Schema.all([.requiring("buttons"), .having(["buttons": .containing(.requiring("then"))])])
    let recovery = Schema.all([.requiring("recovery"), .having(["recovery": .value(.made(true))])])
    return .all([
      .requiring("present"), .having(["present": .any([buttons, recovery])]), further,
    ])
  }

  /// Beside an alert that decides there is no verdict, unless the alert may be skipped.
  private static let oneVerdict = Schema.not(
    .all([
      .requiring("then"),
      .having(["do": .containing(decidingAlert(.not(.requiring("throttle"))))]), .requiring("do"),
    ])
  )

  private static let oneDecidingAlert = Schema.having(["do": .containing(atMost: 1, decidingAlert())])

  static func responder(_ builder: inout SchemaBuilder) -> Schema {
    let extends = builder.mapping(
      "extends",
      keys: ExtendsDeclaration.keys,
      [
        "from": .name.described("The responder whose rules this one inherits."),
        "mode": .words(ExtendsDeclaration.Mode.allCases.map { $0.rawValue })
          .described("prepend: its own rules are tried first; append: last.").otherwise(.made("prepend")),
      ],
      required: ["from"]
    )
    let promised = Schema.text("^[^$][\\s\\S]*$", "A name; lists are used below “when” only.")
    let contract = builder.mapping(
      "contract",
      keys: ContractDeclaration.keys,
      [
        "reports": .list(of: promised).described("The types of the errors that may arrive here."),
        "triggers": .list(of: promised).described("The names of the events that may arrive here."),
        "explicit": .flag.described("true: a rule must name each of them, or its category.")
          .otherwise(.made(false)),
      ]
    )
    let responder = builder.mapping(
      "responder",
      keys: ResponderDeclaration.keys,
      [
        "id": .id.described("Its id; an origin of that name starts here."),
        "extends": extends.described("The responder whose rules and event rules this one inherits."),
        "abstract": .flag.described("true: exists only to be extended.").otherwise(.made(false)),
        "parent": .name.described("The responder to which it escalates; a root has none."),
        "origins": Schema.list(of: .origin).unique.described(
          "The origins that start here; the longest match wins."
        )
        .such(as: [#"["com.shop.login.*"]"#]),
        "policy": .definition("policy").described("How it evaluates its rules."),
        "rules": .list(of: .definition("rule")).described(
          "The rules, tried in this order until one decides."),
        "otherwise": .definition("otherwise").described("The rule for errors that no other rule decided."),
        "always": actions(.always).described(
          "Actions for every error that arrives here; they decide nothing."),
        "events": .list(of: .definition("eventRule")).described("Rules for events."),
        "unhandled": .definition("unhandled").described(
          "At a root: the evaluation of errors that no rule decided."),
        "contract": contract.described("What this part of the chain may raise.").and(
          .requiringOne(of: ["reports", "triggers"])),
        "description": notes.description,
        "meta": notes.meta,
        "enabled": .flag.described("false: errors pass through.").otherwise(.made(true)),
        "suppress": suppress(&builder),
      ],
      required: ["id"]
    )
    return responder.described(
      "A responder: its rules in order, and the parent to which it escalates the other errors."
    )
    .and(.not(.requiring("parent", "unhandled")), abstract, matchingAll, replacing)
  }

  /// No error visits an abstract responder.
  private static var abstract: Schema {
    let forbidden = ResponderDeclaration.keysOfVisited.map { (key: $0, value: Schema.nothing) }
    return .when(
      .all([.requiring("abstract"), .having(["abstract": .value(.made(true))])]),
      then: .having(forbidden + [("enabled", .not(.value(.made(false))))]))
  }

  /// Only a responder that extends another can replace rules.
  private static var replacing: Schema {
    let own = Schema.list(of: .not(.requiring("replaces")))
    return .when(.not(.requiring("extends")), then: .having(["rules": own, "events": own]))
  }

  /// Under `match: all`, a rule's verdict is an evaluation.
  private static var matchingAll: Schema {
    let all = Schema.having(["policy": .all([.requiring("match"), .having(["match": .value(.made("all"))])])])
    let words = Schema.words(Evaluation.allCases.map { $0.name })
    let verdict = Schema.any([words, .requiring("retry")])
    return .when(
      .all([.requiring("policy"), all, .not(.requiring("abstract"))]),
      then: .having(["rules": .list(of: .having(["then": verdict]))]))
  }
}
