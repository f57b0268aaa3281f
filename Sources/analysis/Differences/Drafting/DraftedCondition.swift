internal import Records
internal import Secrets
internal import Source

/// A condition that names a kind of errors, in the words of a person who would write its rule.
struct DraftedCondition {
  let condition: Node
  /// The words of the rule's name; longer ones where a shorter name is taken.
  let words: [[String]]

  /// The conditions that name the kind of an error, from the narrowest.
  ///
  /// - Parameters:
  ///   - error: the error without its secrets, so that a condition has none.
  ///   - others: errors of other kinds, which a condition leaves alone where it can.
  ///   - alike: the folded messages of other errors of the kind.
  ///   - platform: the one of records that name none.
  static func all(of error: Node, among others: [Node], alike: [String], platform: String?)
    -> [DraftedCondition]
  {
    let reader = Conditions(error: error, others: others, alike: alike, platform: platform)
    return (reader.named + [reader.problem].compactMap { $0 } + reader.unnamed).flatMap {
      [$0] + $0.literal
    }
  }

  /// The same with texts that are compared as they are, whatever they would stand for, such as the code `4xx`: the last one, or all.
  private var literal: [DraftedCondition] {
    let members = (condition.members ?? []).map { (key: $0.key, value: $0.value) }
    return [members.count - 1, 0].compactMap { first in
      let isWritten = { (index: Int) in index >= first && members[index].value.string != nil }
      guard members.indices.contains(where: isWritten) else { return nil }
      let written = members.indices.map { index in
        let (key, value) = members[index]
        return (key: key, value: isWritten(index) ? Self.equals(value) : value)
      }
      return DraftedCondition(condition: .made(written), words: words)
    }
  }

  static func equals(_ value: Node) -> Node { .made([(key: "equals", value: value)]) }
}

/// The conditions of one error.
private struct Conditions {
  let error: Node
  let others: [Node]
  let alike: [String]
  let platform: String?

  /// The conditions by the type or the domain, with what tells kinds of it apart, as ``KindParts`` has it.
  var named: [DraftedCondition] {
    // A struct of Swift has its type as the domain, and 1 as the code, whatever happened.
    let isStruct = error["domain"]?.string == error["type"]?.string && error["code"]?.text == "1"
    let details = isStruct ? ["status"] : ["code", "status"]
    let ofDomain = (isStruct ? [] : [["code"]]) + [["status"], []]
    let byType =
      details.compactMap { repeats($0) ? nil : condition("type", [$0]) } + [ofType].compactMap { $0 }
    let byDomain = ofDomain.compactMap { condition("domain", $0) }
    return [condition("type", ["case"]), isStruct ? problem : nil].compactMap { $0 }
      + (isDomainFirst ? byDomain + byType : byType + byDomain)
  }

  /// Whether the type says no more than the domain.
  private var isDomainFirst: Bool {
    guard let type = text("type"), let domain = text("domain") else { return true }
    let name = type.split(separator: ".").last.map { String($0) } ?? type
    return name == "NSError" || domain.hasSuffix("\(name)Domain") || GenericTypes.contains(type)
  }

  /// The condition by the type alone, and by the message where the type stands for everything.
  private var ofType: DraftedCondition? {
    guard let type = text("type"), type != error["status"]?.text else { return nil }
    guard GenericTypes.contains(type), let message else { return condition("type", []) }
    return condition("type", []).map {
      DraftedCondition(
        condition: .made(pairs($0.condition) + [(key: "message", value: message.condition)]),
        words: message.words.map { [words = $0.words[0]] in words + $0.prefix(4) })
    }
  }

  /// The condition by the problem's type and status, which all of its kind have.
  var problem: DraftedCondition? {
    guard let problem = error["problem"], let type = problem["type"]?.string, type != "about:blank",
      let written = written(.made(type))
    else { return nil }
    let status = problem["status"].map { [(key: "status", value: $0)] } ?? []
    return DraftedCondition(
      condition: .made([(key: "problem", value: .made([(key: "type", value: written)] + status))]),
      words: [RuleName.words(of: type.split(separator: "/").last.map { String($0) } ?? type)])
  }

  /// The conditions of an error that neither a type nor a domain names.
  var unnamed: [DraftedCondition] {
    let ofMessage = message.map { message in
      let number = error["code"].map { [(key: "code", value: $0)] } ?? []
      return DraftedCondition(
        condition: .made(number + [(key: "message", value: message.condition)]), words: message.words)
    }
    return [condition("case", []), ofCode, condition("status", []), ofMessage].compactMap { $0 }
  }

  /// The condition by the code alone, if it is a word, or a state of SQL.
  private var ofCode: DraftedCondition? {
    guard let code = error["code"]?.string, code.contains(where: { $0.isLetter }) || code.count == 5 else {
      return nil
    }
    guard code.first?.isNumber == true, let message else { return condition("code", []) }
    return condition("code", []).map { DraftedCondition(condition: $0.condition, words: message.words) }
  }

