/// Hears what an evaluation does while it does it. There is one evaluation; explaining it is listening to it.
protocol StepSink: ~Copyable {
  /// A category's matcher is asked.
  mutating func asks(category: Int32)
  /// The matcher of ignored errors is asked.
  mutating func asksIgnored()
  /// A rule or `otherwise` is asked.
  mutating func asks(station: Int32)
  /// A comparison was made.
  mutating func compares(_ step: Instruction, with value: Value, holds: Bool)
  /// What came of the last question.
  mutating func concludes(_ conclusion: Conclusion)
}

/// What came of asking a rule, an `otherwise` or a category.
package enum Conclusion: Sendable, Equatable {
  case matched
  case notMatched
  case disabled
  /// No try was left.
  case exhausted
  /// The alert was never answered.
  case unanswered
  case evaluated(Evaluation)
  case continued
  case escalated
}

/// Hears nothing, and costs nothing.
struct NoSteps: StepSink {
  /// A byte, so that the value has an address: the thread sanitizer looks at that of an `inout` argument.
  private var padding: UInt8 = 0

  mutating func asks(category: Int32) {}
  mutating func asksIgnored() {}
  mutating func asks(station: Int32) {}
  mutating func compares(_ step: Instruction, with value: Value, holds: Bool) {}
  mutating func concludes(_ conclusion: Conclusion) {}
}
