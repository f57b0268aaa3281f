import Checks
import Edits
import RuleEngine
import Source

/// A rule file in YAML, and in JSON where it begins with a brace: compiled, checked, formatted, converted.
struct RuleFileTarget: FuzzTarget {
  private let run = CheckRun()
  private let limits = FuzzLimits.files

  init(root: String) {}

  func check(_ input: [UInt8]) {
    check(input, "rules.yaml")
    if input.first == UInt8(ascii: "{") { check(input, "rules.json") }
  }

  private func check(_ input: [UInt8], _ name: String) {
    let compilation = RuleSet.compile(name: name, bytes: input, limits: limits)
    let findings = run.findings(of: compilation)
    Findings.check(findings)
    require(compilation.chain == nil || !compilation.hasErrors, "a faulty file has a chain")
    for layout in [Formatter.Layout.kept, .canonical] { format(input, name, layout, compilation) }
    let converted = Converter(limits: limits).convert(name: name, bytes: input)
    Findings.check(converted.diagnostics)
    // Aliases and indentation may make it longer than a file may be.
    if let text = converted.text, text.utf8.count <= limits.ruleFileBytes {
      let other = RuleSet.compile(
        name: name == "rules.yaml" ? "rules.json" : "rules.yaml", bytes: Array(text.utf8), limits: limits)
      require(
        (other.chain == nil) == (compilation.chain == nil),
        "a converted file is no longer as usable as before")
    }
  }

  /// Formatted, it compiles to what it did, and formatting it again changes nothing.
  private func format(
    _ input: [UInt8], _ name: String, _ layout: Formatter.Layout, _ compilation: RuleSet.Compilation
  ) {
    let formatter = Formatter(limits: limits, layout: layout)
    let result = formatter.format(name: name, bytes: input)
    Findings.check(result.diagnostics)
    guard let text = result.text, text.count <= limits.ruleFileBytes else { return }
    let again = formatter.format(name: name, bytes: text)
    require(again.text == text, "a formatted file (\(layout)) is not at rest")
    let formatted = RuleSet.compile(name: name, bytes: text, limits: limits)
    // The findings of faulty files are about their layout, too.
    require(
      compilation.hasErrors == formatted.hasErrors,
      "formatted (\(layout)), it is no longer as usable as before")
    let before = Set(compilation.diagnostics.map { $0.code })
    let after = Set(formatted.diagnostics.map { $0.code })
    require(
      compilation.hasErrors || before == after,
      "formatted (\(layout)), it has other findings: \(before) and \(after)")
    require(
      (formatted.chain == nil) == (compilation.chain == nil)
        && formatted.chain?.responders == compilation.chain?.responders
        && formatted.chain?.clauses.count == compilation.chain?.clauses.count,
      "formatted (\(layout)), it compiles to another chain")
  }
}
