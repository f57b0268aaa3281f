internal import Records
internal import Source

struct ContradictionCheck {
  private let items: [Expectation.Item]

  init(_ expectation: Expectation) {
    items = expectation.items
  }

  func report(to diagnostics: inout Diagnostics) {
    for (index, left) in items.enumerated() {
      for right in items[(index + 1)...] {
        guard let reason = reason(left, right) ?? reason(right, left) else { continue }
        diagnostics.report(
          Diagnostic(
            "contradiction",
            "“\(left.key)” and “\(right.key)” contradict each other: \(reason). Delete one of them.",
            at: right.place, related: [.init("the other item", at: left.place)]))
      }
    }
  }

  private func reason(_ left: Expectation.Item, _ right: Expectation.Item) -> String? {
    let (key, other) = (left.key.unprefixed, right.key.unprefixed)
    switch (left.meaning, right.meaning) {
    case (.by(let by), .flag(false)) where other == "handled" && by != ExpectationReader.nobody:
      return "an error that a rule decides is handled"
    case (.by(ExpectationReader.nobody), .flag(true)) where other == "handled":
      return "an error that no rule decides is not handled"
    case (.by(let by), .responder(let responder))
    where by.split(separator: "/").first.map({ String($0) }) != responder:
      return "\(by) does not belong to \(responder)"
    case (.by(let by), .member(let path)) where other == "path":
      return pathReason(by, path)
    case (.by(ExpectationReader.nobody), .member) where other == "retry":
      return "only a rule grants a retry"
    case (.by(let by), .rules) where by == ExpectationReader.ignored:
      return "no rule is evaluated for an ignored error"
    case (.member(let evaluation), .member) where key == "evaluation" && other == "retry":
      return evaluation.node.string == Evaluation.retry.name
        ? nil : "tries remain only if the evaluation is retry"
    case (.flag(false), .member(let evaluation)) where key == "handled" && other == "evaluation",
      (.by(ExpectationReader.nobody), .member(let evaluation)) where other == "evaluation":
      return evaluation.node.string == Evaluation.retry.name ? "only a rule grants a retry" : nil
    case (.flag(false), .member) where key == "handled" && other == "retry":
      return "only a rule grants a retry"
    case (.never(let never), _):
      return neverReason(never, right)
    case (.only(let only), _):
      return onlyReason(only, right)
    default:
      return nil
    }
  }

  private func pathReason(_ by: String, _ path: ExpectedValue) -> String? {
    let names = (path.node.elements ?? []).compactMap { $0.string }
    if by == ExpectationReader.nobody { return nil }
    if by == ExpectationReader.ignored {
      return names.isEmpty ? nil : "an ignored error visits no responder"
    }
    guard let responder = by.split(separator: "/").first.map({ String($0) }), names.last != responder else {
      return nil
    }
    return "the path ends with the responder that decides, \(responder)"
  }

  private func neverReason(_ never: Expectation.Bound, _ item: Expectation.Item) -> String? {
    switch (never, item.meaning) {
    case (.evaluation(let values), .member(let value)) where item.key.unprefixed == "evaluation":
      return values.contains { $0.holds(for: value.node) } ? "one requires what the other forbids" : nil
    case (.category(let values), .member(let value)) where item.key.unprefixed == "category":
      return values.contains { $0.holds(for: value.node) } ? "one requires what the other forbids" : nil
    case (.path(let names), .member(let value)) where item.key.unprefixed == "path":
      let visited = (value.node.elements ?? []).compactMap { $0.string }
      return visited.first { names.contains($0) }.map { "the path contains \($0)" }
    case (.by(let names), .by(let name)):
      return names.contains(name) ? "one requires what the other forbids" : nil
    case (.rules(let names), .by(let name)):
      return names.contains(name) ? "\(name) runs if it decides" : nil
    case (.rules(let names), .rules(let wanted)):
      return wanted.first { names.contains($0) }.map { "one requires \($0), the other forbids it" }
    case (.actions(let forbidden), .actions(let wanted)), (.events(let forbidden), .events(let wanted)):
      return wanted.contains { value in forbidden.contains { $0.holds(for: value.node) } }
        ? "one requires what the other forbids" : nil
    case (.answer(let forbidden), .answer(let wanted)):
      return forbidden.contains { $0.holds(for: wanted.node) } ? "one requires what the other forbids" : nil
    default:
      return nil
    }
  }

  private func onlyReason(_ only: Expectation.Bound, _ item: Expectation.Item) -> String? {
    switch (only, item.meaning) {
    case (.rules(let names), .rules(let wanted)):
      return wanted.first { !names.contains($0) }.map { "\($0) is not in the list of rules that may run" }
    case (.path(let names), .member(let value)) where item.key.unprefixed == "path":
      let visited = (value.node.elements ?? []).compactMap { $0.string }
      return visited.first { !names.contains($0) }.map {
        "\($0) is not in the list of responders that may be visited"
      }
    case (.actions(let allowed), .actions(let wanted)) where allowed.isEmpty && !wanted.isEmpty:
      return "one requires an action, the other allows none"
    case (.actions(let allowed), .actions(let wanted)):
      let kinds = allowed.map { $0.actionKind }
      // An item without a kind may be of any kind.
      guard !kinds.contains(nil) else { return nil }
      return wanted.compactMap { $0.actionKind }.first { !kinds.contains($0) }
        .map { "one requires “\($0)”, which the other does not allow" }
    case (.events(let allowed), .events(let wanted)) where allowed.isEmpty && !wanted.isEmpty:
      return "one requires an event, the other allows none"
    default:
      return nil
    }
  }
}

extension ExpectedValue {
  fileprivate var actionKind: String? {
    let kinds = ["nothing", "log", "perform", "set", "wait", "present"]
    if let word = node.string { return kinds.contains(word) ? word : nil }
    return node.members?.first { kinds.contains($0.key) }?.key
  }
}

extension String {
  fileprivate var unprefixed: String { hasPrefix("raised.") ? String(dropFirst(7)) : self }
}
