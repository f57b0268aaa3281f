internal import RuleEngine

/// The suppressions that stand under `suppress`: of a category, a responder or a rule.
enum SuppressKeys {
  static func suppressions(in root: Node) -> [Suppression] {
    var found: [Suppression] = []
    for category in root["categories"]?.elements ?? [] {
      found += suppressions(of: category, scope: category.range)
    }
    for responder in root["responders"]?.elements ?? [] {
      found += suppressions(of: responder, scope: responder.range)
      for key in ["rules", "events"] {
        for rule in responder[key]?.elements ?? [] { found += suppressions(of: rule, scope: rule.range) }
      }
    }
    return found
  }

  private static func suppressions(of node: Node, scope: SourceRange) -> [Suppression] {
    (node["suppress"]?.members ?? []).map { member in
      Suppression(
        code: member.key,
        place: member.keyRange,
        scope: scope,
        reason: (member.value.string ?? member.value["reason"]?.string).flatMap { reason in
          reason.allSatisfy { $0.isWhitespace } ? nil : reason
        },
        until: member.value["until"]?.text
      )
    }
  }
}
