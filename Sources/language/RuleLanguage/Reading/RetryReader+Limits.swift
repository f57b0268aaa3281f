internal import Records
package import Source

/// `quota`; `none` takes back what `defaults.retry` says.
extension RetryReader {
  package static let quotaKeys = [
    Key(
      "retries", .integer(quotas), .absent("required, unless “tries”, “tokens” or “of”"),
      "The number of retries that this rule grants in a window."),
    Key(
      "tries", .integer(quotas), .absent("required, unless “retries”, “tokens” or “of”"),
      "The number of tries in a window that begins with the first of them, which counts too."),
    Key(
      "within", .lastingDuration, .absent("required with “retries” and “tries”"),
      "The window of the retries or tries."),
    Key(
      "per", .fields, .absent("one key for all"), "Fields whose values group the errors that share the quota."
    ),
    Key(
      "window",
      .words(
        windows,
        meanings: [
          "The window ends now, at every moment.",
          "The window begins with its first retry and lasts “within”, whatever comes between.",
        ]), .default("sliding"), "The course of the window of “retries”."),
    Key(
      "of", .text, .absent("required, unless “retries”, “tries” or “tokens”"), such: [#""aws""#],
      "The name of a quota under “quotas”, which rules share."),
    Key(
      "cost", .number(costs), .default("1"),
      "The tokens that a retry of this rule takes from the quota “of”."),
    Key(
      "tokens", .integer(tokens), .absent("required, unless “retries”, “tries” or “of”"),
      "The tokens of an origin; a failure takes one, and a retry needs more than half of them."),
    Key(
      "ratio", .number(ratios), .absent("required with “tokens”"),
      "The tokens that a completed operation of the origin gives back."),
  ]
  private static let quotas: ClosedRange<Int64> = 1...100_000
  /// A quota of one or two tokens would end with the first failure, which leaves no more than half.
  private static let tokens: ClosedRange<Int64> = 3...1_000
  private static let ratios: ClosedRange<Double> = 0.001...1_000
  private static let costs: ClosedRange<Double> = 0.001...Double(SharedQuotaReader.tokens.upperBound)
  private static let windows = [RetryPolicy.Quota.Window.sliding, .fixed].map { $0.rawValue }

  func readQuota(_ member: Node.Member, into policy: inout RetryPolicy) {
    if member.value.string == "none" {
      policy.quota = nil
      return
    }
    guard
      let section = Section(member.value, "quota", keys: Self.quotaKeys, in: &vocabulary.diagnostics)
    else { return }
    let tokenKeys = ["tokens", "ratio"].compactMap { section.member($0) }
    let retryKeys = ["retries", "tries", "within", "per", "window"].compactMap { section.member($0) }
    let sharedKeys = ["of", "cost"].compactMap { section.member($0) }
    if let shared = sharedKeys.first, let other = (retryKeys + tokenKeys).first {
      report(
        Diagnostic(
          "wrong-value",
          "A quota is the rule's own or one of “quotas”, not both: “\(other.key)” can't stand beside “\(shared.key)”.",
          at: other.keyRange))
      return
    }
    if let token = tokenKeys.first, let other = retryKeys.first {
      report(
        Diagnostic(
          "wrong-value",
          "A quota counts retries or tokens, not both: “\(other.key)” can't stand beside “\(token.key)”.",
          at: other.keyRange))
      return
    }
    if section.member("tries") != nil,
      let other = ["retries", "window"].compactMap({ section.member($0) }).first
    {
      report(
        Diagnostic(
          "wrong-value",
          "A quota counts tries, in a fixed window, or retries: “\(other.key)” can't stand beside “tries”.",
          at: other.keyRange))
      return
    }
    let quota =
      !sharedKeys.isEmpty
      ? shared(section, member) : tokenKeys.isEmpty ? retries(section, member) : tokens(section, member)
    policy.quota = quota ?? policy.quota
  }

  private func shared(_ section: Section, _ member: Node.Member) -> RetryPolicy.Quota? {
    require("of", "does not say whose tokens a retry takes", "of: NAME", section, member)
    var cost: Int? = SharedQuotaReader.thousandths
    if let value = section["cost"] {
      cost = SharedQuotaReader.amount(
        value, in: Self.costs, "A retry takes more than nothing.", &vocabulary.diagnostics)
    }
    guard let name = section.text("of", in: &vocabulary.diagnostics), let cost,
      let quota = vocabulary.quota(name)
    else { return nil }
    guard cost <= quota.tokens else {
      let tokens = quota.tokens / SharedQuotaReader.thousandths
      report(
        Diagnostic(
          "wrong-value",
          "The quota “\(name.text)” has \(tokens) token\(tokens == 1 ? "" : "s"), so this retry would never be granted. Lower “cost”, or raise “tokens”.",
          at: section["cost"]?.range ?? name.range, related: [.init("the quota", at: quota.name.range)]))
      return nil
    }
    return .shared(name.text, cost: cost)
  }

  private func retries(_ section: Section, _ member: Node.Member) -> RetryPolicy.Quota? {
    let countsTries = section.member("tries") != nil
    let number = countsTries ? "tries" : "retries"
    let count = section.integer(number, Self.quotas, "", in: &vocabulary.diagnostics)
    let within = section.duration(
      "within", zero: "A window can't be zero. Write a length such as 1m.", in: &vocabulary.diagnostics)
    let per = section.per(advice: "Leave it out to count all retries of the rule together.", vocabulary)
    require(number, "does not say how many retries it grants", "retries: 100", section, member)
    require("within", "has no window", "within: 1m", section, member)
    let window = section.word("window", of: Self.windows, in: &vocabulary.diagnostics)
      .flatMap { RetryPolicy.Quota.Window(rawValue: $0) }
    guard let count, let within, let per else { return nil }
    return .retries(count, within: within, per: per, window: countsTries ? .tries : window ?? .sliding)
  }

  private func tokens(_ section: Section, _ member: Node.Member) -> RetryPolicy.Quota? {
    var reason = ""
    if case .integer(let number)? = section["tokens"]?.content, (1..<Self.tokens.lowerBound).contains(number)
    {
      reason =
        "A failure takes a token, and a retry needs more than half of them: with \(number) none is ever granted."
    }
    let tokens = section.integer("tokens", Self.tokens, reason, in: &vocabulary.diagnostics)
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
    require("tokens", "has no tokens", "tokens: 10", section, member)
    require("ratio", "has nothing that gives tokens back", "ratio: 0.1", section, member)
    guard let tokens, let ratio else { return nil }
    return .tokens(tokens * 1_000, ratio: ratio)
  }

  private func require(
    _ key: String, _ lack: String, _ example: String, _ section: Section, _ member: Node.Member
  ) {
    section.require(
      key, "This quota \(lack). Add “\(key)”, such as \(example).", at: member.keyRange,
      in: &vocabulary.diagnostics)
  }
}
