import RuleEngine

extension Formula {
  /// The formula as text: two with the same text mean the same. Nil where a set in it is not known exactly.
  var written: String? {
    switch self {
    case .yes: return "yes"
    case .no: return "no"
    case .literal(let literal):
      return literal.set.written.map { "\(literal.dimension) \(literal.mode) \($0)" }
    case .all(let parts): return Self.written("all", parts)
    case .any(let parts): return Self.written("any", parts)
    }
  }

  private static func written(_ word: String, _ parts: [Formula]) -> String? {
    var texts: [String] = []
    for part in parts {
      guard let text = part.written else { return nil }
      texts.append(text)
    }
    return "\(word)(\(texts.joined(separator: "; ")))"
  }
}

extension ValueSet {
  fileprivate var written: String? { texts.written.map { "\(kinds.rawValue) \(numbers) \(decimals) \($0)" } }
}

extension TextSet {
  fileprivate var written: String? {
    guard !isWidened else { return nil }
    return parts.map { part in
      let texts = part.texts.map { $0.text.json }.sorted()
      let (wanted, refused) = (
        part.wanted.map { $0.number }.sorted(), part.refused.map { $0.number }.sorted()
      )
      return "\(part.isFinite) \(texts) \(wanted) \(refused)"
    }.joined(separator: " or ")
  }
}
