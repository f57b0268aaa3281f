package import Records

/// The unit, scale or notation of a document's value.
package enum ValueEncoding: String, Sendable, CaseIterable, BitwiseCopyable {
  /// A text; a number or boolean as written; the first text of a list.
  case text
  /// A list of byte values, or a text.
  case bytes
  /// The last part of a dotted or slashed name.
  case lastPart
  /// RFC 3339, or similar: a space for the `T`, a comma before the fraction, `+0200`, no zone (UTC).
  case time
  /// Unix time in a unit, as a number or a text of digits.
  case seconds, milliseconds, microseconds, nanoseconds
  /// Unix time in a unit inferred from its size: below 1e11 seconds, 1e14 milliseconds, 1e17 microseconds.
  case epoch
  /// A severity word of common loggers, in any case, or an OpenTelemetry number.
  case severity
  /// A syslog severity, 0 (emergency) to 7 (debug).
  case syslog
  /// A syslog priority, which combines facility and severity (RFC 5424 section 6.2.1).
  case priority
  /// A level of Bunyan and pino, 10 (trace) to 60 (fatal).
  case bunyan
  /// A level of Python, 10 (debug) to 50 (critical).
  case python
  /// A word, or a number: 10, 20 … 60 as in Bunyan and pino, others as in OpenTelemetry.
  case level
  /// The status of an HTTP response, 200 to 599; as a severity, 5xx are errors, 4xx warnings.
  case http
  /// Or a text of digits.
  case integer
  /// The tries before this one: an attempt is one more.
  case retries
  case code
  /// Or `true` and `false` as text.
  case boolean
  case json

  package init(of field: Field) {
    switch field {
    case .time: self = .time
    case .severity: self = .severity
    case .status, .attempt: self = .integer
    case .code, .id: self = .code
    case .fatal, .cancelled: self = .boolean
    case .payload, .is, .options, .problem, .underlying, .answers, .performed, .with, .attributes:
      self = .json
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event,
      .retryAfter, .platform:
      self = .text
    }
  }

  /// Values of this reading have the field's type.
  package func fits(_ field: Field) -> Bool {
    let own = ValueEncoding(of: field)
    switch self {
    case .text, .bytes, .lastPart: return own == .text || own == .code
    case .time, .epoch, .nanoseconds, .microseconds: return field == .time
    case .seconds, .milliseconds: return field == .time || field == .retryAfter
    case .http: return field == .severity || field == .status
    case .severity, .syslog, .bunyan, .python, .level, .priority: return field == .severity
    case .integer: return own == .integer || own == .code
    case .retries: return field == .attempt
    case .code: return own == .code
    case .boolean: return own == .boolean
    case .json: return own == .json
    }
  }
}
