public import Records

/// What a rule says once its actions have run.
public enum Verdict: Sendable {
  /// Handled; the climb ends. Never `retry`, which has a budget or is a person's.
  case evaluation(Evaluation)
  /// Handled: try again, as long as the budget lasts.
  case retry(RetryPolicy)
  /// Handled: a person wants it tried again; no budget, no delay.
  case retryByPerson
  /// Not handled; the next rule of this responder.
  case `continue`
  /// Not handled; leave this responder for its parent.
  case escalate
  /// Go on with another error.
  case transform(Replacement)
  /// Go on with the payload's error at an index.
  case unwrapPayload(Int)
  /// Go on with the first cause.
  case unwrapCause
  /// Handled, with that evaluation; an event begins to climb.
  case emit(Replacement, Evaluation)
  /// An event is handled.
  case handled
  /// An event is handled, and an error begins to climb.
  case raise(Replacement)
}

/// How often and how soon a rule tries again.
public struct RetryPolicy: Sendable {
  /// How a delay is spread.
  public enum Jitter: String, Sendable, CaseIterable, BitwiseCopyable {
    case none
    /// Uniform from 0 to the delay.
    case full
    /// Uniform from half the delay to all of it.
    case equal
  }

  /// What happens once no try is left.
  public enum Exhausted: Sendable {
    /// The rule counts as not matched.
    case `continue`
    case escalate
    /// The evaluation stands: proceed, cancel or abort.
    case evaluation(Evaluation)
  }

  /// The delay before each try.
  public struct Backoff: Sendable {
    /// Before the second try.
    public var initial = TimeSpan.milliseconds(200)
    /// How much longer each delay is than the one before; at least 1.
    public var multiplier = 2.0
    /// The longest delay.
    public var max = TimeSpan.seconds(30)
    /// How it is spread.
    public var jitter = Jitter.full

    /// The language's defaults.
    public init() {}
  }

  /// Tries in all, the first included; 1 to 1,000.
  public var maxAttempts = 3
  /// What makes errors count as tries of the same thing; never empty.
  public var per: [Subject] = [.field(.operation)]
  /// How long a counted try is remembered.
  public var within = TimeSpan.seconds(600)
  /// The delays.
  public var backoff = Backoff()
  /// What happens once no try is left.
  public var exhausted = Exhausted.continue

  /// The language's defaults.
  public init() {}
}
