internal import RuleEngine

/// What a rule asks, with one of its conditions asked the other way round.
struct FlippedCondition {
  /// The condition as it is written.
  let text: String
  /// All of the others, and not this one.
  let condition: Condition

  /// Each condition of several that hold together, flipped.
  static func all(of condition: Condition) -> [FlippedCondition] {
    let parts = parts(of: condition)
    return parts.indices.compactMap { index in
      guard let text = parts[index].writtenText else { return nil }
      let others = parts.indices.filter { $0 != index }.map { parts[$0] }
      return FlippedCondition(text: text, condition: .all(others + [.not(parts[index])]))
    }
  }

  private static func parts(of condition: Condition) -> [Condition] {
    switch condition {
    case .always: []
    case .all(let parts): parts.flatMap { self.parts(of: $0) }
    default: [condition]
    }
  }
}

extension Condition {
  /// Where its first and its last comparison are written.
  private var sources: [SourceRange] {
    switch self {
    case .always: []
    case .all(let parts), .any(let parts): parts.flatMap { $0.sources }
    case .not(let part), .anyCause(let part), .rootCause(let part), .payloadError(_, let part),
      .oneElement(_, let part), .named(_, let part):
      part.sources
    case .compare(_, _, let source), .category(_, let source), .predicate(_, let source),
      .custom(_, _, let source):
      [source.range]
    }
  }

  /// What it asks first; empty where that has no name.
  private var subjectName: String {
    switch self {
    case .compare(let subject, _, _): subject.name
    case .category: "category"
    case .all(let parts), .any(let parts): parts.first?.subjectName ?? ""
    case .not(let part), .oneElement(_, let part), .named(_, let part): part.subjectName
    case .anyCause(let part), .rootCause(let part): "a cause's \(part.subjectName)"
    case .payloadError(_, let part): "a payload's \(part.subjectName)"
    case .always, .predicate, .custom: ""
    }
  }

  /// What is written there, on one line; nil where it is written nowhere.
  fileprivate var writtenText: String? {
    let sources = sources
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
