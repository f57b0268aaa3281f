public import Foundation

/// What happened, beside the error itself: where, when, and while trying what.
public struct ErrorOccurrence: Sendable {
  /// When it was raised.
  public var time: Date?
  /// The record's own name; without one, readers count.
  public var id: String?
  /// Where it was raised, dotted: finds the responder that is asked first.
  public var origin: String?
  /// How much it matters, where the code that raised it knows.
  public var severity: RecordedError.Severity?
  /// Whether the program cannot go on; nil means that `severity` is `fatal`.
  public var isFatal: Bool?
  /// What was being tried.
  public var operation: String?
  /// Which try this was; the first is 1.
  public var attempt: Int?
  /// How long the other side asked to wait; negative counts as zero, fractions of a millisecond are dropped.
  public var retryAfter: Duration?
  /// What a person chose in the alerts this error led to, in order: a title, an index, or null.
  public var answers: [JSONValue]
  /// Everything else, by name.
  public var attributes: [String: JSONValue]

  /// An occurrence.
  public init(
    time: Date? = nil,
    id: String? = nil,
    origin: String? = nil,
    severity: RecordedError.Severity? = nil,
    isFatal: Bool? = nil,
    operation: String? = nil,
    attempt: Int? = nil,
    retryAfter: Duration? = nil,
    answers: [JSONValue] = [],
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
    self.answers = answers
    self.attributes = attributes
  }
}
