internal import Bytes
internal import Patterns
package import Records
package import Source

/// Such as `{ hasPrefix: a, ignoreCase: true }`.
package struct Operators {
  enum Kind {
    case text, number, duration, any
  }

  package static let texts = [
    Key(
      "equals", .other("scalar"),
      "Equals the whole value. The text is literal: no glob, no “$name” of a list."),
    Key("contains", .other("text, not empty"), "Is part of the text."),
    Key("hasPrefix", .other("text, not empty"), "The beginning of the text."),
    Key("hasSuffix", .other("text, not empty"), "The end of the text."),
    Key("glob", .other("text"), "The whole text; “*” stands for any characters, “?” for one."),
    Key(
      "matches", .other("text"),
      "A regular expression in RE2 syntax, found anywhere; “^” and “$” anchor it. A number never matches."),
    Key(
      "ignoreCase", .flag, "“true”: upper and lower case are the same, by simple case folding (Unicode 15)."),
  ]
  package static let numbers = [
    Key("lessThan", bound, "The value is less than this."),
    Key("atMost", bound, "The value is less than or equal to this."),
    Key("atLeast", bound, "The value is greater than or equal to this."),
    Key("greaterThan", bound, "The value is greater than this."),
  ]
  package static let exists = Key(
    "exists", .flag, "“true”: the field must have a value; “false”: it must have none.")
  /// An operator of `type` alone.
  package static let exactly = Key(
    "exactly", .other("name, or list of names"), "On “type”: the error's own type, not an ancestor's.")
  private static let bound = KeyType.other("number, duration or severity")

  package static let textKeys = texts.names
  package static let numberKeys = numbers.names
  /// The keys for values without letters.
  private static let caselessKeys = ["ignoreCase", "exists"] + numberKeys
  static let allKeys = textKeys + numberKeys + [exists.name]

  let subject: Subject
  let kind: Kind
  let context: MatcherContext
  /// Read by the matcher itself; suggested for misspelt ones.
  var furtherKeys: [String] = []
  /// The matcher's own meaning of `equals`, or nil.
  var equality: (Node) -> Condition? = { _ in nil }

  /// All must hold; nil if a fault was reported.
  func condition(of node: Node) -> Condition? {
    guard let members = node.members else { return nil }
    guard !members.isEmpty else {
      context.report(.wrongValue(node, "This mapping has no operator. Write { exists: true } for any value."))
      return nil
    }
    var conditions: [Condition] = []
    var complete = true
    let ignoresCase = members.first { $0.key == "ignoreCase" }
    let folds = ignoresCase.flatMap { flag($0.value) } ?? false
    if let ignoresCase {
      if flag(ignoresCase.value) == nil {
        context.report(.wrongFlag(ignoresCase.value))
        complete = false
      } else if members.allSatisfy({ Self.caselessKeys.contains($0.key) }) {
        context.report(
          Diagnostic(
            "wrong-value",
            "“ignoreCase” needs a text operator beside it. Add one such as “equals”, or delete “ignoreCase”.",
            at: ignoresCase.keyRange))
        complete = false
      }
    }
    var presence: [Condition] = []
    for member in members where member.key != "ignoreCase" {
      guard let condition = condition(member, ignoresCase: folds) else {
        complete = false
        continue
      }
      if member.key == "exists" { presence.append(condition) } else { conditions.append(condition) }
    }
    guard complete else { return nil }
    // One and the same element of an array must satisfy all of them.
    if conditions.count > 1, subject.mayBeArray {
      conditions = [.oneElement(subject, .all(conditions))]
    }
    conditions = presence + conditions
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private func condition(_ member: Node.Member, ignoresCase: Bool) -> Condition? {
    let source = context.source(member.value)
    if member.key == "exists" {
      guard let exists = flag(member.value) else {
        context.report(.wrongFlag(member.value))
        return nil
      }
      return .compare(subject, .exists(exists), source)
    }
    if let textOperator = TextTest.Operator(rawValue: member.key), kind == .text || kind == .any {
      return text(textOperator, member.value, ignoresCase: ignoresCase)
    }
    if Self.numberKeys.contains(member.key), kind != .text {
      return kind == .duration ? durationBound(member) : bound(member)
    }
    if member.key == "equals", kind != .text {
      return context.any(of: member.value) { value in
        if let condition = equality(value) { return condition }
        return kind == .duration
          ? Values(context).duration(value, subject) : Values(context).number(value, subject)
      }
    }
    if member.key == "matches", kind == .text || kind == .any {
      return matches(member.value, ignoresCase: ignoresCase)
    }
    let known =
      switch kind {
      case .number, .duration: Self.numberKeys + ["equals", "exists"]
      case .text: Self.textKeys + ["exists"]
      case .any: Self.allKeys
      }
    let fits = Self.allKeys.contains(member.key)
    let reason =
      fits ? "“\(member.key)” does not fit “\(subject.name)”." : "“\(member.key)” is not an operator."
    let question = Suggestion.question(for: member.key, among: known + furtherKeys)
    let advice = question.isEmpty ? " Write one of \(known.joined(separator: ", "))." : question
    context.report(Diagnostic("unknown-operator", reason + advice, at: member.keyRange))
    return nil
  }

  private func text(_ textOperator: TextTest.Operator, _ node: Node, ignoresCase: Bool) -> Condition? {
    let source = context.source(node)
    // The operand of `equals` is literal, `$name` included.
    return context.any(of: node, literally: textOperator == .equals) { value in
      if textOperator == .equals, let condition = equality(value) { return condition }
      if textOperator == .equals, kind == .any, let scalar = value.scalar {
        if case .string(let text) = scalar, ignoresCase {
          return .compare(subject, .text(TextTest(.equals, text, ignoresCase: true)), source)
        }
        return .compare(subject, .equal(scalar), source)
      }
      guard let text = value.string else {
        context.report(.wrongType(value, expected: "a string (quote it)"))
        return nil
      }
      if text.isEmpty, textOperator != .equals, textOperator != .glob {
        context.report(
          .wrongValue(value, "Every text contains the empty text. Write { exists: true } for any value."))
        return nil
      }
      return .compare(subject, .text(TextTest(textOperator, text, ignoresCase: ignoresCase)), source)
    }
  }

  /// A fault is reported at its place in the pattern.
  private func matches(_ node: Node, ignoresCase: Bool) -> Condition? {
    let source = context.source(node)
    return context.any(of: node) { value in
      guard let text = value.string else {
        context.report(.wrongType(value, expected: "a pattern, in quotes"))
        return nil
      }
      do throws(PatternError) {
        let limits = context.vocabulary.limits.patterns
        return .compare(
          subject, .matches(try Pattern(expression: text, ignoresCase: ignoresCase, limits: limits)), source)
      } catch {
        context.report(.wrongPattern(error, in: value, limits: context.vocabulary.limits))
        return nil
      }
    }
  }

  private func bound(_ member: Node.Member) -> Condition? {
    guard let number = member.value.number else {
      context.report(.wrongType(member.value, expected: "a number"))
      return nil
    }
    return .compare(subject, .number([range(member.key, number)]), context.source(member.value))
  }

  private func durationBound(_ member: Node.Member) -> Condition? {
    guard let span = Values(context).span(member.value) else { return nil }
    let range = range(member.key, .integer(span.microseconds))
    return .compare(subject, .duration([range]), context.source(member.value))
  }

  private func range(_ key: String, _ number: Number) -> NumberRange {
    var range: NumberRange
    switch key {
    case "lessThan":
      range = NumberRange(from: nil, to: number)
      range.excludesUpper = true
    case "atMost":
      range = NumberRange(from: nil, to: number)
    case "greaterThan":
      range = NumberRange(from: number, to: nil)
      range.excludesLower = true
    default:
      range = NumberRange(from: number, to: nil)
    }
    return range
  }

  private func flag(_ node: Node) -> Bool? {
    if case .bool(let flag) = node.content { flag } else { nil }
  }
}

extension Diagnostic {
  fileprivate static func wrongPattern(_ error: PatternError, in node: Node, limits: Limits) -> Diagnostic {
    let range = ScalarOffsets(of: node).range(of: error.range)
    guard let limit = error.limit.map({ Limits.name(of: $0) }) else {
      return Diagnostic("wrong-pattern", "This pattern can't be used. \(error.message)", at: range)
    }
    let value = limits[named: limit] ?? 0
    return Diagnostic(
      "limit-exceeded",
      "This pattern costs too much. The limit \(limit) is \(value); raise it with --limit \(limit)=N.",
      at: range)
  }
}

extension Subject {
  var mayBeArray: Bool {
    switch self {
    case .attribute, .problemExtension, .with: true
    case .field, .problem, .payload, .outcome, .elapsed: false
    }
  }
}

extension Node {
  package var number: Number? {
    switch content {
    case .integer(let value): .integer(value)
    case .decimal(let value): .decimal(value)
    case .null, .bool, .string, .sequence, .mapping: nil
    }
  }

  package var scalar: Scalar? {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .number(.integer(value))
    case .decimal(let value): .number(.decimal(value))
    case .string(let value): .string(value)
    case .sequence, .mapping: nil
    }
  }
}
