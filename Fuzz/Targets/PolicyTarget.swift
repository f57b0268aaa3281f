import Bytes
import Checks
import Edits
import Engine
import Policies
import RuleLanguage
import Source

/// Another system's policy. Its last byte says whether its format is found or named: checked, and imported as a rule file.
struct PolicyTarget: FuzzTarget {
  private let run = CheckRun()
  private let limits = FuzzLimits.files
  private static let names = ["policy.yaml", "policy.json", "shop.service", "proxy.cfg", "proxy.conf"]

  init(root: String) {}

  func check(_ input: [UInt8]) {
    let number = Int(input.last ?? 0)
    let all = BuiltInPolicies.all
    let formats = number % 2 == 0 ? all : [all[number / 2 % all.count]]
    let name = Self.names[input.count % Self.names.count]
    var registry = Registry()
    registry.policyFormats = formats
    let compilation = RuleSet.compile(name: name, bytes: input, registry: registry, limits: limits)
    Findings.check(run.findings(of: compilation))
    require(compilation.chain == nil || !compilation.hasErrors, "a faulty policy has a chain")
    var diagnostics = Diagnostics()
    let document = PolicyDocument(
      name: name, bytes: input, formats: formats, limits: limits, into: &diagnostics)
    guard let original = document.node, document.format != nil, !diagnostics.hasErrors,
      let rules = document.ruleFile(in: &diagnostics), !compilation.hasErrors
    else { return }
    let text = PolicyConverter(original: original).yaml(of: rules, remarks: [], limits: limits)
    guard let text else { return require(false, "the rules of a policy can't be written") }
    let imported = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8), limits: limits)
    require(!imported.hasErrors, "an imported policy has errors: \(imported.diagnostics.map { $0.message })")
    require(
      imported.chain?.clauses.count == compilation.chain?.clauses.count,
      "an imported policy has other rules than the policy itself")
  }
}
