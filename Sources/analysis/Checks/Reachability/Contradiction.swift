internal import Engine
internal import Reasoning
internal import Records
internal import RuleLanguage
internal import Source

/// No error meets the condition: parts contradict one another, or a single part is impossible.
struct Contradiction {
  private var parts: [(text: String, range: SourceRange)] = []
  /// The values that the only part could have, or an empty string.
  private var hint = ""

  /// `when` is the condition as written. Nil if some error meets it, or if that is unknown.
  init?(in condition: Condition, writtenAs when: Node?, _ rules: CheckedRules) {
    guard let reasoner = rules.reasoner else { return nil }
    let conditions = condition.conjuncts
    let core = reasoner.contradiction(among: conditions).map { conditions[$0] }
    for part in core {
      guard let found = Self.written(part, in: when, rules.program.matchers) else { return nil }
      if !parts.contains(where: { $0.text == found.text }) { parts.append(found) }
    }
    guard !parts.isEmpty else { return nil }
    if core.count == 1, case .compare(let subject, let comparison, _) = core[0] {
      hint = Self.hint(subject, comparison)
    }
  }

  /// The end of a sentence: “no error meets …”, and what to do.
  var text: String {
    let names = parts.map { "“\($0.text)”" }
    switch names.count {
    case 1: return "no error meets \(names[0])\(hint). Correct it."
    case 2: return "no error meets both \(names[0]) and \(names[1]). Remove one of them."
    default:
      let shown = names.prefix(4).joined(separator: ", ")
      let rest = names.count > 4 ? " and \(names.count - 4) more" : ""
      return "no error meets all of \(shown)\(rest). Remove one of them."
    }
  }

  var related: [Diagnostic.Related] {
    parts.prefix(4).map { .init("“\($0.text)” is required here", at: $0.range) }
  }

  /// A comparison with all the keys that lead to it, any other part by its first comparison.
  private static func written(_ part: Condition, in when: Node?, _ matchers: [Node.Member]) -> (
    text: String, range: SourceRange
  )? {
    guard let (subject, source) = comparison(of: part) else { return nil }
    var keys: [Node.Member] = []
    var node = when
    while let member = node?.members?.first(where: { $0.value.range.contains(source.range) }) {
      keys.append(member)
      node = member.value
    }
    if case .compare = part {} else { keys = Array(keys.prefix(1)) }
    guard let last = keys.last else {
      if let matcher = matchers.first(where: { $0.value.range.contains(source.range) }) {
        return ("matcher: \(matcher.key)", source.range)
      }
      // A value of a list.
      let expected = Self.shown(source.expected)
      return (subject.map { "\($0.name): \(expected)" } ?? expected, source.range)
    }
    let text = keys.dropLast().reversed().reduce("\(last.key): \(Self.shown(last.value))") {
      "\($1.key): { \($0) }"
    }
    return (text, last.keyRange)
  }

  /// The first, with its value and place.
  private static func comparison(of condition: Condition) -> (subject: Subject?, source: Condition.Source)? {
    if let source = condition.source {
      if case .compare(let subject, _, _) = condition { return (subject, source) }
      return (nil, source)
    }
    return condition.parts.lazy.compactMap { comparison(of: $0) }.first
  }

  private static func shown(_ value: Node) -> String {
    let text = shown(value.range.text)
    return value.members != nil && !text.hasPrefix("{") ? "{ \(text) }" : text
  }

  private static func shown(_ text: String) -> String {
    let line = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    return line.count > 60 ? "\(line.prefix(59))…" : line
  }

  private static func hint(_ subject: Subject, _ comparison: Comparison) -> String {
    switch (subject, comparison) {
    case (.field(.platform), .text), (.field(.platform), .equal):
      "; a platform is \(Platform.allCases.map { $0.name }.joined(separator: " or "))"
    case (.field(.status), .number), (.field(.status), .equal), (.problem(.status), .number),
      (.problem(.status), .equal):
      "; a status is a whole number"
    default: ""
    }
  }
}

extension SourceRange {
  fileprivate func contains(_ other: SourceRange) -> Bool {
    file === other.file && bytes.lowerBound <= other.bytes.lowerBound
      && other.bytes.upperBound <= bytes.upperBound
  }
}
