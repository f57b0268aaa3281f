public import Foundation

/// A recorded error, as rule files and `errctl replay` read it; docs/reference/recording.md lists the source
/// of each field.
///
/// Its texts are ready to be written: secrets are hidden, lengths are bounded.
public struct RecordedError: Sendable, Hashable {
  /// The result of an action.
  public enum Performed: String, Sendable, Hashable, CaseIterable {
    case ok, failed, timeout
  }

  /// The severity of an error.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical, fatal
  }

  /// The platform of a record's errno numbers.
  public enum Platform: String, Sendable, Hashable {
    case darwin, linux

    /// The current platform.
    public static var current: Platform {
      #if canImport(Darwin)
        .darwin
      #else
        .linux
      #endif
    }
  }

  /// A recovery option of the error.
  public struct Option: Sendable, Hashable {
    /// The title of its button.
    public var title: String
    /// Whether choosing it recovers; nil if the error can't know, which counts as no.
    public var recovers: Bool?

    /// An option with its title.
    public init(title: String, recovers: Bool? = nil) {
      self.title = title
      self.recovers = recovers
    }
  }

  /// The time it was raised.
  public var time: Date?
  /// The record's id.
  public var id: String?
  /// The origin: where it was raised.
  public var origin: String?
  /// The dynamic type with its module: `Shop.NetworkError`.
  public var type: String?
  /// The enum case's name; nil for any other type.
  public var `case`: String?
  /// The case's associated values, in order; a nested error is an object like a record.
  public var payload: [JSONValue] = []
  /// The superclasses, the nearest first, then the known protocols.
  public var `is`: [String] = []
  /// The domain of the error as an NSError.
  public var domain: String?
  /// The code of the error as an NSError.
  public var code: Int?
  /// The HTTP status.
  public var status: Int?
  /// The localized description.
  public var message: String?
  /// The localized failure reason.
  public var reason: String?
  /// The localized recovery suggestion.
  public var suggestion: String?
  /// The recovery options.
  public var options: [Option] = []
  /// The error's own category.
  public var category: String?
  /// The severity.
  public var severity: Severity?
  /// Whether the error is fatal.
  public var fatal: Bool?
  /// True if work was cancelled, or nil.
  public var cancelled: Bool?
  /// The operation that failed.
  public var operation: String?
  /// The number of this try; the first is 1.
  public var attempt: Int?
  /// The requested delay.
  public var retryAfter: Duration?
  /// The time since the first failure of the operation.
  public var elapsed: Duration?
  /// The error's problem document.
  public var problem: Problem?
  /// The causes, the direct cause first; each cause's own causes follow it.
  public var underlying: [RecordedError] = []
  /// A person's choices, in order.
  public var answers: [JSONValue] = []
  /// The result of each action whose failure has a verdict, in the order they ran.
  public var performed: [Performed] = []
  /// The platform of the errno numbers.
  public var platform: Platform?
  /// Further attributes, in the order they are written.
  public var attributes: [JSONValue.Member] = []

  /// An empty record.
  public init() {}
}
