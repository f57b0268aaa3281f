import Checks
import RuleEngine

/// A rule file in memory, compiled and checked.
struct CheckedText {
  let compilation: RuleSet.Compilation
  let findings: [Diagnostic]

  init(
    _ text: String,
    name: String = "rules.yaml",
    checks: [any Check] = CheckList.all,
    settings: CheckSettings = CheckSettings()
  ) {
    compilation = RuleSet.compile(name: name, bytes: Array(text.utf8))
    findings = CheckRun(checks: checks, settings: settings).findings(of: compilation)
  }

  /// The findings of one code, as `line:column severity message`.
  func lines(_ code: String) -> [String] {
    findings.filter { $0.code == code }.map {
      "\($0.range.start.line):\($0.range.start.column) \($0.severity.rawValue) \($0.message)"
    }
  }
}
