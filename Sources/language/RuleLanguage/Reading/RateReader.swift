package import Records
package import Source

/// Errors of a key within a window, which make a rule's matcher hold.
package struct Rate: Sendable {
  /// The number of errors that the rate takes, from 1 to 100,000.
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

  package static let key = Key(
    "rate", .mapping(keys), such: [#"{"atLeast": 5, "within": "1m", "per": ["type"]}"#],
    "Holds if enough such errors occurred within a window.")
  package static let keys = [
    Key(
      "atLeast", .integer(counts), .required,
      "The least number of errors, this one included; the fifth satisfies “atLeast: 5”."),
    Key("within", .lastingDuration, .required, "The length of the window."),
    Key("per", .fields, .absent("one key for all"), "Fields whose values group the errors that are counted."),
  ]
  static let counts: ClosedRange<Int64> = 1...100_000

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
    let atLeast = section.integer(
      "atLeast", Self.counts, "A rate counts the current error too.", in: &vocabulary.diagnostics)
    let within = section.duration(
      "within", zero: "A window can't be zero. Write a length such as 1m.", in: &vocabulary.diagnostics)
    let per = section.per(advice: "Leave it out to count all errors together.", vocabulary)
    for (key, lack) in [("atLeast", "the number of errors"), ("within", "the window")] {
      section.require(
        key, "This rate does not give \(lack). Add “\(key)”.", at: member.keyRange,
        in: &vocabulary.diagnostics)
    }
    guard let atLeast, let within, let per, vocabulary.diagnostics.all.count == before else { return nil }
    return Rate(atLeast: atLeast, within: within, per: per)
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
