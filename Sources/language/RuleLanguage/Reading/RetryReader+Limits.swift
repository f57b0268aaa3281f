internal import Records
internal import Source

/// `deadline` and `quota`; `none` takes back what `defaults.retry` says.
extension RetryReader {
  package static let quotaKeys = ["retries", "within", "per", "tokens", "ratio"]
  package static let quotas: ClosedRange<Int64> = 1...100_000
  /// Of one or two tokens not even a first failure leaves more than half.
  package static let tokens: ClosedRange<Int64> = 3...1_000
  package static let ratios: ClosedRange<Double> = 0.001...1_000

  func readDeadline(_ node: Node, into policy: inout RetryPolicy) {
    if node.string == "none" {
      policy.deadline = nil
      return
    }
    policy.deadline = span(node) ?? policy.deadline
    if policy.deadline?.microseconds == 0 {
      report(.wrongValue(node, "A deadline can't be zero. Write a length such as 30s, or none."))
    }
  }

  func readQuota(_ member: Node.Member, into policy: inout RetryPolicy) {
    if member.value.string == "none" {
      policy.quota = nil
      return
    }
    guard
      let section = Section(member.value, "quota", keys: Self.quotaKeys, in: &vocabulary.diagnostics)
    else { return }
    let tokenKeys = ["tokens", "ratio"].compactMap { section.member($0) }
    let retryKeys = ["retries", "within", "per"].compactMap { section.member($0) }
    if let token = tokenKeys.first, let other = retryKeys.first {
      report(
        Diagnostic(
          "wrong-value",
          "A quota counts retries or tokens, not both: “\(other.key)” can't stand beside “\(token.key)”.",
          at: other.keyRange))
      return
    }
    policy.quota =
      (tokenKeys.isEmpty ? retries(section, member) : tokens(section, member)) ?? policy.quota
  }

  private func retries(_ section: Section, _ member: Node.Member) -> RetryPolicy.Quota? {
    let retries = section["retries"].flatMap { integer($0, Self.quotas, "100000") }
    var within: TimeSpan?
    if let value = section["within"] {
      within = span(value)
      if within?.microseconds == 0 {
        report(.wrongValue(value, "A window can't be zero. Write a length such as 1m."))
      }
    }
    var per: [Subject]? = []
    if let member = section.member("per") {
      per = KeyPathReader(vocabulary: vocabulary)
        .subjects(member, advice: "Leave it out to count all retries of the rule together.")
    }
    require("retries", "how many", "retries: 100", section, member)
    require("within", "no window", "within: 1m", section, member)
    guard let retries, let within, let per else { return nil }
    return .retries(retries, within: within, per: per)
  }

  private func tokens(_ section: Section, _ member: Node.Member) -> RetryPolicy.Quota? {
    let tokens = section["tokens"].flatMap { integer($0, Self.tokens, "1000") }
    var ratio: Int?
    if let value = section["ratio"] {
      if let number = value.number?.double {
        if Self.ratios.contains(number) {
          ratio = Int((number * 1_000).rounded())
        } else {
          report(.wrongValue(value, "A completed operation gives back from 0.001 to 1000 tokens."))
        }
      } else {
        report(.wrongType(value, expected: "a number from 0.001 to 1000"))
      }
    }
    require("tokens", "no tokens", "tokens: 10", section, member)
    require("ratio", "nothing that gives tokens back", "ratio: 0.1", section, member)
    guard let tokens, let ratio else { return nil }
    return .tokens(tokens * 1_000, ratio: ratio)
  }

  private func require(
    _ key: String, _ lack: String, _ example: String, _ section: Section, _ member: Node.Member
  ) {
    guard section[key] == nil, section.isWhole else { return }
    let says = lack == "how many" ? "does not say how many retries it grants" : "has \(lack)"
    report(
      Diagnostic("missing-key", "This quota \(says). Add “\(key)”, such as \(example).", at: member.keyRange))
  }

  private func integer(_ node: Node, _ range: ClosedRange<Int64>, _ most: String) -> Int? {
    guard case .integer(let number) = node.content else {
      report(.wrongType(node, expected: "an integer from \(range.lowerBound) to \(most)"))
      return nil
    }
    guard range.contains(number) else {
      let reason =
        range == Self.tokens && number > 0 && number < range.lowerBound
        ? "A failure takes a token, and a retry needs more than half of them: with \(number) none is ever granted. "
        : ""
      report(.wrongValue(node, "\(reason)Write a number from \(range.lowerBound) to \(most)."))
      return nil
    }
    return Int(number)
  }
}
