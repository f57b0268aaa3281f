import Source

@testable import Policies

/// A value as a format reads it from JSON.
func policy(_ json: String, _ dialect: PolicyDialect = .strict) throws -> PolicyValue {
  guard let node = Node.made(json: json) else { throw InvalidJSON(text: json) }
  return PolicyValue(node, PolicyFindings(), key: "value", dialect)
}

private struct InvalidJSON: Error { let text: String }

extension PolicyValue {
  /// The messages of all findings about the policy.
  var messages: [String] { findings.diagnostics.all.map { $0.message } }
}
