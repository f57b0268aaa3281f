internal import Engine
internal import Source
internal import RuleLanguage
internal import Records

/// Maximum delays, without delays requested by a service (`retryAfter`); before a deadline a random one is as short as
/// the deadline needs it to be. Other errors take nothing from a quota. An error that says its try says the time since
/// its first failure, too. Tries are counted by the error's own
/// `attempt` if it has one and the rule counts by operation, and by the evaluator's state otherwise.
struct WorstCase {
  enum End {
    case used
    /// Tries are forgotten (`within`) before the budget is exhausted.
    case never(RetryRule)
    /// Beyond the simulated tries.
    case far
  }

  /// Simulated, including the first.
  private(set) var tries = 1
  private(set) var time = TimeSpan(microseconds: 0)
  private(set) var end = End.used

  private static let most = 20_000

  /// Simulates one error that several retries may match, raised again after each delay.
  ///
  /// - Parameters:
  ///   - rules: the retries in evaluation order.
  ///   - saysItsTry: the error has an `attempt`.
  ///   - limits: the tries at which retries match, for those that compare the `attempt`.
  init(of rules: [RetryRule], saysItsTry: Bool, limits: [Int: AttemptLimit] = [:]) {
    var course = Course(rules, saysItsTry: saysItsTry, limits: limits)
    var mark = course.mark
    var next = 1
    var steps = 0
    while let index = course.grant() {
      if course.isEndless(at: index) {
        end = .never(rules[index])
        break
      }
      course.wait(for: index, course.delay(at: index) ?? TimeSpan(microseconds: 0))
      steps += 1
      // The remembered state decides what follows: if it recurs, so does everything else (Brent, BIT 1980).
      if course.isSame(as: mark), let forgetful = course.forgetful {
        end = .never(forgetful)
        break
      }
      if steps == next {
        mark = course.mark
        next *= 2
      }
      if course.tries == Self.most {
        end = .far
        break
      }
    }
    tries = course.tries
    time = TimeSpan(microseconds: course.now)
  }

  func isWorse(than other: WorstCase) -> Bool {
    switch (end, other.end) {
    case (.never, .never), (.used, .never), (.far, .never): false
    case (.never, .used), (.never, .far): true
    case (.used, .used), (.used, .far), (.far, .used), (.far, .far):
      (tries, time.microseconds) > (other.tries, other.time.microseconds)
    }
  }
}

/// Tries at which a rule matches that compares the `attempt`.
struct AttemptLimit {
  /// No budget is larger, and no condition is evaluated for more tries.
  static let most = 1_000

  /// Tries beyond ``most`` count as the one after it.
  let allows: (_ attempt: Int) -> Bool
}

/// One error, with the state of its rules.
private struct Course {
  private let rules: [RetryRule]
  private let saysItsTry: Bool
  private let limits: [Int: AttemptLimit]
  private let delays: [[TimeSpan]]
  /// The least delays, of rules with a deadline.
  private let shortestDelays: [[TimeSpan]]
  /// The delays of a retry together take at least as long as it remembers a try.
  private let forgets: [Bool]
  private var granted: [Granted]
  private(set) var tries = 1
  /// Microseconds since the first try.
  private(set) var now: Int64 = 0

  init(_ rules: [RetryRule], saysItsTry: Bool, limits: [Int: AttemptLimit]) {
    self.rules = rules
    self.saysItsTry = saysItsTry
    self.limits = limits
    granted = rules.map { _ in Granted() }
    let delays = rules.map { $0.longestDelays }
    self.delays = delays
    shortestDelays = rules.map { $0.policy.deadline == nil ? [] : $0.shortestDelays }
    forgets = zip(rules, delays).map { rule, delays in
      let all = delays.reduce(Int64(0)) { $0.addingSaturating($1.microseconds) }
      return all >= rule.policy.within.microseconds
    }
  }

