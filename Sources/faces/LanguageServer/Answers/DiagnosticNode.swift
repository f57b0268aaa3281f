internal import JSONRPC
internal import Checks
internal import Source

extension Snapshot {
  /// A finding as the protocol has it.
  func node(_ finding: Diagnostic) -> Node {
    var members = client.encoding.members(of: finding)
    if let pages = client.pages {
      members.append(("codeDescription", .made([("href", .made("\(pages)\(finding.code)"))])))
    }
    if client.hasUnnecessaryTag, Self.unnecessary.contains(finding.code) {
      members.append(("tags", .made([.made(1)])))
    }
    if client.hasRelatedInformation, !finding.related.isEmpty {
      let related = finding.related.map { other in
        Node.made([("location", place(other.range)), ("message", .made(other.message))])
      }
      members.append(("relatedInformation", .made(related)))
    }
    return .made(members)
  }

  /// Editors fade what these are about.
  private static let unnecessary: Set<String> = [
    "unused-name", "unused-type", "unused-suppression", "unreachable-rule", "unreachable-otherwise",
    "unreachable-category", "unreachable-responder", "unreachable-button", "orphan-responder",
    "redundant-value",
  ]

  /// The parameters of `textDocument/publishDiagnostics`.
  func publication(of identity: String, _ findings: [Diagnostic]) -> (uri: String, params: Node) {
    let uri = uri(of: identity)
    var members: [(key: String, value: Node)] = [("uri", .made(uri))]
    if let version = documents[uri]?.version { members.append(("version", .made(version))) }
    members.append(("diagnostics", .made(findings.map { node($0) })))
    return (uri, .made(members))
  }
}
