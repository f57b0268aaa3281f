internal import Bytes
package import Records
package import RuleLanguage

/// A listener to each step of an evaluation: explanations, coverage and costs.
protocol StepSink: ~Copyable {
  /// Whether every rule must be reported, even one that cannot match.
  static var isRecording: Bool { get }
  mutating func arrives(at responder: ResponderIndex)
  mutating func begins(category: CategoryIndex)
  /// A category is assigned without a matcher.
  mutating func takes(category: CategoryIndex, from source: CategorySource)
  mutating func ignores(category: Value)
  mutating func beginsContract(of responder: ResponderIndex)
  mutating func beginsIgnored()
  /// An entry of `defaults.unwrap` is evaluated for the raised error, or for what an entry made of it.
  mutating func begins(unwrap: UnwrapIndex)
  mutating func begins(breaker: BreakerIndex)
  mutating func begins(clause: ClauseIndex)
  /// A group of comparisons begins; ``closes(holds:)`` follows.
  mutating func opens(_ group: StepGroup)
  mutating func closes(holds: Bool)
  mutating func compares(_ step: ConditionInstruction, with value: Value, holds: Bool)
  /// State was read by a key (subjects among the chain's key subjects), over a window in microseconds.
  mutating func reads(_ reading: StateReading, key: IndexRange<SubjectIndex>, within: Int64)
  mutating func runs(_ action: Outcome.RanAction)
  mutating func concludes(_ conclusion: Conclusion)
  mutating func replaces(_ old: ErrorNodeIndex, by new: ErrorNodeIndex, in record: borrowing ErrorRecord)
  /// The event's evaluation begins; ``settles(event:)`` follows, whether or not it was handled.
  mutating func emits(_ event: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord)
  /// An event rule raises an error, and its evaluation begins; ``settles(error:)`` follows.
  mutating func raises(_ error: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord)
  mutating func settles(event: Outcome.Event)
  mutating func settles(error: Outcome.Resolution)
}

/// The source of a category that no matcher assigned.
enum CategorySource {
  case record
  /// `defaults.category`.
  case defaults
}

package enum StepGroup: Sendable, Equatable {
  case all, any, not
  /// All causes; or one of them, from 1.
  case causes
  case cause(Int)
  case rootCause
  /// All errors nested in the payload.
  case payloads
  /// The error nested in the payload at an index; empty if there is none.
  case payload(Int)
  /// Operators that the same array element must satisfy; or one element, from 1.
  case elements
  case element(Int)
}

extension StepSink where Self: ~Copyable {
  static var isRecording: Bool { true }
}

package enum Conclusion: Sendable, Equatable {
  case matched
  case notMatched
  case disabled
  case exhausted
  case nothingInside
  /// An action failed whose failure has a verdict, which follows.
  case failed
  case unanswered
  case evaluated(Evaluation)
  case continued
  /// Its actions ran, without an evaluation, where all rules run.
  case ran
  case escalated
  case transformed
  case unwrapped
  case emitted
  /// An event was handled; an event rule raised an error.
  case handled
  case raised
}

package enum StateReading: Sendable, Equatable {
  /// The number of this try (nil if unknown), the most tries, and whether it was counted by key rather than
  /// recorded.
  case tries(attempt: Int64?, of: Int32, counted: Bool)
  /// The time since the first failure in microseconds (nil if unknown), the delay that would follow in milliseconds,
  /// and the deadline in microseconds.
  case deadline(elapsed: Int64?, delay: Int64, limit: Int64)
  /// The delay that the error asks for, in microseconds, and how the rule takes it; `Int64.max` for no longest one.
  case asked(Int64, use: RetryPolicy.RetryAfter.Use, max: Int64, above: RetryPolicy.RetryAfter.Above)
  /// A shared quota, by its index: the thousandths of a token that this error found, those of a full bucket, and those that
  /// the retry takes.
  case shared(Int, left: Int32, of: Int32, cost: Int32)
  /// Retries of the key within the quota's window, without this one, and the most.
  case quota(retries: Int32, of: Int32)
  /// Tries of the key within the quota's window, with the one that failed, and the most.
  case quotaOfTries(Int32, of: Int32)
  /// The thousandths of a token that this failure left, and those of a full bucket.
  case tokens(left: Int32, of: Int32)
  /// Errors of the key within the window, this one included; the count stops at `atLeast`.
  case rate(count: Int32, atLeast: Int32)
  case throttle(isSkipped: Bool)
  /// A breaker, by its index: the errors of the key within its window, a count that stops at `atLeast`; and the time
  /// since when it is open, in microseconds.
  case breaker(Int, count: Int32, atLeast: Int32, openSince: Int64?)
  case alertQueue(isOpen: Bool)
}

/// Ignores every step at no cost.
struct NoSteps: StepSink {
  /// Gives the value an address: the thread sanitizer checks that of an `inout` argument.
  private var padding: UInt8 = 0

  static var isRecording: Bool { false }

  mutating func arrives(at responder: ResponderIndex) {}
  mutating func begins(category: CategoryIndex) {}
  mutating func takes(category: CategoryIndex, from source: CategorySource) {}
  mutating func ignores(category: Value) {}
  mutating func beginsContract(of responder: ResponderIndex) {}
  mutating func beginsIgnored() {}
  mutating func begins(unwrap: UnwrapIndex) {}
  mutating func begins(breaker: BreakerIndex) {}
  mutating func begins(clause: ClauseIndex) {}
  mutating func opens(_ group: StepGroup) {}
  mutating func closes(holds: Bool) {}
  mutating func compares(_ step: ConditionInstruction, with value: Value, holds: Bool) {}
  mutating func reads(_ reading: StateReading, key: IndexRange<SubjectIndex>, within: Int64) {}
  mutating func runs(_ action: Outcome.RanAction) {}
  mutating func concludes(_ conclusion: Conclusion) {}
  mutating func replaces(_ old: ErrorNodeIndex, by new: ErrorNodeIndex, in record: borrowing ErrorRecord) {}
  mutating func emits(_ event: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {}
  mutating func raises(_ error: ErrorNodeIndex, from clause: ClauseIndex, in record: borrowing ErrorRecord) {}
  mutating func settles(event: Outcome.Event) {}
  mutating func settles(error: Outcome.Resolution) {}
}
