internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of resolutions: one per line of replay's output, or with `steps` as from explain.
enum ResolutionSchema {
  static func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    builder.define("resolution", resolution)
    builder.define("clause", clause)
    builder.define("action", action(registry))
    builder.define("event", event)
    builder.define("step", step)
    let schema = builder.document(
      "errctl resolution",
      "The result for one recorded error: responders visited, verdict, actions. Members without a value are left out.",
      root: .definition("resolution"))
    return (schema, builder.gaps)
  }

  private static var resolution: Schema {
    let by = Schema.any([
      .definition("clause"), connected,
      .mapping([("ignore", .words(["cancellation"]))], required: ["ignore"]),
    ])
    let retry = Schema.mapping(
      [
        ("attempt", .integer.described("The number of the try that failed; absent: untracked.")),
        ("maxAttempts", .integer.described("The number of tries allowed.")),
        ("delay", .number.described("The delay before the next try, in seconds.")),
      ],
      required: ["maxAttempts", "delay"]
    )
    let error = Schema.mapping(
      ["type", "case", "domain", "code", "status", "message"].map {
        ($0, Schema.anything.described(RecordSchema.texts[$0] ?? $0))
      }
    )
    return .mapping(
      [
        ("id", .text.described("The record's own id, or else its ordinal, counted from 1.")),
        ("time", .any([.time, .number]).described("The time of the error, as recorded.")),
        ("origin", .text.described("The origin, as recorded.")),
        ("of", error.described("The error as recorded, if replay is asked for it; events have none.")),
        ("category", .text.described("The category of the error at the end.")),
        ("path", .list(of: .text).described("Every responder visited, without disabled ones.")),
        ("by", by.described("The rule that decided; absent if no rule did.")),
        (
          "ended",
          .words(["attempts", "retryAfter", "deadline", "quota"]).described(
            "What ended the retries, where their “exhausted” decided.")
        ),
        (
          "evaluation",
          .words(Evaluation.allCases.map { $0.name }).described(
            "The evaluation: proceed, retry, cancel or abort; events have none.")
        ),
        ("handled", .flag.described("false: no rule decided, and the evaluation is the root's “unhandled”.")),
        (
          "assumed",
          .value(.made(true)).described(
            "Something was not recorded and was assumed: an answer, the success of an action, or the result of a “custom” matcher."
          )
        ),
        ("retry", retry.described("The budget and the delay; absent for a retry that a person chose.")),
        (
          "actions",
          .list(of: .definition("action"), atLeast: 1).described("The actions, in the order they ran.")
        ),
        (
          "events",
          .list(of: .definition("event"), atLeast: 1).described("Events that were emitted or recorded.")
        ),
        (
          "raised",
          .definition("resolution").described("The resolution of the error that an event rule raised.")
        ),
        ("error", error.described("The error at the end, if a rule replaced it.")),
        ("unknownCategory", .text.described("The error's own category, if the rule file does not list it.")),
        (
          "outOfContract",
          .list(of: .text, atLeast: 1).described("Responders whose contract does not promise this.")
        ),
        (
          "steps",
          .list(of: .definition("step")).described("All steps of the evaluation, if requested by explain.")
        ),
      ],
      required: ["id", "handled"]
    )
  }

  private static let flagged = Schema.value(.made(true))
  private static let place: [(key: String, value: Schema)] = [
    ("responder", .text.described("The responder.")), ("rule", .text.described("The rule's id.")),
    ("otherwise", flagged.described("The responder's “otherwise”.")),
    ("always", flagged.described("The responder's “always”.")),
  ]

  private static let clause = Schema.mapping(Array(place.prefix(3)), required: ["responder"])

  /// Connected code that handled the error beside the rules.
  private static let connected = Schema.mapping(
    [
      ("responder", .text.described("The responder it is connected to.")),
      ("connected", flagged.described("Code that a running program connected there.")),
    ],
    required: ["responder", "connected"]
  )

  private static func action(_ registry: Registry) -> Schema {
    let kinds = registry.actions.map { ($0.key, Schema.anything.described($0.summary)) }
    let marks: [(key: String, value: Schema)] = [
      (
        "answer",
        Schema.text.or(.value(.null)).described(
          "On an alert: the button that was chosen; null if none ever was.")
      ),
      ("assumed", flagged.described("The answer is not recorded.")),
      ("throttled", flagged.described("The action was skipped.")),
      (
        "coalesced",
        flagged.described("The alert was not shown: the answer of the alert already open counts.")
      ),
      ("failed", flagged.described("On an action with a verdict for it: the action failed.")),
      ("timeout", flagged.described("On an action with a verdict for it: its limit ended it.")),
    ]
    // A plugin's action has keys of its own.
    return .mapping(kinds + place + marks, others: .anything, required: ["responder"])
  }

  private static let event = Schema.mapping(
    [
      ("event", .text.described("Its name as emitted.")), ("with", .object.described("Its values.")),
      ("from", .definition("clause").described("The rule that emitted it; absent for a recorded event.")),
      ("by", .any([.definition("clause"), connected]).described("The rule that handled it.")),
      ("handled", .flag.described("Whether a rule handled it.")),
    ],
    required: ["event", "handled"]
  )
}

/// The steps that explain adds.
extension ResolutionSchema {
  private static let step = Schema.mapping([
    ("unwrap", .text.described("The path of an entry of “defaults.unwrap”.")),
    ("entry", .integer.described("Its position, from 1.")),
    ("ignore", .words(["cancellation"])), ("category", .text),
    ("breaker", .text.described("A breaker, asked whether the error fits.")), ("responder", .text),
    ("rule", .text),
    ("otherwise", .value(.made(true))), ("always", .value(.made(true))), ("contract", .value(.made(true))),
    ("compared", .list(of: comparison).described("The comparisons, in order.")),
    (
      "structure",
      .list(of: .any([.integer, .object])).described("How the comparisons combine, by their index.")
    ),
    ("state", .list(of: .object).described("State kept from earlier errors.")),
    ("replaced", .list(of: .object).described("What a rule changed in the error.")),
    ("actions", .list(of: .object).described("The actions.")),
    ("climbs", .list(of: .object).described("The way of an event, or of an error that it raised.")),
    ("result", .text.described("The result.")), ("then", .text.described("The verdict.")),
    ("inside", .text.described("The path of an error inside that the matcher would have matched.")),
    ("overruledBy", .text.described("The rule that had already decided.")),
  ])

  private static let comparison = Schema.mapping(
    [
      ("field", .text), ("operator", .text), ("expected", .text), ("found", .anything), ("holds", .flag),
      ("assumed", .value(.made(true))), ("stub", .value(.made(true))),
    ],
    required: ["field", "expected", "holds"]
  )
}
