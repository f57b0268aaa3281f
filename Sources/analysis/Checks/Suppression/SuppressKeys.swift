internal import Source

/// `suppress` in a category, a responder or a rule.
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
    (node["suppress"]?.members ?? []).compactMap { member in
      // A missing reason is a language error.
      guard let reason = member.value.string ?? member.value["reason"]?.string,
        !reason.allSatisfy({ $0.isWhitespace })
      else { return nil }
      return Suppression(
        code: member.key, place: member.keyRange, scope: scope, reason: reason,
        until: member.value["until"]?.text, isTranslated: member.value.isTranslated)
    }
  }
}
