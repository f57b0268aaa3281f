internal import Records
package import Source

/// A reader of the errors and events below `transform` and `raise`, and beside `emit`.
package struct ReplacementReader {
  let context: ActionContext

  static let texts: [Field] = [.message, .reason, .suggestion]
  package static let transformKeys = Field.identity.map { $0.name } + [wrap.name]
  package static let wrap = Key("wrap", .flag, "“true”: the old error and its causes become “underlying”.")
  package static let eventKeys = [
    Key("event", .text, "The event's new name."),
    Key(
      "with", .names(to: "eventTemplates", "mapping"), .absent("kept"),
      "The event's new values; without the key, it keeps its own."),
  ]
  /// An error needs at least one of these fields.
  package static let required = Field.required.filter { $0 != .event }.map { $0.name }

  func transform(_ node: Node) -> Replacement? {
    guard let members = members(of: node, "transform", such: "{ type: NetworkError, case: offline }") else {
      return nil
    }
    let isNew = members.contains { $0.key == "type" || $0.key == "domain" }
    var wraps = false
    var named: [Node.Member] = []
    var isWhole = true
    for member in members {
      if member.key == "wrap" {
        guard case .bool(let flag) = member.value.content else {
          context.report(.wrongFlag(member.value))
          isWhole = false
          continue
        }
        wraps = flag
      } else {
        named.append(member)
      }
    }
    if wraps, let underlying = named.first(where: { $0.key == "underlying" }) {
      context.report(
        Diagnostic(
          "wrong-value",
          "“wrap” makes the old error the cause of the new one. Remove “underlying” or “wrap”.",
          at: underlying.keyRange))
      isWhole = false
    }
    if isWhole, named.isEmpty, !wraps {
      context.report(
        Diagnostic(
          "empty-transform",
          "This transform changes nothing. Name the new error's fields, or write “then: continue”.",
          at: node.range))
      return nil
    }
    let written = named.map { self.member($0, of: members, in: "transform", keys: Self.transformKeys) }
    let contents = written.compactMap { $0 }
    guard isWhole, contents.count == written.count else { return nil }
    return Replacement(members: contents, kind: isNew ? .new : .edited, wraps: wraps)
  }

  /// The error that an event rule raises; nil if a fault was reported.
  func raised(_ node: Node) -> Replacement? {
    guard let members = members(of: node, "raise", such: "{ type: SessionExpired }") else { return nil }
    let keys = Field.identity.map { $0.name }
    let written = members.map { self.member($0, of: members, in: "raise", keys: keys) }
    let contents = written.compactMap { $0 }
    guard contents.count == written.count else { return nil }
    guard members.contains(where: { Self.required.contains($0.key) }) else {
      context.report(.noError(node))
      return nil
    }
    return Replacement(members: contents, kind: .new)
  }

  func event(_ name: Node, with: Node?) -> Replacement? {
    let event = eventName(name).map { Action.Member("event", .scalar(.string($0))) }
    let values = with.map { self.values($0) }
    guard let event, values == nil || values.flatMap({ $0 }) != nil else { return nil }
    // An event emitted without values has none, whatever the record carries.
    let content = values.flatMap { $0 } ?? .scalar(.null)
    return Replacement(members: [event, Action.Member("with", content)], kind: .edited)
  }

  /// For an event rule; nil if a fault was reported.
  func transformedEvent(_ node: Node) -> Replacement? {
    guard let members = members(of: node, "transform", such: "{ event: signIn }") else { return nil }
    var contents: [Action.Member] = []
    var isWhole = true
    for member in members {
      switch member.key {
      case "event":
        if let name = eventName(member.value) {
          contents.append(Action.Member("event", .scalar(.string(name))))
        } else {
          isWhole = false
        }
      case "with":
        if let values = values(member.value) {
          contents.append(Action.Member("with", values))
        } else {
          isWhole = false
        }
      default:
        isWhole = false
        let question = Suggestion.question(for: member.key, among: Self.eventKeys.names)
        let advice = question.isEmpty ? " An event has “event” and “with” only." : question
        context.report(
          Diagnostic(
            "unknown-key", "“\(member.key)” is not a member of an event.\(advice)", at: member.keyRange))
      }
    }
    guard isWhole else { return nil }
    guard !contents.isEmpty else {
      context.report(
        Diagnostic(
          "empty-transform",
          "This transform changes nothing. Write a new “event” or “with”, or write “then: continue”.",
          at: node.range))
      return nil
    }
    return Replacement(members: contents, kind: .edited)
  }

  private func members(of node: Node, _ what: String, such example: String) -> [Node.Member]? {
    guard let members = node.members else {
      context.report(.wrongType(node, expected: "a mapping for “\(what)”, such as \(example)"))
      return nil
    }
    return members
  }

  private func eventName(_ node: Node) -> String? {
    guard let name = node.string else {
      context.report(.wrongType(node, expected: "an event's name"))
      return nil
    }
    guard !name.isEmpty else {
      context.report(.wrongValue(node, "This event has no name. Write a name such as showSignIn."))
      return nil
    }
    return name
  }

  private func values(_ node: Node) -> Action.Content? {
    guard node.members != nil else {
      context.report(.wrongType(node, expected: "a mapping of values"))
      return nil
    }
    return context.templates(node)
  }

  private func member(_ member: Node.Member, of members: [Node.Member], in what: String, keys: [String])
    -> Action.Member?
  {
    guard let field = Field.identity.first(where: { $0.name == member.key }) else {
      reportUnknown(member, in: what, keys: keys)
      return nil
    }
    if case .null = member.value.content {
      context.report(.nullValue(of: member))
      return nil
    }
    if Self.texts.contains(field), what == "transform", member.value.string != nil {
      guard case .template(let template)? = context.template(member.value) else { return nil }
      return Action.Member(member.key, .template(template.asText))
    }
    guard fits(field, member), !isTemplate(field, member.value, in: what) else { return nil }
    var inside = Diagnostics()
    MemberCheck.reportInside(member, to: &inside)
    for finding in inside.all { context.report(finding) }
    if field == .code { return code(member.value, beside: members).map { Action.Member(member.key, $0) } }
    if field == .category { checkCategory(member.value) }
    return Action.Member(member.key, context.plain(member.value))
  }

  private func reportUnknown(_ member: Node.Member, in what: String, keys: [String]) {
    if Field.allCases.contains(where: { $0.name == member.key }) {
      context.report(
        Diagnostic(
          "unknown-key",
          "“\(member.key)” describes what happened, but “\(what)” changes only what the error is. Remove it; its value is kept.",
          at: member.keyRange))
      return
    }
    let question = Suggestion.question(for: member.key, among: keys)
    let advice = question.isEmpty ? " Allowed: \(keys.joined(separator: ", "))." : question
    context.report(
      Diagnostic("unknown-key", "“\(member.key)” is not allowed in “\(what)”.\(advice)", at: member.keyRange))
  }

  /// The type is that of a recorded error; a fault is reported.
  private func fits(_ field: Field, _ member: Node.Member) -> Bool {
    guard field.accepts(json: context.plain(member.value).json) else {
      if field == .severity, member.value.string != nil {
        context.report(.wrongWord(member.value, for: "severity", of: Severity.allCases.map { $0.name }))
      } else {
        context.report(.wrongType(member.value, expected: field.expectation))
      }
      return false
    }
    guard
      let fault = (member.value.elements ?? [member.value]).lazy.compactMap({ fault($0, in: field) }).first
    else { return true }
    context.report(fault)
    return false
  }

  private func fault(_ element: Node, in field: Field) -> Diagnostic? {
    switch field {
    case .is:
      return element.string == nil ? .wrongType(element, expected: "a type's name") : nil
    case .underlying:
      guard let members = element.members else {
        return .wrongType(element, expected: "an error (a mapping)")
      }
      return members.contains { Self.required.contains($0.key) } ? nil : .noError(element)
    case .options:
      let expected = "an option: a title, or { title, recovers }"
      guard let members = element.members else {
        return element.string == nil ? .wrongType(element, expected: expected) : nil
      }
      let isOption =
        element["title"]?.string != nil && members.allSatisfy { ["title", "recovers"].contains($0.key) }
      return isOption ? nil : .wrongType(element, expected: expected)
    default:
      return nil
    }
  }

  /// An unlisted category would be ignored at run time.
  private func checkCategory(_ node: Node) {
    guard let name = node.string else { return }
    let known = context.vocabulary.categoryNames
    guard !known.contains(name) else { return }
    let question = Suggestion.question(for: name, among: known)
    let advice = question.isEmpty ? " Add it under “categories”, or remove it here." : question
    context.report(
      Diagnostic(
        "unknown-category", .warning,
        "The category “\(name)” does not exist under “categories”, so it would be ignored.\(advice)",
        at: node.range))
  }

  /// Reports a placeholder in a text that nobody sees.
  private func isTemplate(_ field: Field, _ node: Node, in what: String) -> Bool {
    guard let text = node.string, let template = try? Template(text, allowing: [.with, .outcome]),
      template.parts.contains(where: { if case .value = $0 { true } else { false } })
    else { return false }
    let message =
      what == "raise"
      ? "An event rule raises an error without filling in placeholders. Remove the braces."
      : "Placeholders are allowed in message, reason and suggestion only. Write “\(field.name)” without braces."
    context.report(Diagnostic("wrong-template", message, at: node.range))
    return true
  }

  /// A symbol is resolved if the `domain` beside it has a table.
  private func code(_ node: Node, beside members: [Node.Member]) -> Action.Content? {
    guard let word = node.string, let domain = members.first(where: { $0.key == "domain" })?.value.string,
      Int64(word) == nil
    else { return context.plain(node) }
    let table = context.vocabulary.codes[domain]
    let symbol = BridgedStruct.all.first { $0.domain == domain }?.symbol(of: word)
    switch table?.codes[word] ?? symbol.flatMap({ CodeTable.builtIn(domain)?.codes[$0] }) {
    case .integer(let code): return .scalar(.number(.integer(code)))
    case .string(let code): return .scalar(.string(code))
    case .errno(let darwin?, let linux) where darwin == linux: return .scalar(.number(.integer(darwin)))
    case .errno:
      context.report(.wrongValue(node, "“\(word)” is a different number on each platform. Write the number."))
      return nil
    case nil:
      guard let table else { return context.plain(node) }
      let question = Suggestion.question(for: word, among: table.codes.keys.sorted())
      let advice = question.isEmpty ? " Write the number, or add it under “codes”." : question
      context.report(Diagnostic("unknown-code", "\(domain) has no code “\(word)”.\(advice)", at: node.range))
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func noError(_ node: Node) -> Diagnostic {
    let others = Field.required.filter { $0 != .event && $0 != .type }.map { $0.name }
    return Diagnostic(
      "missing-key", "This is not a complete error. Add “type”, or one of \(others.joined(separator: ", ")).",
      at: node.range)
  }
}
