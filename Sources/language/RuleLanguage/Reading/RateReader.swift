package import Records
package import Source

/// Errors of a key within a window, which make a rule's matcher hold.
package struct Rate: Sendable {
  /// From 1 to 100,000.
  package let atLeast: Int
  package let within: TimeSpan
  /// Group the errors; empty: one count for all.
  package let per: [Subject]
}

/// Allowed at the top level of a rule's `when` only.
package struct RateReader {
  let vocabulary: Vocabulary

  package init(vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
  }

  package static let keys = ["atLeast", "within", "per"]
  package static let greatest: Int64 = 100_000

  /// Splits `rate` from a `when`; nil if there is none, or if a fault was reported.
  package func split(_ when: Node) -> (rate: Rate?, rest: Node) {
    guard let members = when.members, let member = members.first(where: { $0.key == "rate" }) else {
      return (nil, when)
    }
    let rest = Node(
      .mapping(members.filter { $0.key != "rate" }), style: when.style, range: when.range, text: when.text)
    return (rate(member), rest)
  }

  private func rate(_ member: Node.Member) -> Rate? {
    let before = vocabulary.diagnostics.all.count
    guard let section = Section(member.value, "rate", keys: Self.keys, in: &vocabulary.diagnostics) else {
      return nil
    }
    let atLeast = section["atLeast"].flatMap { count($0) }
    let within = section["within"].flatMap { window($0) }
    var per: [Subject]? = []
    if let member = section.member("per") {
      per = KeyPathReader(vocabulary: vocabulary)
        .subjects(member, advice: "Leave it out to count all errors together.")
    }
    if section.isWhole {
      if section["atLeast"] == nil { report(missing: "atLeast", "the number of errors", member) }
      if section["within"] == nil { report(missing: "within", "the window", member) }
    }
    guard let atLeast, let within, let per, vocabulary.diagnostics.all.count == before else { return nil }
    return Rate(atLeast: atLeast, within: within, per: per)
  }

  private func count(_ node: Node) -> Int? {
    guard case .integer(let count) = node.content else {
      vocabulary.diagnostics.report(.wrongType(node, expected: "an integer from 1 to \(Self.greatest)"))
      return nil
    }
    guard (1...Self.greatest).contains(count) else {
      vocabulary.diagnostics.report(
        .wrongValue(node, "A rate counts the current error too. Write a number from 1 to \(Self.greatest)."))
      return nil
    }
    return Int(count)
  }

  private func window(_ node: Node) -> TimeSpan? {
    guard let text = node.string, let span = TimeSpan(text) else {
      vocabulary.diagnostics.report(.wrongDuration(node))
      return nil
    }
    guard span.microseconds > 0 else {
      vocabulary.diagnostics.report(.wrongValue(node, "A window can't be zero. Write a length such as 1m."))
      return nil
    }
    return span
  }

  private func report(missing key: String, _ what: String, _ member: Node.Member) {
    vocabulary.diagnostics.report(
      Diagnostic("missing-key", "This rate does not give \(what). Add “\(key)”.", at: member.keyRange))
  }
}

extension Diagnostic {
  static func misplacedRate(_ member: Node.Member) -> Diagnostic {
    Diagnostic(
      "misplaced-rate",
      "A rate counts the errors that reach a rule, so it must be at the top level of the rule's “when”. "
        + "Move it there, or split the rule in two.", at: member.keyRange)
  }
}
