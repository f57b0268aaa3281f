import Policies
import RuleEngine

/// A policy of another system, compiled as a rule file.
func compiled(_ text: String, name: String = "policy.json") -> RuleSet.Compilation {
  var registry = Registry()
  registry.policyFormats = BuiltInPolicies.all
  return RuleSet.compile(name: name, bytes: Array(text.utf8), registry: registry)
}

/// What is found in it, with line and column.
func findings(_ text: String) -> [String] {
  compiled(text).diagnostics.map {
    "\($0.range.start.line):\($0.range.start.column) \($0.code): \($0.message)"
  }
}
