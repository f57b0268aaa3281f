internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of resolutions: one per line of replay's output, or with `steps` as from explain.
enum ResolutionSchema {
  static func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define("resolution", resolution(&builder))
    builder.define("station", station)
    builder.define("action", action(registry))
    builder.define("event", event)
    builder.define("step", step)
    let schema = builder.document(
      "errctl resolution",
      "The result for one recorded error: responders visited, verdict, actions. Members without a value are left out.",
      root: .definition("resolution")
    )
    return (schema, builder.gaps)
  }

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
        ("attempt", .integer.said("The number of the try that failed; absent: untracked.")),
        ("maxAttempts", .integer.said("The number of tries allowed.")),
        ("delay", .number.said("The delay before the next try, in seconds.")),
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
        "id": .text.said("The record's own id, or else its ordinal, counted from 1."),
        "time": .any([.time, .number]).said("The time of the error, as recorded."),
        "origin": .text.said("The origin, as recorded."),
        "category": .text.said("The category of the error at the end."),
        "path": .list(of: .text).said("Every responder visited, without disabled ones."),
        "by": by.said("The rule that decided; absent if no rule did."),
        "evaluation": .words(Evaluation.allCases.map { $0.name }).said(
          "The evaluation: proceed, retry, cancel or abort; events have none."
        ),
        "handled": .flag.said("false: no rule decided, and the evaluation is the root's “unhandled”."),
        "assumed": .value(.made(true)).said(
          "Something was not recorded and was assumed: an answer, or the result of a “custom” matcher."
        ),
        "retry": retry.said("The budget and the delay; absent for a retry that a person chose."),
        "actions": .list(of: .definition("action"), atLeast: 1).said("The actions, in the order they ran."),
        "events": .list(of: .definition("event"), atLeast: 1).said("Events that were emitted or recorded."),
        "raised": .definition("resolution").said("The resolution of the error that an event rule raised."),
        "error": error.said("The error at the end, if a rule replaced it."),
        "unknownCategory": .text.said("The error's own category, if the rule file does not list it."),
        "outOfContract": .list(of: .text, atLeast: 1).said(
          "Responders whose contract does not promise this."
        ),
        "steps": .list(of: .definition("step")).said("All steps of the evaluation, if requested by explain."),
      ],
      required: ["id", "handled"]
    )
  }

  private static let flagged = Schema.value(.made(true))
  private static let place: [(key: String, value: Schema)] = [
    ("responder", .text.said("The responder.")), ("rule", .text.said("The rule's id.")),
    ("otherwise", flagged.said("The responder's “otherwise”.")),
    ("always", flagged.said("The responder's “always”.")),
  ]

  private static let station = Schema.mapping(Array(place.prefix(3)), required: ["responder"])

  /// Connected code that handled the error beside the rules.
  private static let connected = Schema.mapping(
    [
      ("responder", .text.said("The responder it is connected to.")),
      ("connected", flagged.said("Code that a running program connected there.")),
    ],
    required: ["responder", "connected"]
  )

  private static func action(_ registry: Registry) -> Schema {
    let kinds = registry.actions.map { ($0.key, Schema.anything.said($0.summary)) }
    let marks: [(key: String, value: Schema)] = [
      (
        "answer",
        Schema.text.or(.value(.null)).said("On an alert: the button that was chosen; null if none ever was.")
      ),
      ("assumed", flagged.said("The answer is not recorded.")),
      ("throttled", flagged.said("The action was skipped.")),
      ("coalesced", flagged.said("The alert was not shown: the answer of the alert already open counts.")),
    ]
    // A plugin's action has keys of its own.
    return .mapping(kinds + place + marks, others: .anything, required: ["responder"])
  }

  private static let event = Schema.mapping(
    [
      ("event", .text.said("Its name as emitted.")), ("with", .object.said("Its values.")),
      ("from", .definition("station").said("The rule that emitted it; absent for a recorded event.")),
      ("by", .any([.definition("station"), connected]).said("The rule that handled it.")),
      ("handled", .flag.said("Whether a rule handled it.")),
    ],
    required: ["event", "handled"]
  )
}

/// The steps that explain adds.
extension ResolutionSchema {
  private static let step = Schema.mapping([
    ("ignore", .words(["cancellation"])), ("category", .text), ("responder", .text), ("rule", .text),
    ("otherwise", .value(.made(true))), ("always", .value(.made(true))), ("contract", .value(.made(true))),
    ("compared", .list(of: comparison).said("The comparisons, in order.")),
    ("structure", .list(of: .any([.integer, .object])).said("How the comparisons combine, by their index.")),
    ("state", .list(of: .object).said("State kept from earlier errors.")),
    ("replaced", .list(of: .object).said("What a rule changed in the error.")),
    ("actions", .list(of: .object).said("The actions.")),
    ("climbs", .list(of: .object).said("The way of an event, or of an error that it raised.")),
    ("result", .text.said("The result.")), ("then", .text.said("The verdict.")),
    ("overruledBy", .text.said("The rule that had already decided.")),
  ])

  private static let comparison = Schema.mapping(
    [
      ("field", .text), ("operator", .text), ("expected", .text), ("found", .anything), ("holds", .flag),
      ("assumed", .value(.made(true))), ("stub", .value(.made(true))),
    ],
    required: ["field", "expected", "holds"]
  )
}
