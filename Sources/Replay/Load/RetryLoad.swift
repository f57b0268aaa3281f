/// The simulated effect of retries: added tries over time and by upstream, and the fate of the operations.
package struct RetryLoad: Sendable {
  package struct Upstream: Sendable {
    package let name: String?
    package let tries: Int
    /// The peak number of tries due in a minute, and that minute since 1970; 0 and nil if no record has a
    /// time.
    package let peak: Int
    package let peakMinute: Int64?
  }

  /// The distribution of durations, in milliseconds.
  package struct Spread: Sendable, Equatable {
    package let count: Int
    package let total: Int
    /// The median and the 95th percentile. Both are accurate to within 3 percent, rounded down.
    package let median: Int
    package let most: Int
    package let longest: Int

    /// The arithmetic mean, rounded down; 0 for no values.
    package var mean: Int { count == 0 ? 0 : total / count }
  }

  package struct Timeline: Sendable, Equatable {
    /// The first minute since 1970, and the minutes in each step.
    package let start: Int64
    package let width: Int64
    /// Tries due in each step; at most 240 steps.
    package let tries: [Int]
  }

  /// Tries without the rules' retries, which are the first tries that the stream has, and tries that the
  /// rules add.
  package struct Tries: Sendable, Equatable {
    package internal(set) var firsts = 0
    package internal(set) var added = 0

    package var all: Int { firsts + added }

    /// By how much the rules multiply the tries, in hundredths; nil without a first try.
    package var amplification: Int? { firsts == 0 ? nil : (all * 100 + firsts / 2) / firsts }

    static func + (left: Tries, right: Tries) -> Tries {
      Tries(firsts: left.firsts + right.firsts, added: left.added + right.added)
    }

    static func += (left: inout Tries, right: Tries) { left = left + right }
  }

  package struct OverTime: Sendable, Equatable {
    /// The first minute since 1970, and the minutes in each step.
    package let start: Int64
    package let width: Int64
    /// Tries in each step; at most 240 steps.
    package let tries: [Tries]
  }

  /// First tries, and tries that the rules add, by minute; nil if no record has a time.
  package let overTime: OverTime?
  /// The minute with the most tries, since 1970, and its tries.
  package let worstMinute: Int64?
  package let worst: Tries
  /// First tries of the stream, whether or not they have a time.
  package let firsts: Int
  /// Added tries of retries that are granted untracked.
  package let untracked: Int

  /// All added tries, and those without any timestamp before them.
  package let tries: Int
  package let untimed: Int
  /// Tries due more than a day after their record, which the timeline leaves out.
  package let farOff: Int
  /// The peak number of tries due in a minute, and that minute since 1970.
  package let peak: Int
  package let peakMinute: Int64?
  /// The number of minutes with an added try.
  package let minutes: Int
  package let timeline: Timeline?
  package let upstreams: [Upstream]
  /// Tries of upstreams beyond the limit.
  package let otherUpstreams: Int
  /// Delays between a record and the granted try.
  package let waits: Spread

  /// Retried operations. Each one recovered, was given up, or is unknown.
  package let operations: Int
  package let recovered: Int
  package let givenUp: Int
  package let unknown: Int
  /// Records with a granted retry that name no operation, or whose operation exceeds the limit.
  package let unfollowed: Int
  /// Durations from an operation's first record to the record after which nothing is tried any more.
  package let givingUp: Spread
  /// Durations from an operation's first record to the successful try.
  package let recovering: Spread
  /// The assumed probability that a try succeeds; nil if it was inferred from later records.
  package let successRate: Double?
}
