internal import JSONSchema
internal import Records
internal import Source

/// The schema of recorded errors, one per line of a stream, and of their parts in rule files.
enum RecordSchema {
  /// The description of each member, also used for rule files.
  static let texts = [
    "time": "The time of the error: RFC 3339, or Unix seconds.",
    "id": "The record's id; default: its ordinal in the stream.",
    "origin": "Where the error was raised; selects the first responder.",
    "type": "The qualified type, such as Shop.NetworkError.",
    "case": "The enum case.",
    "payload": """
    The case's associated values, or a struct's stored properties, in order; a nested error is an object like this one.
    """,
    "is": "Superclasses and protocols.",
    "domain": "The domain, as bridged to NSError.",
    "code": "The code: an integer or a string.",
    "status": "The HTTP status.",
    "message": "The localized description.",
    "reason": "The localized failure reason.",
    "suggestion": "The localized recovery suggestion.",
    "options": "The recovery options: titles, or { title, recovers }.",
    "category": "The error's own category; overrides the rule file's categories.",
    "severity": "The severity; OpenTelemetry numbers are mapped to names.",
    "fatal": "Whether the error is fatal; default: whether its severity is fatal.",
    "cancelled": "Whether the error is a cancellation.",
    "operation": "The operation that failed.",
    "attempt": "The number of this try; 1 is the first.",
    "retryAfter": "The delay that the server asks for: a duration, or seconds.",
    "problem": "A problem document (RFC 9457) with its extension members.",
    "underlying": "The causes, the direct cause first.",
    "answers": "A person's choice for each alert: a title, an index from 0, null, or { title, after }.",
    "performed": "The result of each action with “failed”, in the order they ran: ok, failed or timeout.",
    "event": "An event raised at the origin, in place of an error.",
    "with": "The event's values.",
    "platform": "The platform whose errno numbers these are.",
    "attributes": "Everything else, by dotted name.",
    "elapsed": "The time since the first failure of the operation: a duration, or seconds.",
    "completed": "true, in place of an error: the operation ended well.",
  ]

  /// The schema, and its differences from the keys that the code reads.
  static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    let properties = RecordMember.allCases.map {
      ($0.name, type(of: $0).or(.value(.null)).described(texts[$0.name] ?? ""))
    }
    let gaps = RecordMember.allCases.filter { texts[$0.name] == nil }.map {
      "record.\($0.name) has no description"
    }
    builder.define("result", .words(PerformedResult.allCases.map { $0.name }))
    builder.define("members", .mapping(properties, others: .anything))
    let cause = Schema.definition("members").described(
      "An error like this one; its other members are its attributes.")
    builder.define("error", cause)
    let schema = builder.document(
      "errctl recorded error",
      "One error or event of a stream: a line of NDJSON. Members with other names are attributes.",
      root: Schema.all([
        .definition("members"), .requiringOne(of: Field.required.map { $0.name } + ["completed"]),
      ])
      .such(as: [#"{"time": "2026-11-20T08:15:02.120Z", "type": "Shop.NetworkError", "case": "server"}"#])
    )
    return (schema, gaps + builder.gaps)
  }

  /// An error under a rule's `examples`; as in a stream, a member of another type is an attribute.
  static func defineExample(in builder: inout SchemaBuilder) {
    let properties = Field.allCases.map { ($0.name, Schema.anything.described(texts[$0.name] ?? "")) }
    builder.define(
      "example",
      Schema.mapping(properties, others: .anything).described(
        "A recorded error; other members are attributes."
      ).and(.requiringOne(of: Field.required.map { $0.name })))
  }

  /// The type that a member must have to count as the field.
  private static func type(of member: RecordMember) -> Schema {
    switch member {
    case .field(let field): type(of: field)
    case .elapsed: .any([.duration, .number])
    case .completed: .flag
    }
  }

  private static func type(of field: Field) -> Schema {
    switch field {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event: .text
    case .time: .any([.time, .number])
    case .id, .code: .any([.text, .integer])
    case .status, .attempt: .integer
    case .fatal, .cancelled: .flag
    case .severity: .any([.words(Severity.allCases.map { $0.name }), .integer(1...24)])
    case .retryAfter: .any([.duration, .number(0...8_999_999_999_999)])
    case .platform: .words(Platform.allCases.map { $0.name })
    case .problem, .attributes, .with: .object
    case .underlying: .any([.definition("error"), .list(of: .definition("error"))])
    case .is: .any([.text, .list(of: .text)])
    case .performed:
      .any([.definition("result"), .list(of: .definition("result"))])
    case .payload, .options, .answers: .anything
    }
  }
}

extension Schema {
  static let time = text(
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[-+][0-9]{2}:[0-9]{2})$",
    "An RFC 3339 time, such as 2026-11-20T08:15:02.120Z.")
}
