public import Source

/// A set of matchers, actions, questions and performances that enter the language together.
public protocol Plugin: Sendable {
  /// The keys it adds below `when`.
  var matchers: [any MatcherPlugin] { get }
  /// The keys it adds below `do`.
  var actions: [any ActionPlugin] { get }
  /// The questions it answers by name, below `custom`.
  var customs: [CustomQuestion] { get }
  /// What it does by name, below `perform`.
  var performs: [String] { get }
}

extension Plugin {
  /// No matcher.
  public var matchers: [any MatcherPlugin] { [] }
  /// No action.
  public var actions: [any ActionPlugin] { [] }
  /// No question.
  public var customs: [CustomQuestion] { [] }
  /// Nothing.
  public var performs: [String] { [] }
}

/// A key below `when`: what it accepts, what it means, and the text that help and reference show for it.
public protocol MatcherPlugin: Sendable {
  /// The key as a rule file writes it.
  var key: String { get }
  /// One line for help and reference pages.
  var summary: String { get }
  /// Uses of the key with errors that match and errors that do not; they are tests too.
  var examples: [MatcherExample] { get }
  /// What the value means, or nil once the reason why it means nothing is reported to `context`.
  func condition(for value: Node, in context: MatcherContext) -> Condition?
}

/// One use of a matcher.
public struct MatcherExample: Sendable {
  /// The matcher as JSON, such as `{"status": "5xx"}`.
  public let when: String
  /// Errors, as JSON, that it matches.
  public let matches: [String]
  /// Errors, as JSON, that it does not match.
  public let doesNotMatch: [String]

  /// A use of a matcher.
  public init(when: String, matches: [String], doesNotMatch: [String]) {
    self.when = when
    self.matches = matches
    self.doesNotMatch = doesNotMatch
  }
}

/// A key below `do`: what it accepts and what a replay shows of it.
public protocol ActionPlugin: Sendable {
  /// The key as a rule file writes it.
  var key: String { get }
  /// One line for help and reference pages.
  var summary: String { get }
  /// Other keys that may stand beside it in the action's mapping.
  var companions: [String] { get }
  /// Uses of the key, as JSON actions; they are tests too.
  var examples: [String] { get }
  /// The action as compiled, or nil once the reason why it is none is reported to `context`.
  func action(for members: [Node.Member], in context: ActionContext) -> Action?
}

extension ActionPlugin {
  /// None.
  public var companions: [String] { [] }
}
