internal import Records
package import Source

package struct ThrottleReader {
  let context: ActionContext

  package static let key = Key(
    "throttle", .defined("throttle", "mapping"),
    "How often the action runs at most. When it is skipped, the verdict still stands.")
  package static let keys = [
    Key(
      "per", .fields, .absent("one key for all"),
      "Fields whose values group the errors that share the window."),
    Key(
      "every", .lastingDuration, .required, such: [#""30s""#], "How long the action is skipped after it ran."),
  ]

  func throttle(_ member: Node.Member) -> Throttle? {
    guard
      let section = Section(member.value, "throttle", keys: Self.keys, in: &context.vocabulary.diagnostics)
    else { return nil }
    let per = section.per(advice: "Leave it out to share one throttle among all errors.", context.vocabulary)
    let every = section.duration(
      "every", zero: "A throttle's window can't be zero. Write a length such as 30s.",
      in: &context.vocabulary.diagnostics)
    section.require(
      "every", "This throttle has no window. Add “every”, such as every: 30s.", at: member.keyRange,
      in: &context.vocabulary.diagnostics)
    guard let per, let every, section.isWhole else { return nil }
    return Throttle(per: per, every: every)
  }
}
