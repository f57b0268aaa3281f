public import Source

/// Matchers, actions, questions and performances that extend the language together.
public protocol Plugin: Sendable {
  /// The keys it adds below `when`.
  var matchers: [AnyMatcherPlugin] { get }
  /// The keys it adds below `do`.
  var actions: [AnyActionPlugin] { get }
  /// The questions it answers, by name, below `custom`.
  var customs: [CustomQuestion] { get }
  /// The names it handles below `perform`.
  var performs: [String] { get }
}

extension Plugin {
  /// The default: the plugin adds no matcher.
  public var matchers: [AnyMatcherPlugin] { [] }
  /// The default: the plugin adds no action.
  public var actions: [AnyActionPlugin] { [] }
  /// The default: the plugin answers no question.
  public var customs: [CustomQuestion] { [] }
  /// The default: the plugin handles no name.
  public var performs: [String] { [] }
}

/// A key below `when`: its values, their meaning, and its text in help and reference.
public protocol MatcherPlugin: Sendable {
  /// Its name in a rule file.
  var key: String { get }
  /// One line for help and reference pages.
  var summary: String { get }
  /// Uses of the key with errors that match and errors that do not; they run as tests.
  var examples: [MatcherExample] { get }
  /// The condition of a value, or nil after reporting a fault to `context`.
  func condition(for value: Node, in context: MatcherContext) -> Condition?
}

/// An example of a matcher.
public struct MatcherExample: Sendable {
  /// The matcher as JSON, such as `{"status": "5xx"}`.
  public let when: String
  /// Errors, as JSON, that it matches.
  public let matches: [String]
  /// Errors, as JSON, that it does not match.
  public let doesNotMatch: [String]

  /// An example with errors that do and do not match.
  public init(when: String, matches: [String], doesNotMatch: [String]) {
    self.when = when
    self.matches = matches
    self.doesNotMatch = doesNotMatch
  }
}

/// A key below `do`: its values, and its form in a resolution.
public protocol ActionPlugin: Sendable {
  /// Its name in a rule file.
  var key: String { get }
  /// One line for help and reference pages.
  var summary: String { get }
  /// Other keys that are allowed beside it in the action's mapping.
  var companions: [String] { get }
  /// Whether `failed` and `limit` are allowed beside it, because it is code that may fail.
  var mayFail: Bool { get }
  /// Uses of the key, as JSON actions; they run as tests.
  var examples: [String] { get }
  /// The compiled action, or nil after reporting a fault to `context`.
  func action(for members: [Node.Member], in context: ActionContext) -> Action?
}

extension ActionPlugin {
  /// The default: no other key is allowed beside the action's own.
  public var companions: [String] { [] }
  /// The default: `failed` and `limit` are allowed.
  public var mayFail: Bool { true }
}
