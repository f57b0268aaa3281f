internal import Records
internal import Reasoning
internal import RuleLanguage
internal import Source

enum SampleConditions {
  /// Named as in a contract.
  static func type(_ name: Named) -> Condition {
    let comparison: Comparison =
      name.text.contains("*") ? .typeGlob(name.text, exactly: false) : .typeName(name.text, exactly: false)
    return .compare(.field(.type), comparison, Condition.Source(name.range, expected: name.text))
  }

  /// Two names may mean one type: whole components are compared from the right.
  static func means(_ name: String, _ other: String) -> Bool {
    name == other || name.hasSuffix(".\(other)") || other.hasSuffix(".\(name)")
  }
}
