extension ErrorReader {
  /// The text without addresses and secrets, and bounded.
  mutating func text(_ text: String) -> String {
    // First cut far beyond the limit, so that a huge text costs a bounded time; a secret that this cut splits
    // is behind the second cut.
    let (head, _) = cutting(text, toBytes: policy.limits.textBytes * 16)
    return bounded(policy.redaction.text(stableText(head)), isCut: head.utf8.count < text.utf8.count)
  }

  /// Names contain no secrets but may be long.
  mutating func name(_ name: String) -> String {
    bounded(name, isCut: false)
  }

  private mutating func bounded(_ text: String, isCut: Bool) -> String {
    let (head, isShorter) = cutting(text, toBytes: min(policy.limits.textBytes, remainingBytes))
    remainingBytes -= head.utf8.count
    return isCut || isShorter ? head + "… [cut]" : head
  }

  mutating func json(_ value: JSONValue, depth: Int = 1) -> JSONValue {
    switch value {
    case .null, .bool, .integer, .decimal: return value
    case .string(let string): return .string(text(string))
    case .array(let elements):
      guard depth < policy.limits.depth else { return .string(text("[\(elements.count) elements]")) }
      if elements.count > policy.limits.members { cut.insert("attributes") }
      return .array(elements.prefix(policy.limits.members).map { json($0, depth: depth + 1) })
    case .object(let members):
      guard depth < policy.limits.depth else { return .string(text("{\(members.count) members}")) }
      return .object(self.members(members, depth: depth + 1))
    }
  }

  /// Hides the values of secret names.
  mutating func members(_ members: [JSONValue.Member], depth: Int = 1) -> [JSONValue.Member] {
    if members.count > policy.limits.members { cut.insert("attributes") }
    return members.prefix(policy.limits.members).map { member in
      let key = text(member.key)
      return JSONValue.Member(key, hidden(member.value, key: member.key) ?? json(member.value, depth: depth))
    }
  }

  /// Nil if the name is not a secret's, or the value can't be one.
  func hidden(_ value: JSONValue, key: String?) -> JSONValue? {
    guard let key, policy.redaction.hides(key: key) else { return nil }
    switch value {
    case .null, .bool: return nil
    case .integer, .decimal, .string, .array, .object: return .string(Redaction.mark)
    }
  }
}

/// Up to the last whole scalar within `limit` bytes.
private func cutting(_ text: String, toBytes limit: Int) -> (String, isShorter: Bool) {
  guard text.utf8.count > limit else { return (text, false) }
  let utf8 = text.utf8
  var end = utf8.index(utf8.startIndex, offsetBy: max(limit, 0))
  while end > utf8.startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
  return (String(text[..<end]), true)
}
