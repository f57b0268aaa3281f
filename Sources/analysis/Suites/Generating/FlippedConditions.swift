internal import Records
internal import RuleLanguage
internal import Source

struct FlippedCondition {
  let text: String
  /// The other parts and the negation of this one.
  let condition: Condition

  /// One result for each part of a conjunction.
  static func all(of condition: Condition) -> [FlippedCondition] {
    let parts = condition.conjuncts
    return parts.indices.compactMap { index in
      guard let text = parts[index].writtenText else { return nil }
      let others = parts.indices.filter { $0 != index }.map { parts[$0] }
      return FlippedCondition(text: text, condition: .all(others + [.not(parts[index])]))
    }
  }
}

extension Condition {
  private var subjectName: String {
    let first = parts.first?.subjectName ?? ""
    return switch self {
    case .compare(let subject, _, _): subject.name
    case .category: "category"
    case .anyCause, .rootCause: "a cause's \(first)"
    case .payloadError: "a payload's \(first)"
    case .anyInside: "an inner error's \(first)"
    default: first
    }
  }

  /// The condition as written on one line, or nil if it is not written in a file.
  fileprivate var writtenText: String? {
    let sources = reduce(into: [] as [SourceRange]) { sources, part in
      if let source = part.source { sources.append(source.range) }
    }
    guard let first = sources.first, !first.bytes.isEmpty else { return nil }
    let own = sources.filter { $0.file === first.file }
    let bytes =
      own.reduce(first.bytes.lowerBound) {
        min($0, $1.bytes.lowerBound)
      }..<own.reduce(first.bytes.upperBound) { max($0, $1.bytes.upperBound) }
    let text = SourceRange(file: first.file, bytes: bytes).text
    let words = "\(subjectName) \(text)".split { $0.isWhitespace }.joined(separator: " ")
    return words.count > 80 ? words.prefix(80) + "…" : words
  }
}
