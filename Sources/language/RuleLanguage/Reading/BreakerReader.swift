internal import Records
internal import Source

/// An entry of `breakers`.
package struct BreakerReader {
  let vocabulary: Vocabulary

  package static let keys = ["when", "atLeast", "within", "stays", "per"]

  /// Nil if a fault was reported.
  func breaker(_ member: Node.Member) -> Breaker? {
    let before = vocabulary.diagnostics.all.count
    guard let section = Section(member.value, "a breaker", keys: Self.keys, in: &vocabulary.diagnostics)
    else { return nil }
    let condition = section["when"].map { self.condition($0) } ?? .always
    let atLeast = section["atLeast"].flatMap { count($0) }
    let within = section["within"].flatMap {
      length($0, "A window can't be zero. Write a length such as 1m.")
    }
    let stays = section["stays"].flatMap {
      length($0, "A breaker can't close as it opens. Write how long it stays open, such as 30s.")
    }
    var per: [Subject]? = []
    if let member = section.member("per") {
      per = KeyPathReader(vocabulary: vocabulary)
        .subjects(member, advice: "Leave it out to count all errors together.")
    }
    if section.isWhole {
      if section["atLeast"] == nil { report(missing: "atLeast", "the number of errors", member) }
      if section["within"] == nil { report(missing: "within", "the window", member) }
      if section["stays"] == nil { report(missing: "stays", "how long it stays open", member) }
    }
    guard let condition, let atLeast, let within, let stays, let per,
      vocabulary.diagnostics.all.count == before
    else { return nil }
    return Breaker(
      name: Named(member.key, member.keyRange), when: section["when"], condition: condition, atLeast: atLeast,
      within: within, stays: stays, per: per)
  }

  /// Without code: a replay could not tell what a program's breaker counted.
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

  private func count(_ node: Node) -> Int? {
    guard case .integer(let count) = node.content else {
      vocabulary.diagnostics.report(.wrongType(node, expected: "an integer from 1 to \(RateReader.greatest)"))
      return nil
    }
    guard (1...RateReader.greatest).contains(count) else {
      vocabulary.diagnostics.report(
        .wrongValue(node, "A breaker opens at an error. Write a number from 1 to \(RateReader.greatest)."))
      return nil
    }
    return Int(count)
  }

  private func length(_ node: Node, _ advice: String) -> TimeSpan? {
    guard let text = node.string, let span = TimeSpan(text) else {
      vocabulary.diagnostics.report(.wrongDuration(node))
      return nil
    }
    guard span.microseconds > 0 else {
      vocabulary.diagnostics.report(.wrongValue(node, advice))
      return nil
    }
    return span
  }

  private func report(missing key: String, _ what: String, _ member: Node.Member) {
    vocabulary.diagnostics.report(
      Diagnostic("missing-key", "This breaker does not say \(what). Add “\(key)”.", at: member.keyRange))
  }
}
