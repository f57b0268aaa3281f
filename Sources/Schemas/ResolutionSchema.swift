internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of resolutions, as replay writes them, one to a line, and as explain does, with `steps`.
enum ResolutionSchema {
  /// The schema, and where it differs from its own list of keys.
  static func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define("resolution", resolution(&builder))
    builder.define("station", station)
    builder.define("action", action(registry))
    builder.define("event", event)
    builder.define("step", step)
    let schema = builder.document(
      "errctl resolution",
      "What became of one recorded error: who was asked, who decided, what was done. What has nothing to say is left out.",
      root: .definition("resolution")
    )
    return (schema, builder.gaps)
  }

  /// In the order in which they are written.
  static let keys = [
    "id", "time", "origin", "category", "path", "by", "evaluation", "handled", "assumed", "retry", "actions",
    "events", "raised", "error", "unknownCategory", "outOfContract", "steps",
  ]

  private static func resolution(_ builder: inout SchemaBuilder) -> Schema {
    let by = Schema.any([
      .definition("station"), connected,
      .mapping([("ignore", .words(["cancellation"]))], required: ["ignore"]),
    ])
    let retry = Schema.mapping(
      [
        ("attempt", .integer.said("Which try failed; without it, untracked.")),
        ("maxAttempts", .integer.said("How many there are.")),
        ("delay", .number.said("How long to wait, in seconds.")),
      ],
      required: ["maxAttempts", "delay"]
    )
    let error = Schema.mapping(
      ["type", "case", "domain", "code", "status", "message"].map {
        ($0, Schema.anything.said(RecordSchema.texts[$0] ?? $0))
      }
    )
    return builder.mapping(
      "resolution",
      keys: keys,
      [
        "id": .text.said("The record's own id, else its ordinal from 1."),
        "time": .any([.time, .number]).said("When it happened, as recorded."),
        "origin": .text.said("Where it was raised, as recorded."),
        "category": .text.said("The category of the error as it ended."),
        "path": .list(of: .text).said("Every responder visited, disabled ones not."),
        "by": by.said("Who decided; absent where nobody did."),
        "evaluation": .words(Evaluation.allCases.map { $0.name }).said(
          "What the app does; events have none."
        ),
        "handled": .flag.said("false: nobody decided, and the evaluation is the root's “unhandled”."),
        "assumed": .value(.made(true)).said(
          "Something was not recorded: an answer, or what a “custom” says."
        ),
        "retry": retry.said("The budget and the delay; not for a person's retry."),
        "actions": .list(of: .definition("action"), atLeast: 1).said("What was done, in the order it ran."),
        "events": .list(of: .definition("event"), atLeast: 1).said("Events that were emitted or recorded."),
        "raised": .definition("resolution").said("What became of the error that an event rule raised."),
        "error": error.said("What the error ended as, where a rule replaced it."),
        "unknownCategory": .text.said("The error's own category, where the rule file does not list it."),
        "outOfContract": .list(of: .text, atLeast: 1).said(
          "Responders whose contract does not promise this."
        ),
        "steps": .list(of: .definition("step")).said("The whole climb, where explain asks for it."),
      ],
      required: ["id", "handled"]
    )
  }

  private static let flagged = Schema.value(.made(true))
  private static let place: [(key: String, value: Schema)] = [
    ("responder", .text.said("The responder it comes from.")), ("rule", .text.said("The rule, by its id.")),
    ("otherwise", flagged.said("It comes from the responder's “otherwise”.")),
    ("always", flagged.said("It comes from the responder's “always”.")),
  ]

  private static let station = Schema.mapping(Array(place.prefix(3)), required: ["responder"])

  /// Who answers in a running program beside its rules.
  private static let connected = Schema.mapping(
    [
      ("responder", .text.said("The responder it is connected at.")),
      ("connected", flagged.said("Code that a running program connected there.")),
    ],
    required: ["responder", "connected"]
  )

  private static func action(_ registry: Registry) -> Schema {
    let kinds = registry.actions.map { ($0.key, Schema.anything.said($0.summary)) }
    let marks: [(key: String, value: Schema)] = [
      (
        "answer",
        Schema.text.or(.value(.null)).said("On an alert: the button that was chosen; null: never answered.")
      ),
      ("assumed", flagged.said("The answer is not recorded.")),
      ("throttled", flagged.said("It was skipped.")),
      ("coalesced", flagged.said("It was not shown: the open alert before it answered for it.")),
    ]
    // A plugin's action has keys of its own.
    return .mapping(kinds + place + marks, others: .anything, required: ["responder"])
  }

  private static let event = Schema.mapping(
    [
      ("event", .text.said("Its name as it was emitted.")), ("with", .object.said("What it carries.")),
      ("from", .definition("station").said("Who emitted it; absent for a recorded one.")),
      ("by", .any([.definition("station"), connected]).said("Who handled it.")),
      ("handled", .flag.said("Whether anybody did.")),
    ],
    required: ["event", "handled"]
  )
}

/// What explain adds.
extension ResolutionSchema {
  private static let step = Schema.mapping([
    ("ignore", .words(["cancellation"])), ("category", .text), ("responder", .text), ("rule", .text),
    ("otherwise", .value(.made(true))), ("always", .value(.made(true))), ("contract", .value(.made(true))),
    ("compared", .list(of: comparison).said("What was compared, in order.")),
    ("structure", .list(of: .any([.integer, .object])).said("How the comparisons combine, by their index.")),
    ("state", .list(of: .object).said("What was remembered of earlier errors.")),
    ("replaced", .list(of: .object).said("What a rule changed in the error.")),
    ("actions", .list(of: .object).said("What was done.")),
    ("climbs", .list(of: .object).said("Where an event, or an error that it raised, went.")),
    ("result", .text.said("What came of it.")), ("then", .text.said("The verdict.")),
    ("overruledBy", .text.said("Who had decided before.")),
  ])

  private static let comparison = Schema.mapping(
    [
      ("field", .text), ("operator", .text), ("expected", .text), ("found", .anything), ("holds", .flag),
      ("assumed", .value(.made(true))), ("stub", .value(.made(true))),
    ],
    required: ["field", "expected", "holds"]
  )
}
