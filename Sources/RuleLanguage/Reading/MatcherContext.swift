internal import Bytes
public import Source

/// What a matcher plugin may ask while its declaration is translated: lists, codes, other matchers, categories;
/// and where it reports what is wrong.
public final class MatcherContext {
  /// Where a matcher stands, which decides what it may ask.
  public enum Scope: Sendable {
    /// A rule's `when`, or a named matcher.
    case rule
    /// The `when` of the category at an index: it may ask earlier ones only.
    case category(Int)
    /// Below `underlying` or `rootCause`, or in a payload: another error's own fields.
    case nested
    /// An event rule's `when`: the event's own members only.
    case event
  }

  let vocabulary: Vocabulary
  /// Where the matcher stands.
  public let scope: Scope
  /// The mapping that the matcher's key stands in.
  public let siblings: [Node.Member]

  init(vocabulary: Vocabulary, scope: Scope, siblings: [Node.Member]) {
    self.vocabulary = vocabulary
    self.scope = scope
    self.siblings = siblings
  }

  /// Reports a problem; the rule file will not compile if it is an error.
  public func report(_ diagnostic: Diagnostic) {
    vocabulary.diagnostics.report(diagnostic)
  }

  /// What a nested matcher (a mapping) means.
  public func condition(of node: Node, scope: Scope? = nil) -> Condition? {
    vocabulary.condition(of: node, scope: scope ?? self.scope)
  }

  /// The values that a value stands for: itself, a list's elements, and in place of `$name` that list's.
  /// Nil once an unknown list is reported.
  public func values(of node: Node) -> [Node]? {
    values(of: node, literally: false)
  }

  private func values(of node: Node, literally: Bool) -> [Node]? {
    guard let elements = node.elements else { return literally ? [node] : vocabulary.expanded(node) }
    guard !elements.isEmpty else {
      report(.wrongValue(node, "This list is empty, so it can't match. Write at least one value."))
      return nil
    }
    guard !literally else { return elements }
    var values: [Node] = []
    var complete = true
    for element in elements {
      if let expanded = vocabulary.expanded(element) { values += expanded } else { complete = false }
    }
    return complete ? values : nil
  }

  /// A condition that holds where one of the values does, by `translate`; nil once a fault is reported.
  public func any(of node: Node, _ translate: (Node) -> Condition?) -> Condition? {
    any(of: node, literally: false, translate)
  }

  /// The same; where it is `literally` what stands there, `$name` is no list.
  func any(of node: Node, literally: Bool, _ translate: (Node) -> Condition?) -> Condition? {
    guard let values = values(of: node, literally: literally) else { return nil }
    var conditions: [Condition] = []
    var complete = true
    for value in values {
      if let condition = translate(value) { conditions.append(condition) } else { complete = false }
    }
    guard complete else { return nil }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  /// Where a condition comes from, for explanations.
  public func source(_ node: Node) -> Condition.Source {
    Condition.Source(node.range, expected: node.oneLine)
  }
}

extension Diagnostic {
  /// A plugin that means nothing by a value and does not say why.
  static func silentPlugin(_ member: Node.Member) -> Diagnostic {
    .wrongValue(
      member.value,
      "The plugin behind “\(member.key)” rejects this value without a reason. Ask the plugin's author."
    )
  }
}
