package import Bytes
package import Source

/// A file with the format of the policy that it may be.
package struct PolicyDocument {
  /// The document as written; nil if it can't be read.
  package let node: Node?
  /// Nil for a rule file.
  package let format: AnyPolicyFormat?

  /// The findings about features that rule files can't have, and policies may.
  private static let ofOtherSystems: Set<String> = [
    "tag-not-allowed", "merge-key", "several-documents", "duplicate-key",
  ]

  /// Reads a file as a rule file, and a policy as its own system reads YAML, or as text.
  package init(
    name: String, bytes: [UInt8], formats: [AnyPolicyFormat], limits: Limits,
    into diagnostics: inout Diagnostics
  ) {
    let text = PolicyText.document(
      name: name, bytes: bytes, formats: formats, limits: limits, into: &diagnostics)
    if let text {
      (node, format) = text
      return
    }
    var findings = Diagnostics()
    var node = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &findings).node
    var format = node.flatMap { Self.format(of: $0, formats) }
    if !formats.isEmpty, findings.all.contains(where: { Self.ofOtherSystems.contains($0.code) }) {
      var others = Diagnostics()
      func read(laterWins: Bool) -> Node? {
        others = Diagnostics()
        let reader = SourceReader(limits: limits, dialect: .policies(laterWins: laterWins))
        return reader.read(name: name, bytes: bytes, into: &others).node
      }
      let document = read(laterWins: false)
      if let document, let found = Self.format(of: document, formats) {
        node = found.laterMergeWins ? read(laterWins: true) : document
        (format, findings) = (found, others)
      }
    }
    for finding in findings.all { diagnostics.report(finding) }
    self.node = node
    self.format = format
  }

  /// The kind of an object of Kubernetes that no format reads, unless it has rules as its `spec`.
  var kubernetesKind: Node? {
    guard format == nil, let object = node.map({ $0.elements?.first ?? $0 }), object["version"] == nil,
      object["responders"] == nil, object["apiVersion"]?.string != nil,
      object["spec"]?["responders"] == nil
    else { return nil }
    return object["kind"].flatMap { $0.string == nil ? nil : $0 }
  }

  /// The rule file that says the same, or the document itself.
  package func ruleFile(in diagnostics: inout Diagnostics) -> Node? {
    guard let node, let format else { return node }
    return format.ruleFile(node.merged(laterWins: format.laterMergeWins), in: &diagnostics)
  }

  private static func format(of node: Node, _ formats: [AnyPolicyFormat]) -> AnyPolicyFormat? {
    guard node["version"] == nil || node["responders"] == nil else { return nil }
    let merged = [false, true].map { node.merged(laterWins: $0) }
    func document(_ format: AnyPolicyFormat) -> Node { merged[format.laterMergeWins ? 1 : 0] }
    return formats.first { $0.recognizes(document($0)) } ?? formats.first { $0.resembles(document($0)) }
  }
}
