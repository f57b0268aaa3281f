internal import Counting
/// Added tries over time and by upstream, and the fate of the operations.
package struct RetryLoad: Sendable {
  package struct Upstream: Sendable {
    package let name: String?
    package let tries: Int
    /// Tries due in a minute, and that minute since 1970; 0 and nil if no record has a time.
    package let peak: Int
    package let peakMinute: Int64?
  }

  /// Durations in milliseconds.
  package struct Spread: Sendable, Equatable {
    package let count: Int
    package let total: Int
    /// Accurate to within 3 percent, rounded down.
    package let median: Int
    package let most: Int
    package let longest: Int

    /// Rounded down; 0 for no values.
    package var mean: Int { count == 0 ? 0 : total / count }
  }

  package struct Second: Sendable, Equatable {
    /// Since 1970.
    package let second: Int64
    package let tries: Int
  }

  package struct Timeline: Sendable, Equatable {
    /// The first minute since 1970, and the minutes in each step.
    package let start: Int64
    package let width: Int64
    /// Due in each step; at most 240 steps.
    package let tries: [Int]
  }

  /// The stream's first tries, and those that the rules add.
  package struct Tries: Sendable, Equatable {
    package internal(set) var firsts = 0
    package internal(set) var added = 0

    package var all: Int { firsts + added }

    /// The amplification in hundredths; nil without a first try.
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
    /// The tries in at most 240 steps.
    package let tries: [Tries]
  }

  /// The fates of the retried operations.
  package struct Operations: Sendable {
    /// Each one recovered, was given up, or is unknown.
    package let retried: Int
    /// The operations of which no later record says that they failed again; in a simulation, those that succeed.
    package let recovered: Int
    /// The recovered ones of which a record says that they ended well; none in a simulation.
    package let completed: Int
    package let givenUp: Int
    /// The operations that were given up, by the ``ShownOutcome`` of their last error; none in a simulation.
    package let endings: [Int]
    package let unknown: Int
    /// The record names no operation, or its operation exceeds the limit.
    package let unfollowed: Int
    /// The time from an operation's first record to the one after which nothing is tried any more.
    package let givingUp: Spread
    /// The time from an operation's first record to the successful try.
    package let recovering: Spread
  }

  /// The tries by minute; nil if no record has a time.
  package let overTime: OverTime?
  /// Since 1970, and its tries.
  package let worstMinute: Int64?
  package let worst: Tries
  /// Whether or not they have a time.
  package let firsts: Int
  package let untracked: Int

  /// All added tries, and those without any timestamp before them.
  package let tries: Int
  package let untimed: Int
  /// More than a day after their record; the timeline leaves them out.
  package let farOff: Int
  /// Tries due in a minute, and that minute since 1970.
  package let peak: Int
  package let peakMinute: Int64?
  package let minutes: Int
  package let timeline: Timeline?
  package internal(set) var upstreams: [Upstream]
  package let otherUpstreams: Int
  /// The waits between a record and the granted try.
  package let waits: Spread

  package let operations: Operations
  let isReported: Bool
  /// Assumed; nil if it was inferred from later records.
  package let successRate: Double?
  /// The records that say that an operation ended well.
  package internal(set) var successes = 0
  /// The second with the most tries, first and added ones; nil without a simulation or without times.
  package let worstSecond: Second?

  /// Whether anything says which operations recover: an assumption, or successes in the stream.
  package var knowsSuccess: Bool { successRate != nil || successes > 0 }

  /// The name of the operations that count as recovered.
  package var recovery: String {
    if successRate != nil { return "recovered" }
    return operations.completed > 0 ? "ended well or not seen again" : Self.quiet
  }

  static let quiet = "not seen again"
}
