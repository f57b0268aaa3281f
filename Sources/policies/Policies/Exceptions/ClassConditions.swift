internal import Source

/// Conditions that ask for classes of exceptions. Classes with many names become named matchers of the rule file.
struct ClassConditions {
  /// A class that a policy names.
  struct Class {
    let name: Setting<String>
    /// The names of the class and of those below it, as `type` has them.
    var patterns: [String] = []
    /// The condition that stands in place of the names.
    var condition: ImportedValue?
  }

  private(set) var matchers: [(key: String, value: ImportedValue)] = []
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
  mutating func condition(of classes: [Class], at place: SourceRange) -> ImportedValue {
    var names: [ImportedValue] = []
    var references: [ImportedValue] = []
    for item in classes {
      let patterns = item.patterns.map { pattern in
        let misleads = pattern != item.name.value && Self.misleading.contains(pattern)
        return ImportedValue.text(misleads ? "\(pattern)*" : pattern).at(item.name.place)
      }
      if item.condition == nil, patterns.count <= Self.most {
        names += patterns
      } else {
        let condition = (item.condition ?? ["type": .list(patterns)]).at(item.name.place)
        references.append(.text(matcher(item.name.value, condition)).at(item.name.place))
      }
    }
    var alternatives: [ImportedValue] = []
    if !references.isEmpty { alternatives.append(["matcher": .oneOf(references)]) }
    if !names.isEmpty { alternatives.append(["type": .oneOf(names)]) }
    return .any(of: alternatives).at(place)
  }

  /// The name of the matcher for a class.
  private mutating func matcher(_ name: String, _ condition: ImportedValue) -> String {
    if let id = known[name] { return id }
    let id = ids.id(name.split(separator: ".").last.map { String($0) } ?? name)
    known[name] = id
    matchers.append((id, condition))
    return id
  }
}
