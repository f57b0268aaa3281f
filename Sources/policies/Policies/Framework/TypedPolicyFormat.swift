internal import RuleLanguage
internal import Source

/// A format whose documents are read with ``PolicyValue``.
protocol TypedPolicyFormat: PolicyFormat {
  /// The keys of its mappings.
  func grammar(of root: Node) -> PolicyGrammar
  /// A document as its system reads it.
  func read(_ root: Node) -> Node
  /// The rule file of a document. What is lost and what is faulty is reported to its values, except for unknown keys.
  func ruleFile(of root: PolicyValue) -> ImportedRuleFile
}

extension TypedPolicyFormat {
  func read(_ root: Node) -> Node { root }

  /// Whether a document would have this format if a key or two were written right.
  func resembles(_ root: Node) -> Bool { recognizes(grammar(of: root).corrected(root)) }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let findings = PolicyFindings()
    let root = read(root)
    let value = PolicyValue(root, findings)
    grammar(of: root).report(in: value)
    let file = ruleFile(of: value)
    for finding in findings.diagnostics.all { diagnostics.report(finding) }
    return file.node
  }
}
