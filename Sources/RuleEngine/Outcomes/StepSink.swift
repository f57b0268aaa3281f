internal import Bytes
package import Records

/// Hears what an evaluation does while it does it. There is one evaluation; explaining it is listening to it.
protocol StepSink: ~Copyable {
  /// Whether it has to hear of every rule, also of those that surely don't match.
  static var listens: Bool { get }
  /// The error (or the event) arrives at a responder.
  mutating func arrives(at responder: ResponderIndex)
  /// A category's matcher is asked.
  mutating func asks(category: CategoryIndex)
  /// The error gets a category that no matcher gave it.
  mutating func takes(category: CategoryIndex, from source: CategorySource)
  /// The error names a category of its own that is not listed.
  mutating func ignores(category: Value)
  /// What arrived is held against the responder's contract.
  mutating func asksContract(of responder: ResponderIndex)
  /// The matcher of ignored errors is asked.
  mutating func asksIgnored()
  /// A rule, an event rule or `otherwise` is asked.
  mutating func asks(station: StationIndex)
  /// Comparisons that belong together begin; ``closes(holds:)`` follows.
  mutating func opens(_ group: StepGroup)
  /// What came of those that were opened last.
  mutating func closes(holds: Bool)
  /// A comparison was made.
  mutating func compares(_ step: Instruction, with value: Value, holds: Bool)
  /// What is remembered was asked, by a key (its subjects among the chain's) and over a window in microseconds.
  mutating func reads(_ reading: StateReading, key: Run<SubjectIndex>, within: Int64)
  /// An action ran, or was skipped by its throttle.
  mutating func runs(_ action: Outcome.RanAction)
  /// What came of the last question.
  mutating func concludes(_ conclusion: Conclusion)
  /// The error of one frame was replaced by that of another; the rest of the climb is about the new one.
  mutating func replaces(_ old: FrameIndex, by new: FrameIndex, in record: borrowing ErrorRecord)
  /// An event begins to climb, which a station emits; ``settles(event:)`` follows once it has been handled, or by
  /// nobody.
  mutating func emits(_ event: FrameIndex, from station: StationIndex, in record: borrowing ErrorRecord)
  /// An event rule raises an error, which begins to climb; ``settles(error:)`` follows once it has been answered.
  mutating func raises(_ error: FrameIndex, from station: StationIndex, in record: borrowing ErrorRecord)
  /// The event that began to climb last is done with.
  mutating func settles(event: Outcome.Event)
  /// The raised error that began to climb last is done with.
  mutating func settles(error: Outcome.Resolution)
}

/// Where an error's category comes from, if no matcher gave it.
enum CategorySource {
  /// The record itself.
  case record
  /// `defaults.category`.
  case defaults
}

/// What comparisons of a matcher have in common.
package enum StepGroup: Sendable, Equatable {
  case all, any, not
  /// All causes; one of them, from 1.
  case causes
  case cause(Int)
  case rootCause
  /// The error nested in the payload at an index; with nothing in it, there is none.
  case payload(Int)
  /// Operators that the same element of an array has to satisfy; one element, from 1.
  case elements
  case element(Int)
}

extension StepSink where Self: ~Copyable {
  static var listens: Bool { true }
}

/// What came of asking a rule, an `otherwise` or a category.
package enum Conclusion: Sendable, Equatable {
  case matched
  case notMatched
  case disabled
  /// No try was left.
  case exhausted
  /// What `unwrap` asks for is not there.
  case nothingInside
  /// The alert was never answered.
  case unanswered
  case evaluated(Evaluation)
  case continued
  /// Its actions ran where all rules are asked, and it has no evaluation of its own.
  case ran
  case escalated
  case transformed
  case unwrapped
  case emitted
  /// An event was handled; an event rule raised an error.
  case handled
  case raised
}

/// Something remembered, and what it said.
package enum StateReading: Sendable, Equatable {
  /// A retry's budget: which try this was (nil where nobody knows), of how many; whether it was counted by key, or
  /// stands in the record.
  case tries(attempt: Int64?, of: Int32, counted: Bool)
  /// How many errors of the key there were within the window, this one included, of how many that are asked for; more
  /// than those are not counted.
  case rate(count: Int32, atLeast: Int32)
  /// Whether the action last ran within the window of its key.
  case throttle(isSkipped: Bool)
  /// Whether the alert before is still open.
  case alertQueue(isOpen: Bool)
}

/// Hears nothing, and costs nothing.
struct NoSteps: StepSink {
  /// A byte, so that the value has an address: the thread sanitizer looks at that of an `inout` argument.
  private var padding: UInt8 = 0

  static var listens: Bool { false }

  mutating func arrives(at responder: ResponderIndex) {}
  mutating func asks(category: CategoryIndex) {}
  mutating func takes(category: CategoryIndex, from source: CategorySource) {}
  mutating func ignores(category: Value) {}
  mutating func asksContract(of responder: ResponderIndex) {}
  mutating func asksIgnored() {}
  mutating func asks(station: StationIndex) {}
  mutating func opens(_ group: StepGroup) {}
  mutating func closes(holds: Bool) {}
  mutating func compares(_ step: Instruction, with value: Value, holds: Bool) {}
  mutating func reads(_ reading: StateReading, key: Run<SubjectIndex>, within: Int64) {}
  mutating func runs(_ action: Outcome.RanAction) {}
  mutating func concludes(_ conclusion: Conclusion) {}
  mutating func replaces(_ old: FrameIndex, by new: FrameIndex, in record: borrowing ErrorRecord) {}
  mutating func emits(_ event: FrameIndex, from station: StationIndex, in record: borrowing ErrorRecord) {}
  mutating func raises(_ error: FrameIndex, from station: StationIndex, in record: borrowing ErrorRecord) {}
  mutating func settles(event: Outcome.Event) {}
  mutating func settles(error: Outcome.Resolution) {}
}
