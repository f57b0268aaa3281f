internal import Records
package import Source

/// `code`: integers, ranges and classes, symbols of the domain in the same mapping, or strings.
package struct CodeMatcher: MatcherPlugin {
  package let key = "code"
  package let summary = "The error's code: numbers, ranges, strings, or symbols of the domain beside it."
  package let examples = [
    MatcherExample(
      when: #"{"domain": "NSURLErrorDomain", "code": "NSURLErrorTimedOut"}"#,
      matches: [#"{"domain": "NSURLErrorDomain", "code": -1001}"#],
      doesNotMatch: [#"{"domain": "NSURLErrorDomain", "code": -1009}"#, #"{"code": -1001, "type": "E"}"#]),
    MatcherExample(
      when: #"{"code": [404, "500...599"]}"#,
      matches: [#"{"type": "E", "code": "404"}"#, #"{"type": "E", "code": 550}"#],
      doesNotMatch: [#"{"type": "E", "code": "0404"}"#, #"{"type": "E"}"#]),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(.code)
    if let members = value.members {
      let isNumeric = members.contains { Operators.numberKeys.contains($0.key) }
      var operators = Operators(subject: subject, kind: isNumeric ? .number : .any, context: context)
      operators.equality = { exactly($0, in: context) }
      guard let condition = operators.condition(of: value).map(asCode) else { return nil }
      return bounded(condition, value, in: context)
    }
    return context.any(of: value) { condition(of: $0, in: context) }
  }

  private func condition(of node: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(.code)
    switch node.content {
    case .integer(let value):
      return .compare(subject, .code([NumberRange(.integer(value))]), context.source(node))
    case .decimal where node.isBigInteger:
      return exactly(node, in: context)
    case .string(let text):
      if let integer = Int64(text), String(integer) == text {
        return .compare(subject, .code([NumberRange(.integer(integer))]), context.source(node))
      }
      if NumberRange(text) != nil {
        return Values(context).range(node).flatMap {
          bounded(.compare(subject, .code([$0]), context.source(node)), node, in: context)
        }
      }
      if text.contains("*") { return .compare(subject, .name(text), context.source(node)) }
      return word(text, node, in: context)
    case .null, .bool, .decimal, .sequence, .mapping:
      context.report(
        .wrongType(node, expected: "a code: an integer, a range such as 400..<500, a symbol or a string"))
      return nil
    }
  }

  /// The condition on the text of an integer beyond 64 bits; nil for any other value.
  private func exactly(_ node: Node, in context: MatcherContext) -> Condition? {
    guard case .decimal = node.content, node.isBigInteger else { return nil }
    return .compare(.field(.code), .text(TextTest(.equals, node.text)), context.source(node))
  }

  /// Bounds beyond 64 bits would be rounded.
  private func bounded(_ condition: Condition, _ node: Node, in context: MatcherContext) -> Condition? {
    guard condition.hasBigBound else { return condition }
    context.report(
      .wrongValue(
        node, "A code must fit into 64 bits to be compared. Write a bound from \(Int64.min) to \(Int64.max).")
    )
    return nil
  }

  /// A symbol if the domain beside it has a table, or else the string itself.
  private func word(_ text: String, _ node: Node, in context: MatcherContext) -> Condition? {
    let subject = Subject.field(.code)
    let literal = Condition.compare(subject, .text(TextTest(.equals, text)), context.source(node))
    if let type = context.bridgedStruct { return context.isCode(text, of: type, node) ?? literal }
    guard let domain = plainDomain(in: context) else { return literal }
    let table = context.vocabulary.codes[domain]
    if let code = table?.codes[text] { return code.condition(of: text, source: context.source(node)) }
    if let type = BridgedStruct.all.first(where: { $0.domain == domain }),
      let condition = context.isCode(text, of: type, node)
    {
      return condition
    }
    guard let table else { return literal }
    guard context.vocabulary.knowsAll("codes") else { return nil }
    let question = Suggestion.question(for: text, among: table.codes.keys.sorted())
    let advice = question.isEmpty ? " Write the number, or add it under “codes”." : question
    context.report(Diagnostic("unknown-code", "\(domain) has no code “\(text)”.\(advice)", at: node.range))
    return nil
  }

  /// Nil unless the mapping names exactly one.
  private func plainDomain(in context: MatcherContext) -> String? {
    guard let domain = context.siblings.first(where: { $0.key == "domain" })?.value.string,
      !domain.contains("*"), !domain.hasPrefix("$")
    else { return nil }
    return domain
  }

  /// The decimal text matches, too.
  private func asCode(_ condition: Condition) -> Condition {
    switch condition {
    case .compare(let subject, .equal(.string(let text)), let source):
      if let integer = Int64(text), String(integer) == text {
        .compare(subject, .code([NumberRange(.integer(integer))]), source)
      } else {
        .compare(subject, .text(TextTest(.equals, text)), source)
      }
    case .compare(let subject, let comparison, let source):
      comparison.numbers.map { .compare(subject, .code($0), source) } ?? condition
    case .all, .any: condition.mapParts(asCode)
    default: condition
    }
  }
}

extension Condition {
  fileprivate var hasBigBound: Bool {
    contains { part in
      guard case .compare(_, .code(let ranges), _) = part else { return false }
      return ranges.contains { range in
        [range.lower, range.upper].contains { bound in
          if case .decimal(let bound) = bound { abs(bound) >= 0x1p63 } else { false }
        }
      }
    }
  }
}

extension Node {
  /// Beyond 64 bits, in canonical decimal digits.
  fileprivate var isBigInteger: Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    return digits.first != UInt8(ascii: "0") && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
