public import Foundation

/// One recorded error, as rule files and `errctl replay` read it; docs/reference/recording.md says where each field comes from.
///
/// Its texts are ready to be written: secrets are hidden, lengths are bounded.
public struct RecordedError: Sendable, Hashable {
  /// How much an error matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical, fatal
  }

  /// Whose errno numbers a record holds.
  public enum Platform: String, Sendable, Hashable {
    case darwin, linux

    /// The platform this program runs on.
    public static var current: Platform {
      #if canImport(Darwin)
        .darwin
      #else
        .linux
      #endif
    }
  }

  /// A way out that the error offers.
  public struct Option: Sendable, Hashable {
    /// What the button says.
    public var title: String
    /// Whether choosing it recovers; nil where the error could not say, which reads as no.
    public var recovers: Bool?

    /// A way out.
    public init(title: String, recovers: Bool? = nil) {
      self.title = title
      self.recovers = recovers
    }
  }

  /// When it was raised.
  public var time: Date?
  /// The record's own name.
  public var id: String?
  /// Where it was raised.
  public var origin: String?
  /// The dynamic type with its module: `Shop.NetworkError`.
  public var type: String?
  /// The enum case's name, and nothing for any other type.
  public var `case`: String?
  /// The case's associated values in order; a nested error is an object like a record.
  public var payload: [JSONValue] = []
  /// The superclasses, the nearest first, then the known protocols.
  public var `is`: [String] = []
  /// The domain of the error as an NSError.
  public var domain: String?
  /// The code of the error as an NSError.
  public var code: Int?
  /// The HTTP status.
  public var status: Int?
  /// What went wrong, for people.
  public var message: String?
  /// Why, for people.
  public var reason: String?
  /// What to do, for people.
  public var suggestion: String?
  /// The ways out that the error offers.
  public var options: [Option] = []
  /// The category the error names itself.
  public var category: String?
  /// How much it matters.
  public var severity: Severity?
  /// Whether the program cannot go on.
  public var fatal: Bool?
  /// Whether work was cancelled: true, or nothing.
  public var cancelled: Bool?
  /// What was being tried.
  public var operation: String?
  /// Which try this was; the first is 1.
  public var attempt: Int?
  /// How long the other side asked to wait.
  public var retryAfter: Duration?
  /// The problem document that came with it.
  public var problem: Problem?
  /// The causes, the direct cause first; each cause's own causes follow it.
  public var underlying: [RecordedError] = []
  /// What a person chose, in order.
  public var answers: [JSONValue] = []
  /// Whose errno numbers these are.
  public var platform: Platform?
  /// Everything else, in the order it is written.
  public var attributes: [JSONValue.Member] = []

  /// A record that says nothing yet.
  public init() {}
}
