internal import RuleEngine

/// What retries come to in the worst case: every delay at its longest, without what the other side asks for
/// (`retryAfter`); tries counted by the error itself (`attempt`) where it says them and the rule counts by operation, as
/// the rules remember them elsewhere.
struct WorstCase {
  /// What becomes of the error.
  enum End {
    /// At last no try is left.
    case used
    /// A rule forgets its tries (`within`) before they are used up.
    case never(RetryRule)
    /// It goes on for longer than it is followed.
    case far
  }

  /// Tries in all, the first included; as far as they are followed.
  private(set) var tries = 1
  /// The delays, all together; as far as they are followed.
  private(set) var time = TimeSpan(microseconds: 0)
  private(set) var end = End.used

  /// How many tries are followed.
  private static let most = 20_000

  /// One error that several places may try again, in the order in which they are asked, raised again after each delay.
  ///
  /// - Parameters:
  ///   - rules: the places.
  ///   - saysItsTry: whether the error has an `attempt`.
  ///   - limits: which tries the places ask for, where their conditions ask for the `attempt`.
  init(of rules: [RetryRule], saysItsTry: Bool, limits: [Int: AttemptLimit] = [:]) {
    var course = Course(rules, saysItsTry: saysItsTry, limits: limits)
    var mark = course.mark
    var next = 1
    var steps = 0
    while let place = course.grant() {
      if course.isEndless(at: place) {
        end = .never(rules[place])
        break
      }
      course.wait(for: place)
      steps += 1
      // What is remembered says all that follows: where it comes again, so does the rest (Brent, BIT 1980).
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

  /// Whether an error is tried longer, or more often.
  func isWorse(than other: WorstCase) -> Bool {
    switch (end, other.end) {
    case (.never, .never), (.used, .never), (.far, .never): false
    case (.never, .used), (.never, .far): true
    case (.used, .used), (.used, .far), (.far, .used), (.far, .far):
      (tries, time.microseconds) > (other.tries, other.time.microseconds)
    }
  }
}

/// Which tries a rule asks for, where its condition asks for the `attempt`.
struct AttemptLimit {
  /// No budget reaches further, and no condition is asked about more.
  static let most = 1_000

  /// Whether the rule asks for an error's try; of later tries than ``most`` as of the one after it.
  let asks: (_ attempt: Int) -> Bool
}

/// One error, raised again and again, and what its rules remember of it.
private struct Course {
  private let rules: [RetryRule]
  private let saysItsTry: Bool
  private let limits: [Int: AttemptLimit]
  /// The longest delays of each place.
  private let delays: [[TimeSpan]]
  /// Whether all of them together take as long as a place remembers a try.
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
    forgets = zip(rules, delays).map { rule, delays in
      let all = delays.reduce(Int64(0)) { $0.addingSaturating($1.microseconds) }
      return all >= rule.policy.within.microseconds
    }
  }

  /// Whether a place counts its tries by what it remembers.
  private func remembers(_ place: Int) -> Bool { !saysItsTry || !rules[place].isPerOperation }

  /// Which try it is to a place.
  private func attempt(at place: Int) -> Int { remembers(place) ? granted[place].count + 1 : tries }

  /// The first place that asks for the error and has a try left, or nil where it ends.
  mutating func grant() -> Int? {
    for place in rules.indices { granted[place].forget(until: now - rules[place].policy.within.microseconds) }
    var left: String?
    for (place, rule) in rules.enumerated() where rule.responder.id.text != left {
      if let limit = limits[place], !limit.asks(min(tries, AttemptLimit.most + 1)) { continue }
      if attempt(at: place) < rule.policy.maxAttempts { return place }
      switch rule.policy.exhausted {
      case .continue: continue
      case .escalate: left = rule.responder.id.text
      case .evaluation: return nil
      }
    }
    return nil
  }

  /// Whether a place that has a try left has one for ever: the delays between as many tries as it grants take at least as
  /// long as it remembers one, so that it never remembers all of them.
  func isEndless(at place: Int) -> Bool {
    guard remembers(place), limits.isEmpty || tries > AttemptLimit.most else { return false }
    return forgets[place]
  }

  /// Lets a place try again, after its delay.
  mutating func wait(for place: Int) {
    let delay = delays[place][attempt(at: place) - 1]
    granted[place].append(now)
    now = now.addingSaturating(delay.microseconds)
    tries += 1
  }

  /// The first place that forgot a try, and counts by what it remembers.
  var forgetful: RetryRule? {
    rules.indices.first { remembers($0) && granted[$0].hasForgotten }.map { rules[$0] }
  }
}

extension Course {
  /// What there was at some time, to be compared with later.
  struct Mark {
    fileprivate let tries: Int
    fileprivate let ages: [[Int64]]
  }

  var mark: Mark {
    Mark(tries: min(tries, AttemptLimit.most + 1), ages: granted.map { $0.ages(at: now) })
  }

  /// Whether all that decides what follows is as it was then.
  func isSame(as mark: Mark) -> Bool {
    // The tries before matter for as long as a budget may count them.
    guard !saysItsTry || min(tries, AttemptLimit.most + 1) == mark.tries else { return false }
    return zip(rules.indices, mark.ages).allSatisfy { place, ages in
      !remembers(place) || granted[place].hasAges(ages, at: now)
    }
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

    func ages(at now: Int64) -> [Int64] { times[first...].map { now - $0 } }

    func hasAges(_ ages: [Int64], at now: Int64) -> Bool {
      count == ages.count && zip(times[first...], ages).allSatisfy { now - $0 == $1 }
    }
  }
}

extension Int64 {
  /// The sum, or the largest number where there is none: of times that nobody lives to see.
  fileprivate func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
