internal import Source

extension ActionContext {
  /// Reports what is wrong with a mapping below a kind of action that is not its long form.
  func reportLongForm(_ members: [Node.Member]) {
    guard let kind = members.first, let form = LongForm.of(kind.key) else { return }
    guard
      let section = Section(
        kind.value, form.kind, keys: form.keys, advice: MisplacedKey.all, in: &vocabulary.diagnostics)
    else { return }
    if section.isWhole, section[form.value] == nil {
      report(.missingValue(of: form, at: kind.value))
    }
    for member in members.dropFirst() {
      guard let inner = section.node.members?.first(where: { $0.key == member.key }) else { continue }
      report(.companionTwice(member, first: inner))
    }
  }
}

extension Diagnostic {
  fileprivate static func missingValue(of form: LongForm, at node: Node) -> Diagnostic {
    Diagnostic(
      "missing-key",
      "This “\(form.kind)” has no \(form.value). Add “\(form.value)”, or write { \(form.kind): \(form.value) }.",
      at: node.range)
  }

  fileprivate static func companionTwice(_ member: Node.Member, first: Node.Member) -> Diagnostic {
    Diagnostic(
      "duplicate-key", "“\(member.key)” is given inside and beside the action. Remove one of them.",
      at: member.keyRange, related: [.init("the one inside", at: first.keyRange)])
  }
}
