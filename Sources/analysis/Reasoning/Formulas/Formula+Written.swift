internal import Bytes

extension Formula {
  /// Equal texts are equivalent formulas. Nil if it contains an inexact set.
  var written: String? {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .literal(let literal):
      literal.set.written.map { "\(literal.dimension) \(literal.mode.rawValue) \($0)" }
    case .all(let parts): parts.written.map { "all(\($0.joined(separator: "; ")))" }
    case .any(let parts): parts.written.map { "any(\($0.joined(separator: "; ")))" }
    }
  }
}

extension ValueSet {
  fileprivate var written: String? {
    texts.written.map { "\(kinds.rawValue) \(numbers.written) \(decimals.written) \($0)" }
  }
}

extension TextSet {
  fileprivate var written: String? {
    guard !isWidened else { return nil }
    return parts.map { part in
      let texts = part.texts.map { $0.text.json }.sorted()
      let (wanted, rejected) = (
        part.wanted.map { $0.number }.sorted(), part.rejected.map { $0.number }.sorted()
      )
      return "\(part.isFinite) \(texts) \(wanted) \(rejected)"
    }.joined(separator: " or ")
  }
}
