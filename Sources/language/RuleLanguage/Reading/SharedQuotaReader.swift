internal import Records
package import Source

/// An entry of `quotas`.
package struct SharedQuotaReader {
  let vocabulary: Vocabulary

  package static let keys = [
    Key("tokens", .integer(tokens), .required, "The tokens of a full bucket; every key begins with them."),
    Key(
      "gives", .mapping(givesKeys), .absent("one token for every completion"),
      "The tokens that a completed operation gives back, up to a full bucket."),
    Key(
      "per", .fields, .absent("one key for all"),
      "Fields whose values group the errors and the completions; each group has a bucket of its own."),
  ]
  package static let givesKeys = [
    Key(
      "success", .number(amounts), .default("1"),
      "The tokens that an operation gives back which ends well."),
    Key(
      "retried", .words([cost], meanings: ["The tokens that the operation's last retry took, once."]),
      .absent("“success”"), "The tokens that an operation gives back which ends well after a retry."),
  ]
  /// Thousandths of them are counted in 32 bits.
  static let tokens: ClosedRange<Int64> = 1...1_000_000
  private static let amounts: ClosedRange<Double> = 0...Double(tokens.upperBound)
  private static let cost = "cost"
  static let thousandths = 1_000

  /// Nil if a fault was reported.
  func quota(_ member: Node.Member) -> SharedQuota? {
    let before = vocabulary.diagnostics.all.count
    guard let section = Section(member.value, "a quota", keys: Self.keys, in: &vocabulary.diagnostics) else {
      return nil
    }
    section.require(
      "tokens", "This quota has no tokens. Add “tokens”, such as tokens: 500.", at: member.keyRange,
      in: &vocabulary.diagnostics)
    let tokens = section.integer(
      "tokens", Self.tokens, "A retry takes tokens from the bucket.", in: &vocabulary.diagnostics)
    let per = section.per(advice: "Leave it out for one bucket for all.", vocabulary)
    var success: Int? = Self.thousandths
    var givesCost = false
    if let gives = section["gives"],
      let section = Section(gives, "gives", keys: Self.givesKeys, in: &vocabulary.diagnostics)
    {
      if let value = section["success"] {
        success = Self.amount(
          value, in: Self.amounts, "A completed operation takes no tokens.", &vocabulary.diagnostics)
      }
      givesCost = section.word("retried", of: [Self.cost], in: &vocabulary.diagnostics) != nil
    }
    guard let tokens, let per, let success, vocabulary.diagnostics.all.count == before else { return nil }
    return SharedQuota(
      name: Named(member.key, member.keyRange), tokens: tokens * Self.thousandths, success: success,
      givesCost: givesCost, per: per)
  }

  /// Tokens in thousandths; nil if a fault was reported. `reason` says why other numbers are invalid.
  static func amount(
    _ value: Node, in range: ClosedRange<Double>, _ reason: String, _ diagnostics: inout Diagnostics
  ) -> Int? {
    let bounds = "from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    guard let number = value.number?.double else {
      diagnostics.report(.wrongType(value, expected: "a number \(bounds)"))
      return nil
    }
    guard range.contains(number) else {
      diagnostics.report(.wrongValue(value, "\(reason) Write a number \(bounds)."))
      return nil
    }
    return Int((number * Double(thousandths)).rounded())
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
