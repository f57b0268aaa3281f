internal import Records
package import Source

/// An entry of `breakers`.
package struct BreakerReader {
  let vocabulary: Vocabulary

  package static let keys = [
    Key(
      "when", .matcher, .absent("every error"),
      "The errors that it counts; without “rate”, “open” and “custom”."),
    Key(
      "atLeast", .integer(RateReader.counts), .required,
      "The number of errors within the window at which it opens; the fifth satisfies “atLeast: 5”."),
    Key("within", .lastingDuration, .required, "The length of the window."),
    Key(
      "stays", .lastingDuration, .required, such: [#""30s""#],
      "How long it stays open after the last error that fitted."),
    Key(
      "per", .fields, .absent("one key for all"),
      "Fields whose values group the errors; each group has a breaker of its own."),
  ]

  /// Nil if a fault was reported.
  func breaker(_ member: Node.Member) -> Breaker? {
    let before = vocabulary.diagnostics.all.count
    guard let section = Section(member.value, "a breaker", keys: Self.keys, in: &vocabulary.diagnostics)
    else { return nil }
    let condition = section["when"].map { self.condition($0) } ?? .always
    let atLeast = section.integer(
      "atLeast", RateReader.counts, "A breaker opens at an error.", in: &vocabulary.diagnostics)
    let within = section.duration(
      "within", zero: "A window can't be zero. Write a length such as 1m.", in: &vocabulary.diagnostics)
    let stays = section.duration(
      "stays", zero: "A breaker can't close as it opens. Write how long it stays open, such as 30s.",
      in: &vocabulary.diagnostics)
    let per = section.per(advice: "Leave it out to count all errors together.", vocabulary)
    let lacks = [
      ("atLeast", "the number of errors"), ("within", "the window"), ("stays", "how long it stays open"),
    ]
    for (key, lack) in lacks {
      section.require(
        key, "This breaker does not say \(lack). Add “\(key)”.", at: member.keyRange,
        in: &vocabulary.diagnostics)
    }
    guard let condition, let atLeast, let within, let stays, let per,
      vocabulary.diagnostics.all.count == before
    else { return nil }
    return Breaker(
      name: Named(member.key, member.keyRange), when: section["when"], condition: condition, atLeast: atLeast,
      within: within, stays: stays, per: per)
  }

  /// The condition, which may not ask the program's code: a replay could not tell what its breaker counted.
  private func condition(_ node: Node) -> Condition? {
    guard let condition = vocabulary.condition(of: node, scope: .breaker) else { return nil }
    let questions = condition.reduce(into: [Condition.Source]()) { questions, part in
      switch part {
      case .custom(_, _, let source), .predicate(_, let source): questions.append(source)
      default: break
      }
    }
    for question in questions { vocabulary.diagnostics.report(.pluginOfBreaker(at: question.range)) }
    return questions.isEmpty ? condition : nil
  }
}
