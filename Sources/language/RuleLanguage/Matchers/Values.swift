internal import Bytes
internal import Records
internal import Source

/// Bare values below a matcher's key; each form reports values that do not fit.
struct Values {
  let context: MatcherContext

  init(_ context: MatcherContext) {
    self.context = context
  }

  /// A glob in which `*` stands for any characters.
  func name(_ node: Node, _ subject: Subject) -> Condition? {
    guard let text = node.string else {
      context.report(.wrongType(node, expected: "a name (quote it if it looks like a number)"))
      return nil
    }
    return .compare(subject, .name(text), context.source(node))
  }

  func text(_ node: Node, _ subject: Subject) -> Condition? {
    guard let text = node.string else {
      context.report(.wrongType(node, expected: "a string (quote it) or a mapping of operators"))
      return nil
    }
    return .compare(subject, .text(TextTest(.equals, text)), context.source(node))
  }

  func number(_ node: Node, _ subject: Subject) -> Condition? {
    guard let range = range(node) else { return nil }
    return .compare(subject, .number([range]), context.source(node))
  }

  func duration(_ node: Node, _ subject: Subject) -> Condition? {
    guard let span = span(node) else { return nil }
    return .compare(subject, .duration([NumberRange(.integer(span.microseconds))]), context.source(node))
  }

  /// Equality as JSON, or a range or class in text.
  func scalar(_ node: Node, _ subject: Subject) -> Condition? {
    guard let scalar = node.scalar else {
      context.report(.wrongType(node, expected: "a value, a list of values or a mapping of operators"))
      return nil
    }
    if case .string(let text) = scalar, let range = NumberRange(text) {
      guard !range.isEmpty else { return emptyRange(node) }
      return .compare(subject, .number([range]), context.source(node))
    }
    return .compare(subject, .equal(scalar), context.source(node))
  }

  /// A number, range or class; nil if a fault was reported.
  func range(_ node: Node) -> NumberRange? {
    if let number = node.number { return NumberRange(number) }
    guard let text = node.string, let range = NumberRange(text) else {
      context.report(wrongRange(node))
      return nil
    }
    guard !range.isEmpty else {
      _ = emptyRange(node)
      return nil
    }
    return range
  }

  func span(_ node: Node) -> TimeSpan? {
    guard let text = node.string, let span = TimeSpan(text) else {
      context.report(.wrongDuration(node))
      return nil
    }
    return span
  }

  private func wrongRange(_ node: Node) -> Diagnostic {
    let text = node.string ?? ""
    if context.vocabulary.lists[text] != nil {
      return .wrongValue(node, "“\(text)” is the name of a list. Write $\(text) for its values.")
    }
    if let number = Int64(text) {
      return .wrongValue(node, "“\(text)” is a text. Write \(number) without quotes.")
    }
    if text.hasPrefix("~=") || text.hasPrefix("="),
      NumberRange(String(text.drop { "~= ".contains($0) })) != nil
        || Int64(text.drop { "~= ".contains($0) }) != nil
    {
      return .wrongValue(
        node, "A bare value means equal. Write \(text.drop { "~= ".contains($0) }) for “\(text)”.")
    }
    if let bound = Self.bound(text) {
      return .wrongValue(node, "“\(text)” is neither a range nor a class. Did you mean { \(bound) }?")
    }
    if ["nil", "null", "none", "NULL", "None", "undefined"].contains(text) {
      return .wrongValue(node, "“\(text)” is not a number. Write { exists: false } for an error without one.")
    }
    if let values = Self.list(text) {
      return .wrongValue(node, "“\(text)” is one text. Write a list: [ \(values.joined(separator: ", ")) ].")
    }
    if let meant = Self.classOrTen(text) {
      return .wrongValue(node, "“\(text)” is neither a range nor a class. Did you mean “\(meant)”?")
    }
    let candidates = Self.ranges(like: text)
    guard NumberRange.looksLikeRange(text), candidates.allSatisfy({ NumberRange($0) != nil }) else {
      return .wrongType(
        node, expected: "a number, a range such as 400..<500 or 400...499, or a class such as 4xx")
    }
    let question = candidates.joined(separator: "” or “")
    return .wrongValue(node, "“\(text)” is neither a range nor a class. Did you mean “\(question)”?")
  }

  /// The values of `404, 410` or `404|410`; nil if one of them is not a value.
  private static func list(_ text: String) -> [String]? {
    let values = text.split { ",|;/".contains($0) }.map { $0.filter { $0 != " " } }
    guard values.count > 1, values.allSatisfy({ Int64($0) != nil || NumberRange($0) != nil }) else {
      return nil
    }
    return values
  }

  /// The values for `5**` or `5nn`, or `50x`.
  private static func classOrTen(_ text: String) -> String? {
    let letters = Array(text.lowercased())
    guard letters.count == 3, let first = letters.first, "1"..."9" ~= first, "x*n?".contains(letters[2])
    else { return nil }
    if letters[1] == letters[2] { return "\(first)xx" }
    return "0"..."9" ~= letters[1] ? "\(first)\(letters[1])0...\(first)\(letters[1])9" : nil
  }

  private static func ranges(like text: String) -> [String] {
    let text = text.filter { $0 != " " }
    let parts = text.halves(at: "..")
    if parts.count == 2 {
      let end = parts[1].drop { $0 == "." || $0 == "<" || $0 == "=" }
      let isMarked = parts[1].first.map { $0 == "." || $0 == "<" } ?? false
      let isOpen = parts[1].hasPrefix("<") && !parts[1].hasPrefix("<=")
      if isMarked { return ["\(parts[0])\(isOpen ? "..<" : "...")\(end)"] }
      return ["\(parts[0])..<\(end)", "\(parts[0])...\(end)"]
    }
    // A leading minus is a sign.
    if let dash = text.dropFirst().firstIndex(of: "-") {
      return ["\(text[..<dash])...\(text[text.index(after: dash)...])"]
    }
    return [text.lowercased()]
  }

  /// The bound for `>= 500` and the like.
  private static func bound(_ text: String) -> String? {
    let operators = [
      (">=", "atLeast"), ("<=", "atMost"), (">", "greaterThan"), ("<", "lessThan"), ("...", "atMost"),
      ("..<", "lessThan"),
    ]
    // 500... has no end, as in Swift.
    if text.hasSuffix("..."), NumberRange("\(text.dropLast(3))...\(text.dropLast(3))") != nil {
      return "atLeast: \(text.dropLast(3))"
    }
    guard let (sign, name) = operators.first(where: { text.hasPrefix($0.0) }) else { return nil }
    let number = text.dropFirst(sign.count).drop { $0 == " " }
    return NumberRange("\(number)...\(number)") == nil ? nil : "\(name): \(number)"
  }

  private func emptyRange(_ node: Node) -> Condition? {
    context.report(.wrongValue(node, "The range \(node.text) is empty. Write the smaller bound first."))
    return nil
  }
}
