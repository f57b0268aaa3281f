public import Foundation

/// The circumstances of an error: origin, time, operation.
public struct ErrorOccurrence: Sendable {
  /// The time it was raised.
  public var time: Date?
  /// The record's id; without one, readers use the ordinal.
  public var id: String?
  /// The dotted origin, which selects the first responder.
  public var origin: String?
  /// The severity, if the code that raised it knows.
  public var severity: RecordedError.Severity?
  /// Whether the error is fatal; nil: whether `severity` is `fatal`.
  public var isFatal: Bool?
  /// The operation that failed.
  public var operation: String?
  /// The number of this try; the first is 1.
  public var attempt: Int?
  /// The requested delay; negative values count as zero, fractions of a millisecond are dropped.
  public var retryAfter: Duration?
  /// The time since the first failure of the operation; negative values count as zero, fractions of a millisecond are
  /// dropped.
  public var elapsed: Duration?
  /// A person's choices in the alerts of this error, in order: a title, an index, or null.
  public var answers: [JSONValue]
  /// The result of each action whose failure has a verdict, in the order they ran.
  public var performed: [RecordedError.Performed]
  /// Further attributes, by name.
  public var attributes: [String: JSONValue]

  /// An occurrence, of which everything unknown is left out.
  public init(
    time: Date? = nil, id: String? = nil, origin: String? = nil, severity: RecordedError.Severity? = nil,
    isFatal: Bool? = nil, operation: String? = nil, attempt: Int? = nil, retryAfter: Duration? = nil,
    elapsed: Duration? = nil, answers: [JSONValue] = [], performed: [RecordedError.Performed] = [],
    attributes: [String: JSONValue] = [:]
  ) {
    self.time = time
    self.id = id
    self.origin = origin
    self.severity = severity
    self.isFatal = isFatal
    self.operation = operation
    self.attempt = attempt
    self.retryAfter = retryAfter
    self.elapsed = elapsed
    self.answers = answers
    self.performed = performed
    self.attributes = attributes
  }
}
