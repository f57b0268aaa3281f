internal import RuleEngine

/// What retries come to in the worst case: every delay at its longest, without what the other side asks for
/// (`retryAfter`), tries of `per: operation` counted by the error itself (`attempt`), others as the rules remember them.
struct WorstCase {
  /// Tries in all, the first included.
  private(set) var tries = 1
  /// The delays, all together.
  private(set) var time = TimeSpan(microseconds: 0)
  /// The rules whose tries are forgotten (`within`) before they are used up, so that it never ends.
  private(set) var forgetful: [RetryRule] = []

  /// More tries than any budgets of a path come to that end.
  private static let most = 20_000

  /// One error that several places may try again, in the order in which they are asked, raised again and again.
  init(of rules: [RetryRule]) {
    var granted = rules.map { _ in Granted() }
    var now: Int64 = 0
    while let place = Self.grants(rules, &granted, attempt: tries, now) {
      let rule = rules[place]
      let attempt = rule.isPerOperation ? tries : granted[place].count + 1
      granted[place].append(now)
      now += rule.longestDelay(before: attempt + 1).microseconds
      tries += 1
      guard tries < Self.most else {
        forgetful = zip(rules, granted).filter { !$0.isPerOperation && $1.hasForgotten }.map { $0.0 }
        break
      }
    }
    time = TimeSpan(microseconds: now)
  }

  /// The first place that has a try left, or nil where it ends.
  private static func grants(_ rules: [RetryRule], _ granted: inout [Granted], attempt: Int, _ now: Int64)
    -> Int?
  {
    var left: String?
    for (place, rule) in rules.enumerated() where rule.responder.id.text != left {
      granted[place].forget(until: now - rule.policy.within.microseconds)
      let tried = rule.isPerOperation ? attempt : granted[place].count + 1
      if tried < rule.policy.maxAttempts { return place }
      switch rule.policy.exhausted {
      case .continue: continue
      case .escalate: left = rule.responder.id.text
      case .evaluation: return nil
      }
    }
    return nil
  }

  /// When a rule granted tries that it still remembers.
  private struct Granted {
    private var times: [Int64] = []
    private var first = 0

    var count: Int { times.count - first }
    var hasForgotten: Bool { first > 0 }

    mutating func append(_ time: Int64) { times.append(time) }

    mutating func forget(until end: Int64) {
      while first < times.count, times[first] <= end { first += 1 }
    }
  }
}
