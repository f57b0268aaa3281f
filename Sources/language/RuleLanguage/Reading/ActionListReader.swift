internal import Source

/// Each element is an action's mapping, or a bare word for an action without a value.
struct ActionListReader {
  let context: ActionContext

  func actions(of node: Node) -> [Action]? {
    guard let elements = node.elements else {
      context.report(noList(node))
      return nil
    }
    let actions = elements.map { action(of: $0) }
    let whole = actions.compactMap { $0 }
    return whole.count == actions.count ? whole : nil
  }

  /// Suggests the list that was probably meant.
  private func noList(_ node: Node) -> Diagnostic {
    let registry = context.vocabulary.registry
    if let word = node.string, let verdict = verdict(word) {
      return Diagnostic(
        "wrong-type", "“\(word)” is a verdict, not an action. Write \(verdict).", at: node.range)
    }
    var example = "[ { perform: logout } ]"
    if let members = node.members, members.contains(where: { registry.action($0.key) != nil }) {
      example = node.style == .flow ? "[ \(node.oneLine) ]" : "[ { \(members[0].key): … } ]"
    } else if let word = node.string, !word.contains(" ") {
      example = registry.action(word) == nil ? "[ { perform: \(word) } ]" : "[ { \(word): … } ]"
    }
    return .wrongType(node, expected: "a list of actions", advice: "Write \(example).")
  }

  /// A verdict's right place; nil for any other word.
  private func verdict(_ word: String) -> String? {
    let words = context.place == .event ? VerdictReader.eventWords : VerdictReader.words
    return words.contains(word) && context.place != .always ? "then: \(word)" : nil
  }

  private func action(of node: Node) -> Action? {
    let registry = context.vocabulary.registry
    if let word = node.string {
      guard word == "nothing", let plugin = registry.action(word) else {
        context.report(
          Diagnostic(
            "wrong-type", "“\(word)” is not an action by itself.\(advice(forWord: word))", at: node.range))
        return nil
      }
      let member = Node.Member(key: word, keyRange: node.range, value: node)
      return action(of: plugin, [member])
    }
    guard let members = node.members else {
      context.report(.wrongType(node, expected: "an action's mapping, such as { perform: logout }"))
      return nil
    }
    let kinds = members.filter { registry.action($0.key) != nil }
    guard let kind = kinds.first, let plugin = registry.action(kind.key) else {
      reportNoKind(node, members)
      return nil
    }
    guard kinds.count == 1 else {
      context.report(
        Diagnostic(
          "several-actions", "“\(kinds[1].key)” is another action. Write it as a list element of its own.",
          at: kinds[1].keyRange, related: [.init("the action that it is written beside", at: kind.keyRange)]))
      return nil
    }
    var fits = true
    var throttle: Throttle?
    var failed: Verdict?
    var limit: ActionLimit?
    for member in members where member.key != kind.key && !plugin.companions.contains(member.key) {
      if member.key == "throttle" {
        throttle = ThrottleReader(context: context).throttle(member)
        fits = fits && throttle != nil
        continue
      }
      if plugin.mayFail, member.key == "failed" {
        failed = FailureReader(context: context).verdict(member)
        fits = fits && failed != nil
        continue
      }
      if plugin.mayFail, member.key == "limit" {
        limit = FailureReader(context: context).limit(member.value)
        fits = fits && limit != nil
        continue
      }
      fits = false
      let failure = plugin.mayFail ? FailureReader.keys.names : []
      let known = plugin.companions + failure + [ThrottleReader.key.name]
      let question = Suggestion.question(for: member.key, among: known)
      context.report(
        Diagnostic(
          "unknown-key",
          "“\(member.key)” is not allowed beside “\(kind.key)”."
            + (question.isEmpty ? " Allowed: \(known.joined(separator: ", "))." : question),
          at: member.keyRange))
    }
    // What stands twice is a fault of the long form.
    let isLong = kind.value.members != nil && LongForm.of(kind.key) != nil
    let ordered =
      [kind]
      + members.filter {
        let isFailure = isLong && plugin.mayFail && FailureReader.keys.contains($0.key)
        return $0.key != kind.key && (isFailure || plugin.companions.contains($0.key))
      }
    guard var action = action(of: plugin, ordered), fits else { return nil }
    action.throttle = throttle
    action.failed = failed
    action.limit = limit
    return action
  }

  private func action(of plugin: AnyActionPlugin, _ members: [Node.Member]) -> Action? {
    if let action = plugin.action(for: members, in: context) { return action }
    context.vocabulary.noteRejection(of: members[0])
    return nil
  }

  private func advice(forWord word: String) -> String {
    let registry = context.vocabulary.registry
    if let verdict = verdict(word) { return " It is a verdict. Write \(verdict)." }
    let parts = word.split(separator: " ", maxSplits: 1).map { String($0) }
    if parts.count == 2, registry.action(parts[0]) != nil {
      return " Put a colon after “\(parts[0])”: { \(parts[0]): \(parts[1]) }."
    }
    let meant =
      registry.action(word).map { $0.key }
      ?? KnownWords.meaning(of: word, among: registry.actions.map { $0.key })
    switch meant {
    case "log": return " Write { log: text }."
    case "perform": return " Write { perform: name }."
    case "wait": return " Write { wait: 1s }."
    case "set": return " Write { set: { state.path: value } }."
    case "present": return " Write { present: { title: text } }."
    case let meant?: return " Write { \(meant): … }."
    case nil:
      let question = Suggestion.question(for: word, among: ["nothing"])
      return question.isEmpty ? " Write { perform: \(word) } for something that the app provides." : question
    }
  }

  private func reportNoKind(_ node: Node, _ members: [Node.Member]) {
    let kinds = context.vocabulary.registry.actions.map { $0.key }
    guard let first = members.first else {
      context.report(
        .wrongValue(node, "This action is empty. Write one of \(kinds.joined(separator: ", "))."))
      return
    }
    let question = Suggestion.question(for: first.key, among: kinds)
    let others = kinds.filter { $0 != "perform" }.joined(separator: ", ")
    let advice =
      question.isEmpty
      ? " Write { perform: \(first.key) } for something that the app provides, or one of \(others)."
      : question
    context.report(
      Diagnostic("unknown-action", "The action “\(first.key)” does not exist.\(advice)", at: first.keyRange))
  }
}
