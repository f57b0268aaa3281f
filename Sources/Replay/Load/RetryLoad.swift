/// What the retries would have done: the tries they add, when and to whom, and what comes of the operations.
package struct RetryLoad: Sendable {
  /// Tries of one system behind.
  package struct Upstream: Sendable {
    /// Its name, or nil where a record says none.
    package let name: String?
    package let tries: Int
    /// The most tries due in one minute, and that minute, counted from 1970; 0 and nil where no record has a time.
    package let peak: Int
    package let peakMinute: Int64?
  }

  /// Lengths of time in milliseconds: how many, and where they lie.
  package struct Spread: Sendable, Equatable {
    package let count: Int
    package let total: Int
    /// Half of them are at most as long; nineteen of twenty. Both to within 3 per cent, rounded down.
    package let median: Int
    package let most: Int
    package let longest: Int

    /// The arithmetic mean, rounded down; 0 where there is none.
    package var mean: Int { count == 0 ? 0 : total / count }
  }

  /// How often something is tried again, minute by minute.
  package struct Timeline: Sendable, Equatable {
    /// The minute, counted from 1970, that the first step begins with, and the minutes of each.
    package let start: Int64
    package let width: Int64
    /// Tries due in each step, at most 240 of them.
    package let tries: [Int]
  }

  /// Tries in all, and those of records without any time before.
  package let tries: Int
  package let untimed: Int
  /// Tries due more than a day after their record, which stand in no minute.
  package let farOff: Int
  /// The most tries due in one minute, and that minute, counted from 1970.
  package let peak: Int
  package let peakMinute: Int64?
  /// How many minutes have a try due.
  package let minutes: Int
  package let timeline: Timeline?
  /// Most tries first.
  package let upstreams: [Upstream]
  /// Tries of upstreams beyond those followed.
  package let otherUpstreams: Int
  /// From a record to the try it was granted.
  package let waits: Spread

  /// Operations that were tried again; each of them recovered, was given up, or is not known.
  package let operations: Int
  package let recovered: Int
  package let givenUp: Int
  /// The stream ends before it tells.
  package let unknown: Int
  /// Records that were granted a try and belong to no operation that can be followed.
  package let unfollowed: Int
  /// From the first record of an operation to the one after which nothing is tried any more.
  package let givingUp: Spread
  /// From the first record of an operation to the try that succeeded.
  package let recovering: Spread
  /// How likely a try was assumed to succeed; nil: the stream's later records said it.
  package let successRate: Double?
}