  private func condition(_ head: String, _ details: [String]) -> DraftedCondition? {
    var members: [(key: String, value: Node)] = []
    for key in [head] + details {
      guard let value = error[key].flatMap({ written($0) }) else { return nil }
      members.append((key: key, value: value))
    }
    var words = RuleName.words(of: error, head, details)
    if head == "type" { members[0].value = ownType(members[0].value) }
    if head == "domain", details == ["code"], let errno = Errno(error, platform) {
      members.replaceSubrange(1..., with: errno.members)
      words = words.map { $0.dropLast() + RuleName.words(of: errno.symbol) }
    }
    if head == "type", details.isEmpty || details == ["status"], let code = ownCode,
      let value = written(.made(code))
    {
      members.append((key: "attributes", value: .made([(key: "error.code", value: value)])))
      words = words.map { $0 + RuleName.words(of: code) }
    }
    if details.isEmpty, head == "type" || head == "domain" { members += absent(head) }
    return DraftedCondition(condition: .made(members), words: words)
  }

  /// The word for what happened that a service's client keeps beside the type and the status.
  private var ownCode: String? {
    error["attributes"]?["error.code"]?.string.flatMap { code in
      code.contains { $0.isLetter } ? code : nil
    }
  }

  /// The type, without those that it is an ancestor of, or that end like it, where there are such errors.
  private func ownType(_ type: Node) -> Node {
    guard let name = type.string else { return type }
    func isLike(_ other: Node) -> Bool {
      other.string.map { $0 != name && $0.hasSuffix(".\(name)") } ?? false
    }
    if others.contains(where: { $0["type"].map(isLike) ?? false }) {
      return .made([(key: "equals", value: type)])
    }
    let isAncestor = others.contains { other in
      other["type"]?.string != name
        && other["is"]?.elements?.contains { $0.string == name || isLike($0) } == true
    }
    return isAncestor ? .made([(key: "exactly", value: type)]) : type
  }

  /// The members that the kind lacks, where they tell several other kinds of the same type or domain apart.
  ///
  /// A single one is mostly the same error, of which more is known.
  private func absent(_ head: String) -> [(key: String, value: Node)] {
    let alike = others.filter { $0[head]?.text == error[head]?.text }
    let details = ["case", "code", "status"].filter { key in alike.contains { $0[key] != nil } }
    let values = Set(
      alike.flatMap { other in details.compactMap { key in other[key].map { "\(key) \($0.text)" } } })
    guard values.count > 1 else { return [] }
    return details.filter { error[$0] == nil }.map {
      (key: $0, value: .made([(key: "exists", value: .made(false))]))
    }
  }

  /// Whether a detail says once more what the type says.
  private func repeats(_ detail: String) -> Bool {
    guard let name = text("type"), let value = error[detail]?.text else { return false }
    return name == value || name.hasSuffix(".\(value)")
  }

  private var message: MessagePattern? {
    error["message"]?.string.flatMap { MessagePattern(of: $0, from: text("origin") ?? "", alike: alike) }
  }

  private func text(_ key: String) -> String? { error[key].flatMap { $0.text.isEmpty ? nil : $0.text } }

  private func pairs(_ mapping: Node) -> [(key: String, value: Node)] {
    (mapping.members ?? []).map { (key: $0.key, value: $0.value) }
  }

  /// The value as a condition has it, with `equals` where it would stand for others; nil for a secret.
  private func written(_ value: Node) -> Node? {
    guard let text = value.string else { return value }
    if text.contains(SecretText.mark) { return nil }
    let isOther = text.first == "$" || text.contains { $0 == "*" || $0 == "?" }
    return isOther ? DraftedCondition.equals(value) : value
  }
}

/// The types that say nothing of what happened: a program raises them for whatever it likes.
enum GenericTypes {
  private static let names: Set<String> = [
    "AggregateError", "ArgumentException", "ArithmeticError", "AssertionError", "AttributeError",
    "BaseException",
    "DatabaseError", "DBAPIError", "Error", "ErrorException", "Exception", "IOException",
    "IllegalArgumentException",
    "IllegalStateException", "IndexError", "InterfaceError", "InternalError", "InvalidOperationException",
    "KeyError",
    "LogicException", "LookupError", "NameError", "OSError", "OperationalError", "ProgrammingError",
    "RangeError", "ReferenceError", "RuntimeError", "RuntimeException", "StandardError", "Throwable",
    "TypeError", "UncheckedIOException", "ValueError", "errorString", "fundamental", "joinError", "panic",
    "withMessage", "withStack", "wrapError", "wrapErrors",
  ]

  static func contains(_ type: String) -> Bool {
    names.contains(type.split { $0 == "." || $0 == "\\" || $0 == ":" }.last.map { String($0) } ?? type)
  }
}
