internal import Source

/// Conditions that ask for classes of exceptions. Classes with many names become named matchers of the rule file.
struct ClassConditions {
  /// A class that a policy names.
  struct Class {
    let name: Node
    /// The names of the class and of those below it, as `type` has them.
    var patterns: [String] = []
    /// In place of the names.
    var condition: Node?
  }

  private(set) var matchers: [(String, Node)] = []
  private var known: [String: String] = [:]
  private var ids = RuleIDs()

  private static let most = 4

  /// Classes that are named like errors which never succeed, below others that are worth a retry. A star keeps the checks from
  /// objecting to a name that the policy does not have.
  private static let misleading: Set<String> = [
    "java.io.UnsupportedEncodingException", "java.net.MalformedURLException",
    "requests.exceptions.ChunkedEncodingError", "requests.exceptions.ContentDecodingError",
  ]

  /// The value of a `when` that holds for each of these classes.
  mutating func condition(of classes: [Class], at place: SourceRange) -> Node {
    var names: [Node] = []
    var references: [Node] = []
    for item in classes {
      let place = item.name.range
      let patterns = item.patterns.map { pattern in
        let misleads = pattern != item.name.text && Self.misleading.contains(pattern)
        return Node.text(misleads ? "\(pattern)*" : pattern, at: place)
      }
      if item.condition == nil, patterns.count <= Self.most {
        names += patterns
      } else {
        let condition = item.condition ?? .mapping([("type", .list(patterns, at: place))], at: place)
        references.append(.text(matcher(item.name.text, condition), at: place))
      }
    }
    var alternatives: [Node] = []
    if !references.isEmpty {
      alternatives.append(.mapping([("matcher", .oneOf(references, at: place))], at: place))
    }
    if !names.isEmpty { alternatives.append(.mapping([("type", .oneOf(names, at: place))], at: place)) }
    return .any(of: alternatives, at: place)
  }

  /// The name of the matcher for a class.
  private mutating func matcher(_ name: String, _ condition: Node) -> String {
    if let id = known[name] { return id }
    let id = ids.id(name.split(separator: ".").last.map { String($0) } ?? name)
    known[name] = id
    matchers.append((id, condition))
    return id
  }
}

extension Node {
  /// A condition that holds if one of these holds.
  static func any(of conditions: [Node], at place: SourceRange) -> Node {
    conditions.count == 1 ? conditions[0] : .mapping([("any", .list(conditions, at: place))], at: place)
  }
}
