internal import Reasoning
internal import RuleEngine

/// Conditions that checks ask about.
enum Asked {
  /// An error of a type, by its name as a contract has it.
  static func type(_ name: Named) -> Condition {
    let comparison: Comparison =
      name.text.contains("*") ? .typeGlob(name.text, exactly: false) : .typeName(name.text, exactly: false)
    return .compare(.field(.type), comparison, Condition.Source(name.range, expected: name.text))
  }

  /// Whether two names may be of one type, by whole components from the right.
  static func means(_ name: String, _ other: String) -> Bool {
    name == other || name.hasSuffix(".\(other)") || other.hasSuffix(".\(name)")
  }
}
