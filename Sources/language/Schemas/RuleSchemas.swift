internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

extension RuleFileSchema {
  static func rule(_ builder: inout SchemaBuilder) -> Schema {
    builder.define("examples", builder.mapping(RuleDeclaration.exampleKeys))
    return builder.mapping(
      RuleDeclaration.keys,
      [
        "id": .id, "when": Schema.definition("ruleMatcher").or(.anyOf("matcher")), "meta": meta,
        "suppress": suppress(&builder),
      ]
    ).described("A rule: which errors it matches, what it does, and its verdict.").and(
      oneVerdict, oneDecidingAlert)
  }

  static func eventRule(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(RuleDeclaration.eventKeys, ["id": .id, "meta": meta, "suppress": suppress(&builder)])
  }

  static func otherwise(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(OtherwiseDeclaration.keys).and(oneVerdict, oneDecidingAlert)
  }

  /// An alert that decides, as far as its own mapping shows.
  private static func decidingAlert(_ further: Schema = .anything) -> Schema {
    let buttons = Schema.all([.requiring("buttons"), .having(["buttons": .containing(.requiring("then"))])])
    let recovery = Schema.all([.requiring("recovery"), .having(["recovery": .value(.made(true))])])
    return .all([
      .requiring("present"), .having(["present": .any([buttons, recovery])]), further,
    ])
  }

  /// There is no verdict beside an alert that decides, unless the alert may be skipped.
  private static let oneVerdict = Schema.not(
    .all([
      .requiring("then"),
      .having(["do": .containing(decidingAlert(.not(.requiring("throttle"))))]), .requiring("do"),
    ])
  )

  private static let oneDecidingAlert = Schema.having(["do": .containing(atMost: 1, decidingAlert())])

  static func responder(_ builder: inout SchemaBuilder) -> Schema {
    let promised = Schema.list(of: .text("^[^$][\\s\\S]*$", "A name; lists are used below “when” only."))
    let contract = builder.mapping(ContractDeclaration.keys, ["reports": promised, "triggers": promised])
    let responder = builder.mapping(
      ResponderDeclaration.keys,
      [
        "id": .id, "origins": Schema.list(of: .origin).unique,
        "contract": contract.and(.requiringOne(of: ["reports", "triggers"])), "meta": meta,
        "suppress": suppress(&builder),
      ])
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

  /// A rule's verdict is an evaluation under `match: all`.
  private static var matchingAll: Schema {
    let all = Schema.having(["policy": .all([.requiring("match"), .having(["match": .value(.made("all"))])])])
    let words = Schema.words(Evaluation.allCases.map { $0.name })
    let verdict = Schema.any([words, .requiring("retry")])
    return .when(
      .all([.requiring("policy"), all, .not(.requiring("abstract"))]),
      then: .having(["rules": .list(of: .having(["then": verdict]))]))
  }
}
