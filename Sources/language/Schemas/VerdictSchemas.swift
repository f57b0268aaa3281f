internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

enum VerdictSchemas {
  static func define(in builder: inout SchemaBuilder) {
    defineRetry(in: &builder)
    builder.define("transform", transform(&builder))
    builder.define("emission", builder.mapping(VerdictReader.emitKeys))
    let path = Schema.text(
      "^(underlying|payload\\.(0|[1-9][0-9]*))$", "payload.0 (or another index), or underlying."
    ).such(as: [#""payload.0""#, #""underlying""#])
    builder.define("unwrapPath", path)
    let kinds = VerdictReader.kindKeys
    let replacing =
      kinds.named("transform", "unwrap").map { single($0, in: &builder) } + [.definition("emission")]
    let words = Self.words(VerdictReader.wordKeys)
    let budgets = kinds.named("retry").map { single($0, in: &builder) }
    builder.define("verdict", .any([words] + budgets + replacing))
    // A button's retry is a person's choice and has no budget.
    builder.define("buttonVerdict", .any([words] + replacing))
    let raise = raise
    let events = VerdictReader.eventKindKeys.map { key in
      let schema = key.name == "raise" ? raise : builder.mapping(ReplacementReader.eventKeys, atLeast: 1)
      return single(key, schema, in: &builder)
    }
    builder.define("eventVerdict", .any([Self.words(VerdictReader.eventWordKeys)] + events))
    builder.define("failureVerdict", words)
    builder.define("eventFailureVerdict", Self.words(VerdictReader.eventWordKeys))
  }

  /// One of these verdicts, each explained in an editor's completion.
  private static func words(_ keys: [Key]) -> Schema {
    .words(keys.names).explained(keys.map { $0.meaning })
  }

  private static func single(_ key: Key, _ schema: Schema? = nil, in builder: inout SchemaBuilder) -> Schema {
    .mapping([builder.member(key, schema)], required: [key.name])
  }

  private static func defineRetry(in builder: inout SchemaBuilder) {
    let counted = ["retries", "tries", "within", "per", "window"]
    let quota = builder.mapping(RetryReader.quotaKeys).and(
      .any([
        .requiring("retries", "within"), .requiring("tries", "within"), .requiring("tokens", "ratio"),
        .requiring("of"),
      ]),
      .not(.all([.requiring("tries"), .requiringOne(of: ["retries", "window"])])),
      .not(.all([.requiringOne(of: counted), .requiringOne(of: ["tokens", "ratio"])])),
      .not(.all([.requiringOne(of: counted + ["tokens", "ratio"]), .requiringOne(of: ["of", "cost"])])))
    let jitter = Schema.any([
      .words(RetryReader.jitterWords), .number(0...1), builder.mapping(RetryReader.jitterKeys),
    ])
    let backoff = builder.mapping(
      RetryReader.backoffKeys, ["jitter": jitter, "delays": .list(of: .duration, atLeast: 1)]
    ).and(.not(.all([.requiring("delays"), .requiringOne(of: ["initial", "multiplier"])])))
    let wish = Schema.any([.words(RetryReader.uses), builder.mapping(RetryReader.retryAfterKeys)])
    builder.define(
      "retry",
      builder.mapping(
        RetryReader.keys,
        [
          "backoff": backoff, "retryAfter": wish,
          "deadline": .any([.lastingDuration, .words(["none"])]), "quota": .any([quota, .words(["none"])]),
        ]))
  }

  private static func transform(_ builder: inout SchemaBuilder) -> Schema {
    let members = Field.identity.map { ($0.name, replacing($0, isRaised: false)) }
    let transform = Schema.mapping(members + [builder.member(ReplacementReader.wrap)], atLeast: 1)
    let wraps = Schema.all([.requiring("wrap"), .having(["wrap": .value(.made(true))])])
    return transform.and(
      .not(.value(.made([("wrap", .made(false))]))), .not(.all([wraps, .requiring("underlying")])))
  }

  private static var raise: Schema {
    Schema.mapping(Field.identity.map { ($0.name, replacing($0, isRaised: true)) })
      .and(.requiringOne(of: ReplacementReader.required))
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
