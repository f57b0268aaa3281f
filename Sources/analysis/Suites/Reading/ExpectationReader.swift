internal import RuleLanguage
internal import Records
internal import Source

struct ExpectationReader {
  /// The names of the rule set. Nil if it could not be read.
  let words: RuleSetWords?

  static let nobody = "nobody"
  static let ignored = "ignore"

  /// Reads an expectation with fragments expanded. Nil after reporting that it is not one.
  func expectation(_ node: Node, _ diagnostics: inout Diagnostics, prefix: String = "") -> Expectation? {
    let keys = SuiteKeys.expectation
    guard let section = Section(node, "an expectation", keys: keys, in: &diagnostics) else { return nil }
    var expectation = Expectation()
    for member in node.members ?? [] {
      let key = member.key
      switch key {
      case "never", "only":
        let keys = key == "never" ? SuiteKeys.never : SuiteKeys.only
        expectation.items += bounds(member, prefix: prefix, keys, &diagnostics)
      case "use":
        diagnostics.report(
          Diagnostic(
            "wrong-place", "“use” is allowed only at the top level of an expectation.", at: member.keyRange))
      default:
        guard let meaning = meaning(member.value, key, of: section, &diagnostics) else { break }
        expectation.items.append(
          Expectation.Item(
            key: prefix + key, place: member.keyRange, text: JSONWriter.line(member.value), meaning: meaning))
      }
    }
    ContradictionCheck(expectation).report(to: &diagnostics)
    return expectation
  }

  /// The meaning of a member that is one item. Nil after reporting a wrong value, or for an unknown key.
  private func meaning(_ value: Node, _ key: String, of section: Section, _ diagnostics: inout Diagnostics)
    -> Expectation.Meaning?
  {
    switch key {
    case "evaluation":
      return section.word(key, of: Evaluation.allCases.map { $0.name }, in: &diagnostics)
        .map { _ in .member(scalar(value)) }
    case "category":
      guard let name = section.text(key, in: &diagnostics) else { return nil }
      words?.checkCategory(name, &diagnostics)
      return .member(scalar(value))
    case "unknownCategory": return section.text(key, in: &diagnostics).map { _ in .member(scalar(value)) }
    case "handled", "assumed":
      if case .bool(let flag) = value.content { return .flag(flag) }
      diagnostics.report(.wrongFlag(value))
      return nil
    case "by":
      guard let name = section.text(key, in: &diagnostics) else { return nil }
      return answerer(name, &diagnostics).map { .by($0) }
    case "responder":
      guard let name = section.text(key, in: &diagnostics) else { return nil }
      words?.checkResponder(name, &diagnostics)
      return .responder(name.text)
    case "rules": return .rules(clauses(value, key, &diagnostics))
    case "path", "outOfContract":
      for name in names(value, key, "responder ids", &diagnostics) {
        words?.checkResponder(name, &diagnostics)
      }
      return .member(ExpectedValueReader.value(value.asList, &diagnostics))
    case "retry": return retry(value, &diagnostics).map { .member($0) }
    case "actions": return .actions(happenings(value, key, &diagnostics))
    case "events": return .events(happenings(value, key, &diagnostics))
    case "alert": return alert(value, &diagnostics).map { .actions([$0]) }
    case "answer":
      return checkTitle(value, &diagnostics) ? .answer(ExpectedValueReader.value(value, &diagnostics)) : nil
    case "error":
      if value.members != nil { return .error(ExpectedValueReader.value(value, &diagnostics)) }
      diagnostics.report(.wrongType(value, expected: "an error (a mapping)"))
      return nil
    case "raised": return expectation(value, &diagnostics, prefix: "raised.").map { .raised($0) }
    default: return nil
    }
  }

  private func bounds(
    _ member: Node.Member, prefix: String, _ keys: [Key], _ diagnostics: inout Diagnostics
  ) -> [Expectation.Item] {
    guard let section = Section(member.value, member.key, keys: keys, in: &diagnostics) else { return [] }
    return (section.node.members ?? []).filter { keys.contains($0.key) }.compactMap { bound in
      let isNever = member.key == "never"
      guard let read = self.bound(bound, isNever: isNever, &diagnostics) else { return nil }
      return Expectation.Item(
        key: "\(prefix)\(member.key).\(bound.key)", place: bound.keyRange, text: JSONWriter.line(bound.value),
        meaning: isNever ? .never(read) : .only(read))
    }
  }

  private func bound(_ member: Node.Member, isNever: Bool, _ diagnostics: inout Diagnostics) -> Expectation
    .Bound?
  {
    let value = member.value
    let list = value.elements ?? [value]
    switch member.key {
    case "evaluation":
      let words = Evaluation.allCases.map { $0.name }
      for element in list where !words.contains(element.string ?? "") {
        diagnostics.report(.wrongWord(element, for: "evaluation", of: words))
      }
      return .evaluation(list.map { scalar($0) })
    case "category":
      for name in names(value, member.key, "categories", &diagnostics) {
        words?.checkCategory(name, &diagnostics)
      }
      return .category(list.map { scalar($0) })
    case "by":
      return .by(names(value, member.key, "rules", &diagnostics).compactMap { answerer($0, &diagnostics) })
    case "rules":
      return .rules(clauses(value, member.key, &diagnostics))
    case "path":
      let names = names(value, member.key, "responder ids", &diagnostics)
      for name in names { words?.checkResponder(name, &diagnostics) }
      return .path(names.map { $0.text })
    case "actions":
      if isNever { for element in list { checkPerform(element, &diagnostics) } }
      return .actions(happenings(value, member.key, &diagnostics))
    case "answer":
      for element in list where element.scalar != nil { _ = checkTitle(element, &diagnostics) }
      return .answer(list.map { ExpectedValueReader.value($0, &diagnostics) })
    case "events":
      if isNever { for element in list { checkEvent(element, &diagnostics) } }
      return .events(happenings(value, member.key, &diagnostics))
    default: return nil
    }
  }

