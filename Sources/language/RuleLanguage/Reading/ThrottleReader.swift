internal import Records
internal import Source

package struct ThrottleReader {
  let context: ActionContext

  package static let keys = ["per", "every"]

  func throttle(_ member: Node.Member) -> Throttle? {
    guard
      let section = Section(member.value, "throttle", keys: Self.keys, in: &context.vocabulary.diagnostics)
    else { return nil }
    var per: [Subject]? = []
    if let member = section.member("per") {
      per = KeyPathReader(vocabulary: context.vocabulary)
        .subjects(member, advice: "Leave it out to share one throttle among all errors.")
    }
    let every = section["every"].flatMap { length($0) }
    if section["every"] == nil, section.isWhole {
      context.report(
        Diagnostic(
          "missing-key", "This throttle has no window. Add “every”, such as every: 30s.", at: member.keyRange)
      )
    }
    guard let per, let every, section.isWhole else { return nil }
    return Throttle(per: per, every: every)
  }

  private func length(_ node: Node) -> TimeSpan? {
    guard let text = node.string, let span = TimeSpan(text) else {
      context.report(.wrongDuration(node))
      return nil
    }
    guard span.microseconds > 0 else {
      context.report(.wrongValue(node, "A throttle's window can't be zero. Write a length such as 30s."))
      return nil
    }
    return span
  }
}