  /// Tries are counted by the evaluator's state.
  private func remembers(_ index: Int) -> Bool { !saysItsTry || !rules[index].isPerOperation }

  /// The current try from the view of a retry.
  private func attempt(at index: Int) -> Int { remembers(index) ? granted[index].count + 1 : tries }

  /// The first retry that matches and has a try left, or nil at the end.
  mutating func grant() -> Int? {
    for index in rules.indices {
      granted[index].removeTimes(until: now - rules[index].policy.within.microseconds)
    }
    var left: String?
    for (index, rule) in rules.enumerated() where rule.responder.id.text != left {
      if let limit = limits[index], !limit.allows(min(tries, AttemptLimit.most + 1)) { continue }
      if attempt(at: index) < rule.policy.maxAttempts, delay(at: index) != nil { return index }
      switch rule.policy.exhausted {
      case .continue: continue
      case .escalate: left = rule.responder.id.text
      case .evaluation: return nil
      }
    }
    return nil
  }

  /// The longest delay of the current try that ends before the deadline; nil if there is none.
  func delay(at index: Int) -> TimeSpan? {
    let policy = rules[index].policy
    let longest = delays[index][attempt(at: index) - 1]
    guard let deadline = policy.deadline else { return longest }
    guard let elapsed = saysItsTry ? now : granted[index].firstTime.map({ now - $0 }) else { return longest }
    let left = deadline.microseconds - elapsed
    if longest.microseconds <= left { return longest }
    let shortest = shortestDelays[index][attempt(at: index) - 1].microseconds
    return shortest <= left ? .milliseconds(left / 1_000) : nil
  }

  /// A retry with a try left has one forever: its delays together take at least as long as it remembers a
  /// try, so that its state never fills up.
  func isEndless(at index: Int) -> Bool {
    // A deadline may end it before it forgets.
    guard rules[index].policy.deadline == nil else { return false }
    guard remembers(index), limits.isEmpty || tries > AttemptLimit.most else { return false }
    return forgets[index]
  }

  mutating func wait(for index: Int, _ delay: TimeSpan) {
    granted[index].append(now)
    now = now.addingSaturating(delay.microseconds)
    tries += 1
  }

  /// The first retry by state that forgot a try.
  var forgetful: RetryRule? {
    rules.indices.first { remembers($0) && granted[$0].hasForgotten }.map { rules[$0] }
  }
}

extension Course {
  /// A state to compare with later ones.
  struct Mark {
    fileprivate let tries: Int
    fileprivate let ages: [[Int64]]
  }

  var mark: Mark {
    Mark(tries: min(tries, AttemptLimit.most + 1), ages: granted.map { $0.ages(at: now) })
  }

  /// The same state as at `mark` decides the following tries.
  func isSame(as mark: Mark) -> Bool {
    // Earlier tries matter for as long as a budget may count them.
    if saysItsTry, rules.contains(where: { $0.policy.deadline != nil }) { return false }
    guard !saysItsTry || min(tries, AttemptLimit.most + 1) == mark.tries else { return false }
    return zip(rules.indices, mark.ages).allSatisfy { index, ages in
      !remembers(index) || granted[index].hasAges(ages, at: now)
    }
  }

  private struct Granted {
    private var times: [Int64] = []
    private var first = 0

    var count: Int { times.count - first }
    var hasForgotten: Bool { first > 0 }
    var firstTime: Int64? { first < times.count ? times[first] : nil }

    mutating func append(_ time: Int64) { times.append(time) }

    mutating func removeTimes(until end: Int64) {
      while first < times.count, times[first] <= end { first += 1 }
    }

    func ages(at now: Int64) -> [Int64] { times[first...].map { now - $0 } }

    func hasAges(_ ages: [Int64], at now: Int64) -> Bool {
      count == ages.count && zip(times[first...], ages).allSatisfy { now - $0 == $1 }
    }
  }
}

extension Int64 {
  /// The largest integer on overflow.
  fileprivate func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
