public import Records

/// A rule's verdict, which applies once its actions have run.
public enum Verdict: Sendable {
  /// Handled; the evaluation ends. Never `retry`, which has a budget or is a person's choice.
  case evaluation(Evaluation)
  /// Handled: do what failed once more, while the budget lasts.
  indirect case retry(RetryPolicy)
  /// Handled: a person chose to retry, without budget or delay.
  case retryByPerson
  /// Not handled; the next rule of this responder is tried.
  case `continue`
  /// Not handled; the error escalates to the parent.
  case escalate
  /// Evaluation continues with another error.
  indirect case transform(Replacement)
  /// Evaluation continues with the payload's error at an index.
  case unwrapPayload(Int)
  /// Evaluation continues with the first cause.
  case unwrapCause
  /// Handled, with that evaluation; an event is emitted and starts its own evaluation.
  indirect case emit(Replacement, Evaluation)
  /// The event is handled.
  case handled
  /// The event is handled, and an error starts its own evaluation.
  indirect case raise(Replacement)
}

/// The budget and the delays of a retry.
public struct RetryPolicy: Sendable {
  /// The distribution of a delay.
  public enum Jitter: Sendable, Equatable, BitwiseCopyable {
    case none
    /// Uniform from 0 to the delay.
    case full
    /// Uniform from half the delay to all of it.
    case equal
    /// Uniform from the delay less this share of it to the delay and this share more; 0 to 1.
    case share(Double)
    /// Uniform from the delay to this time more, also on top of the longest delay.
    case add(TimeSpan)

    /// The shortest and the longest time that may be drawn for a delay, in microseconds.
    public func range(of delay: Double) -> ClosedRange<Double> {
      switch self {
      case .none: delay...delay
      case .full: 0...delay
      case .equal: delay / 2...delay
      case .share(let share): delay * (1 - share)...delay * (1 + share)
      case .add(let most): delay...delay + Double(most.microseconds)
      }
    }
  }

  /// The verdict of an exhausted budget.
  public enum Exhausted: Sendable {
    /// The rule counts as not matched.
    case `continue`
    case escalate
    /// The evaluation applies: proceed, cancel or abort.
    case evaluation(Evaluation)
  }

  /// The delays before each retry.
  public struct Backoff: Sendable {
    /// The delay before the second try.
    public var initial = TimeSpan.milliseconds(200)
    /// The factor between one delay and the next; at least 1.
    public var multiplier = 2.0
    /// The longest delay before jitter.
    public var max = TimeSpan.seconds(30)
    /// The distribution of random delays.
    public var jitter = Jitter.full
    /// The delays in order, in place of the formula; the last one repeats. Empty: the formula.
    public var delays: [TimeSpan] = []
    /// Whether `max` cuts what jitter made of the delay, instead of being jittered.
    public var maxIncludesJitter = false

    /// The language's defaults.
    public init() {}
  }

  /// The number of tries, the first included; 1 to 1,000.
  public var maxAttempts = 3
  /// Fields whose values group the errors that share the budget; never empty.
  public var per: [Subject] = [.field(.operation)]
  /// The time for which a counted try is remembered.
  public var within = TimeSpan.seconds(600)
  /// The delays between the tries.
  public var backoff = Backoff()
  /// The time after the first failure within which every granted delay ends; nil: no limit.
  public var deadline: TimeSpan?
  /// The limit of the retries of all errors; nil: none.
  public var quota: Quota?
  /// The use of the delay that an error asks for.
  public var retryAfter = RetryAfter()
  /// The verdict of an exhausted budget.
  public var exhausted = Exhausted.continue

  /// The language's defaults.
  public init() {}
}
