internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

enum VerdictSchemas {
  static func define(in builder: inout SchemaBuilder) {
    defineRetry(in: &builder)
    let transform = transform(&builder)
    builder.define("transform", transform)
    builder.define("emission", emission(&builder))
    let path = Schema.text(
      "^(underlying|payload\\.(0|[1-9][0-9]*))$", "payload.0 (or another index), or underlying."
    ).such(as: [#""payload.0""#, #""underlying""#])
    builder.define("unwrapPath", path)
    let replacing = [
      single("transform", .definition("transform").described("Replaces the error, or edits it.")),
      single("unwrap", .definition("unwrapPath").described("Replaces the error by the one inside it.")),
      .definition("emission"),
    ]
    let words = Self.words(VerdictReader.words)
    let budget = Schema.definition("retry").described(
      "retry: do what failed once more, after the delay, for a limited number of tries.")
    builder.define("verdict", .any([words, single("retry", budget)] + replacing))
    // A button's retry is a person's choice and has no budget.
    builder.define("buttonVerdict", .any([words] + replacing))
    builder.define("eventVerdict", eventVerdict(&builder))
    builder.define("failureVerdict", words)
    builder.define("eventFailureVerdict", Self.words(VerdictReader.eventWords))
  }

  /// One of these verdicts, each explained in an editor's completion.
  static func words(_ words: [String]) -> Schema {
    Schema.words(words).explained(words.map { meanings[$0] ?? $0 })
  }

  private static let meanings = [
    "proceed": "The error is dealt with; go on in whatever way is natural.",
    "retry": "The error is dealt with; do what failed once more (after the delay).",
    "cancel": "The error is dealt with; leave out what would have come next, and stay where you are.",
    "abort": "The error was too severe; leave the whole flow or process it happened in.",
    "continue": "Nothing is decided; the next rule that matches runs.",
    "escalate": "Nothing is decided here; the error goes to the parent responder.",
    "handled": "The event is dealt with; it goes no further.",
  ]

  private static func single(_ key: String, _ value: Schema) -> Schema {
    .mapping([(key, value)], required: [key])
  }

  private static func defineRetry(in builder: inout SchemaBuilder) {
    let backoff = builder.mapping(
      "backoff",
      keys: RetryReader.backoffKeys,
      [
        "initial": .duration.described("The longest delay before the first retry.").otherwise(.made("200ms")),
        "multiplier": .number(
          Int(RetryReader.multipliers.lowerBound)...Int(RetryReader.multipliers.upperBound)
        )
        .described("The factor by which each further delay grows.").otherwise(.made(2)),
        "max": .duration.described("The longest delay.").otherwise(.made("30s")),
        "jitter": Schema.words(RetryReader.jitterWords).or(.number(0...1))
          .described(
            "What part of the delay is random: none of it, all of it (full), or its second half (equal). A number is the share of the delay by which it may be longer or shorter."
          )
          .otherwise(.made("full")),
      ]
    )
    let quota = builder.mapping(
      "quota",
      keys: RetryReader.quotaKeys,
      [
        "retries": .integer(Int(RetryReader.quotas.lowerBound)...Int(RetryReader.quotas.upperBound))
          .described("The number of retries that are granted in a window."),
        "within": .lastingDuration.described("The window of the retries."),
        "per": .definition("fields").described("Fields whose values group the errors that share the quota."),
        "tokens": .integer(Int(RetryReader.tokens.lowerBound)...Int(RetryReader.tokens.upperBound))
          .described(
            "The tokens of an origin; a failure takes one, and a retry needs more than half of them."),
        "ratio": .number(0...Int(RetryReader.ratios.upperBound))
          .described("The tokens that a completed operation gives back."),
      ]
    ).and(
      .any([.requiring("retries", "within"), .requiring("tokens", "ratio")]),
      .not(.all([.requiringOne(of: ["retries", "within", "per"]), .requiringOne(of: ["tokens", "ratio"])])))
    let retry = builder.mapping(
      "retry",
      keys: RetryReader.keys,
      [
        "maxAttempts": .integer(Int(RetryReader.attempts.lowerBound)...Int(RetryReader.attempts.upperBound))
          .described("The number of tries, the first included.").otherwise(.made(3)),
        "per": .definition("fields").described("Fields whose values group the errors that share the budget.")
          .otherwise(.made("operation")),
        "within": .lastingDuration.described("How long tries are remembered.").otherwise(.made("10m")),
        "backoff": backoff.described("The delays between tries."),
        "deadline": .any([.lastingDuration, .words(["none"])]).described(
          "The time after the first failure within which every delay ends."),
        "quota": .any([quota, .words(["none"])]).described(
          "The limit of the retries of all errors together."),
        "exhausted": words(RetryReader.exhaustedWords).described("The verdict once no try is left.")
          .otherwise(.made("continue")),
      ]
    )
    builder.define("retry", retry)
  }

  private static func emission(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "emission",
      keys: VerdictReader.emitKeys,
      [
        "emit": .name.described("The event that replaces the error."),
        "with": .mapping(to: .definition(ActionPlace.rule.templates)).described("The event's values."),
        "evaluation": words(VerdictReader.emitEvaluations).described(
          "The evaluation: proceed, cancel or abort."
        )
        .otherwise(.made("proceed")),
      ],
      required: ["emit"]
    )
  }

  private static func transform(_ builder: inout SchemaBuilder) -> Schema {
    let members = Field.identity.map { ($0.name, replacing($0, isRaised: false)) }
    let wrap = Schema.flag.described("true: the old error and its causes become “underlying”.")
    let transform = Schema.mapping(members + [("wrap", wrap)], atLeast: 1)
    builder.compare("transform", keys: ReplacementReader.transformKeys, with: transform)
    let wraps = Schema.all([.requiring("wrap"), .having(["wrap": .value(.made(true))])])
    return transform.and(
      .not(.value(.made([("wrap", .made(false))]))), .not(.all([wraps, .requiring("underlying")])))
  }

  private static func eventVerdict(_ builder: inout SchemaBuilder) -> Schema {
    let raise = Schema.mapping(Field.identity.map { ($0.name, replacing($0, isRaised: true)) })
      .and(.requiringOne(of: ReplacementReader.required))
    let transform = builder.mapping(
      "event transform",
      keys: ReplacementReader.eventKeys,
      [
        "event": .name.described("The event's new name."),
        "with": .mapping(to: .definition(ActionPlace.event.templates)).described("The event's new values."),
      ],
      atLeast: 1
    )
    return .any([
      words(VerdictReader.eventWords),
      single("transform", transform.described("Replaces the event, or edits it.")),
      single("raise", raise.described("Raises an error at the parent; placeholders are not filled in.")),
    ])
  }

  /// The schema of a member of an error that a rule makes.
  private static func replacing(_ field: Field, isRaised: Bool) -> Schema {
    let described = RecordSchema.texts[field.name] ?? field.name
    let plain = Schema.definition("plainText")
    let error = Schema.all([.definition("present"), .requiringOne(of: ReplacementReader.required), .object])
    let schema: Schema
    switch field {
    case .message, .reason, .suggestion: schema = isRaised ? plain : .definition(ActionPlace.rule.text)
    case .type, .case, .domain, .category: schema = plain
    case .code: schema = .any([.integer, plain])
    case .status: schema = .integer
    case .fatal, .cancelled: schema = .flag
    case .severity: schema = .any([.words(Severity.allCases.map { $0.name }), .integer(1...24)])
    case .is: schema = .any([plain, .list(of: .text)])
    case .underlying: schema = .any([error, .list(of: error)])
    case .problem: schema = .all([.definition("present"), .object])
    case .options:
      let option = Schema.mapping(
        [
          ("title", .text.described("The option's title.")),
          ("recovers", .definition("present").described("Whether the option recovers.")),
        ],
        required: ["title"]
      )
      schema = .any([plain, option, .list(of: .any([.text, option]))])
    case .payload: schema = .not(.any([.value(.null), .filledText.and(.text)]))
    case .time, .id, .origin, .operation, .attempt, .retryAfter, .answers, .performed, .event, .with,
      .platform,
      .attributes:
      // These members describe what happened, not what the error is.
      schema = .nothing
    }
    return schema.described(described)
  }
}
