internal import Source

extension Vocabulary {
  /// The advice for a key that is not a matcher, with what was probably meant.
  func advice(forUnknown member: Node.Member) -> String {
    let known = registry.matchers.map { $0.key } + ["rate"]
    let members = member.value.members ?? []
    if ["error", "http", "exception", "response", "record"].contains(member.key), !members.isEmpty {
      let meant = members.map { inner in
        let key = known.contains(inner.key) ? inner.key : Suggestion.closest(to: inner.key, among: known)
        return key.map { "\($0): \(inner.value.oneLine)" }
      }
      if !meant.contains(nil) {
        return " Write its fields in its place: { \(meant.compactMap { $0 }.joined(separator: ", ")) }."
      }
    }
    if Operators.allKeys.contains(member.key), !known.contains(member.key) {
      return
        " It is an operator. Write it below a field: { message: { \(member.key): \(member.value.oneLine) } }."
    }
    switch member.key {
    case "breaker": return " Write { open: \(member.value.string ?? "…") } for a breaker that is open."
    case "matchLabels" where !members.isEmpty:
      return " Write { attributes: \(member.value.oneLine) } for what the record has beside its error."
    case "matchExpressions":
      return
        " Write each as a condition: { status: [ 502, 503 ] } for In, { not: … } for NotIn, { status: { exists: true } } for Exists."
    case "responder", "responders":
      return " A rule gets the errors of its own responder. Write { origin: … }, or move the rule there."
    default:
      let question = Suggestion.question(for: member.key, among: known)
      return question.isEmpty
        ? " Write attributes: { \(member.key): … } for another member of a record." : question
    }
  }
}
