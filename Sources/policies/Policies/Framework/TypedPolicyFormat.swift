internal import RuleLanguage
internal import Source

/// A format whose documents are read with ``PolicyValue``.
protocol TypedPolicyFormat: PolicyFormat {
  /// The rule file of a document. What is lost and what is faulty is reported to its values.
  func ruleFile(of root: PolicyValue) -> ImportedRuleFile
}

extension TypedPolicyFormat {
  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let findings = PolicyFindings()
    let file = ruleFile(of: PolicyValue(root, findings))
    for finding in findings.diagnostics.all { diagnostics.report(finding) }
    return file.node
  }
}
