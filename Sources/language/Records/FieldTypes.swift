internal import Bytes

extension Field {
  private static func bits(_ fields: [Field]) -> UInt64 { fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

  private static let anyText = bits([
    .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event, .id, .code,
    .is, .performed,
    .payload, .options, .answers,
  ])
  private static let anyInteger = bits([.id, .code, .status, .attempt, .payload, .options, .answers])
  private static let anyObject = bits([
    .problem, .attributes, .with, .underlying, .payload, .options, .answers,
  ])
  private static let anyArray = bits([.underlying, .is, .payload, .options, .answers, .performed])

  /// Whether every value of a kind has the field's type; if not, the value must be checked.
  func accepts(_ kind: JSONEntry.Kind) -> Bool {
    let fields: UInt64 =
      switch kind {
      case .string: Self.anyText
      case .integer: Self.anyInteger
      case .object: Self.anyObject
      case .array: Self.anyArray
      case .null, .false, .true, .decimal: 0
      }
    return fields & 1 << UInt64(rawValue) != 0
  }

  /// Whether a recorded value has the field's type; if not, it is an attribute.
  package func accepts(_ value: Value) -> Bool {
    switch self {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event:
      value.kind == .string
    case .time:
      Timestamp(value) != nil
    case .id, .code:
      value.kind == .string || value.isInteger || value.kind == .decimal && WholeNumber(value.text) != nil
    case .status, .attempt:
      value.asWhole.kind == .integer
    case .fatal, .cancelled:
      value.kind == .bool
    case .severity:
      switch value.asWhole.kind {
      case .string: Severity(word: value.text) != nil
      case .integer: Severity(number: Int64(bitPattern: value.asWhole.bits)) != nil
      case .missing, .null, .bool, .decimal, .array, .object: false
      }
    case .retryAfter:
      TimeSpan(value) != nil
    case .platform:
      value.kind == .string && (value.text == "darwin" || value.text == "linux")
    case .problem, .attributes, .with:
      value.kind == .object
    case .underlying:
      value.kind == .object || value.kind == .array
    case .is, .performed:
      value.kind == .string || value.kind == .array
    case .payload, .options, .answers:
      true
    }
  }
}

extension Timestamp {
  /// The time of a record's value: RFC 3339, or Unix seconds as a number; nil for any other value.
  init?(_ value: Value) {
    var day = Day()
    self.init(value, &day)
  }

  /// The same, faster if it is on the day of the last time.
  init?(_ value: Value, _ day: inout Day) {
    switch value.kind {
    case .string: self.init(value.text, &day)
    case .integer, .decimal:
      guard let number = value.number else { return nil }
      self.init(unixSeconds: number.double)
    case .missing, .null, .bool, .array, .object: return nil
    }
  }
}

extension Field {
  package var expectation: String {
    switch self {
    case .type, .case, .domain, .message, .reason, .suggestion, .category, .origin, .operation, .event:
      "a text"
    case .code, .id: "an integer or a text"
    case .status, .attempt: "an integer"
    case .fatal, .cancelled: "true or false"
    case .severity: "one of \(Severity.allCases.map { $0.name }.joined(separator: ", "))"
    case .is: "a list of type names"
    case .underlying:
      "an error (a mapping with a type, domain, message, status or problem), or a list of them"
    case .options: "a list of titles, or of { title, recovers }"
    case .problem, .attributes, .with: "a mapping"
    case .payload, .answers: "a list of values"
    case .performed: "a list of ok, failed and timeout"
    case .time: "an RFC 3339 time"
    case .retryAfter: "a duration such as 200ms"
    case .platform: "darwin or linux"
    }
  }
}
