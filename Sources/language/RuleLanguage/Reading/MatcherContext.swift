internal import Bytes
internal import Records
public import Source

/// The services for a matcher plugin while its declaration is translated, and its way to report faults.
public final class MatcherContext {
  /// The place of a matcher, which decides what it may match.
  public enum Scope: Sendable {
    /// A rule's `when`, or a named matcher.
    case rule
    /// The `when` of the category at an index, which may use earlier categories only.
    case category(Int)
    /// The `when` of an entry of `defaults.unwrap`: the error has no category yet.
    case unwrap
    /// The `when` of a breaker: nothing that depends on other errors, or on code.
    case breaker
    /// Another error's own fields: below `underlying`, `rootCause`, `inside` or in a payload.
    case nested
    /// An event rule's `when`: the event's own members only.
    case event
  }

  let vocabulary: Vocabulary
  /// The place of the matcher.
  public let scope: Scope
  /// The mapping that contains the matcher's key.
  public let siblings: [Node.Member]

  init(vocabulary: Vocabulary, scope: Scope, siblings: [Node.Member]) {
    self.vocabulary = vocabulary
    self.scope = scope
    self.siblings = siblings
  }

  /// Reports a finding; with an error, the rule file does not compile.
  public func report(_ diagnostic: Diagnostic) {
    vocabulary.diagnostics.report(diagnostic)
  }

  /// The condition of a nested matcher (a mapping); nil if a fault was reported.
  public func condition(of node: Node, scope: Scope? = nil) -> Condition? {
    vocabulary.condition(of: node, scope: scope ?? self.scope)
  }

  /// The node itself, or a list's elements, with `$name` replaced by that list; nil if it is unknown, which
  /// is reported.
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

  /// A condition that holds if one of the values satisfies `translate`; nil if a fault was reported.
  public func any(of node: Node, _ translate: (Node) -> Condition?) -> Condition? {
    any(of: node, literally: false, translate)
  }

  /// - Parameter literally: whether `$name` is a text, and not a list.
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

  /// The struct that `type` and `code` of this mapping mean by the names of Swift.
  var bridgedStruct: BridgedStruct? {
    BridgedStruct.meant(by: siblings) { value in
      let nodes = value.elements ?? (value.isSingle ? [value] : [])
      return nodes.flatMap { vocabulary.scalars(of: $0) }
    }
  }

  /// The condition for the domain of a struct.
  func isDomain(of type: BridgedStruct, _ node: Node) -> Condition {
    .compare(.field(.domain), .name(type.domain), Condition.Source(node.range, expected: type.domain))
  }

  /// The condition for a member's code in the domain of its struct; nil if it has none of that name.
  func isCode(_ member: String, of type: BridgedStruct, _ node: Node) -> Condition? {
    guard let symbol = type.symbol(of: member) else { return nil }
    let source = Condition.Source(node.range, expected: symbol)
    let own = vocabulary.codes[type.domain]?.codes[symbol]
    return own?.condition(of: symbol, source: source)
      ?? FrameworkCodes.of(type.domain)?.condition(of: symbol, source: source)
  }

  /// The source of a condition, for explanations.
  public func source(_ node: Node) -> Condition.Source {
    Condition.Source(node.range, expected: node.oneLine)
  }
}

extension Diagnostic {
  static func silentPlugin(_ member: Node.Member) -> Diagnostic {
    .wrongValue(
      member.value,
      "The plugin behind “\(member.key)” rejects this value without a reason. Ask the plugin's author.")
  }
}