  /// An answer is a button's title, or null.
  private func checkTitle(_ node: Node, _ diagnostics: inout Diagnostics) -> Bool {
    switch node.content {
    case .string:
      words?.checkTitle(Named(node.text, at: node.range), &diagnostics)
      return true
    case .null: return true
    case .bool, .integer, .decimal, .sequence, .mapping:
      diagnostics.report(
        .wrongType(node, expected: "a button's title, in quotes if it looks like another value"))
      return false
    }
  }

  private func checkPerform(_ node: Node, _ diagnostics: inout Diagnostics) {
    guard let name = node["perform"], let text = name.string else { return }
    words?.checkPerform(Named(text, at: name.range), &diagnostics)
  }

  private func checkEvent(_ node: Node, _ diagnostics: inout Diagnostics) {
    guard let name = node["event"] ?? (node.string == nil ? nil : node), let text = name.string else {
      return
    }
    words?.checkEvent(Named(text, at: name.range), &diagnostics)
  }

  private func answerer(_ name: Named, _ diagnostics: inout Diagnostics) -> String? {
    guard let words else { return name.text }
    return words.clause(name, alsoAllowed: [Self.nobody, Self.ignored], &diagnostics)
  }

  private func clauses(_ node: Node, _ key: String, _ diagnostics: inout Diagnostics) -> [String] {
    names(node, key, "rules", &diagnostics).compactMap { name in
      words.map { $0.clause(name, &diagnostics) } ?? name.text
    }
  }

  private func names(_ node: Node, _ key: String, _ what: String, _ diagnostics: inout Diagnostics) -> [Named]
  {
    if let text = node.string { return [Named(text, at: node.range)] }
    guard let elements = node.elements else {
      diagnostics.report(.wrongType(node, expected: "a list of \(what) for “\(key)”"))
      return []
    }
    return elements.compactMap { element in
      guard let text = element.string else {
        diagnostics.report(.wrongType(element, expected: "one of the \(what)"))
        return nil
      }
      return Named(text, at: element.range)
    }
  }

  private func happenings(_ node: Node, _ key: String, _ diagnostics: inout Diagnostics) -> [ExpectedValue] {
    guard let elements = node.elements else {
      let example = key == "actions" ? "[ { perform: logout } ]" : "[ { event: opened } ]"
      diagnostics.report(.wrongType(node, expected: "a list of \(key), such as \(example)"))
      return []
    }
    let isActions = key == "actions"
    return elements.compactMap { element in
      if !isActions, let name = element.string {
        // An event is identified by its name.
        let member = Node.Member(key: "event", keyRange: element.range, value: element)
        let named = Node(.mapping([member]), style: .flow, range: element.range)
        return name.isEmpty ? nil : ExpectedValueReader.value(named, &diagnostics)
      }
      let what = isActions ? "an action, such as { perform: logout }" : "an event, such as { event: opened }"
      return ExpectedValueReader.happening(element, what, &diagnostics)
    }
  }

  private func scalar(_ node: Node) -> ExpectedValue { ExpectedValue(node: node, meaning: .scalar) }

  private func retry(_ node: Node, _ diagnostics: inout Diagnostics) -> ExpectedValue? {
    guard Section(node, "an expected retry", keys: SuiteKeys.retry, in: &diagnostics) != nil else {
      return nil
    }
    let members: [(key: String, value: ExpectedValue)] = (node.members ?? []).compactMap { member in
      let value =
        member.key == "delay"
        ? ExpectedValueReader.delay(member.value, &diagnostics)
        : ExpectedValueReader.value(member.value, &diagnostics)
      return value.map { (member.key, $0) }
    }
    return ExpectedValue(node: node, meaning: .mapping(members, tests: []))
  }

  /// Reads an alert as an action: the contents below `present`, the result beside it.
  private func alert(_ node: Node, _ diagnostics: inout Diagnostics) -> ExpectedValue? {
    guard let members = node.members else {
      diagnostics.report(.wrongType(node, expected: "what an alert shows, such as { title: Offline }"))
      return nil
    }
    let beside = ["answer", "assumed", "coalesced", "throttled", "responder", "rule", "otherwise", "always"]
    let shown = members.filter { !beside.contains($0.key) }
    if let answer = node["answer"], answer.scalar != nil { _ = checkTitle(answer, &diagnostics) }
    let present = Node(.mapping(shown), style: .flow, range: node.range)
    let value = ExpectedValueReader.value(present, &diagnostics)
    let others = members.filter { beside.contains($0.key) }
      .map { (key: $0.key, value: ExpectedValueReader.value($0.value, &diagnostics)) }
    return ExpectedValue(node: node, meaning: .mapping([(key: "present", value: value)] + others, tests: []))
  }
}

extension Node {
  fileprivate var asList: Node {
    elements == nil ? Node(.sequence([self]), style: .flow, range: range) : self
  }

  var scalar: Node? {
    switch content {
    case .sequence, .mapping: nil
    case .null, .bool, .integer, .decimal, .string: self
    }
  }
}
