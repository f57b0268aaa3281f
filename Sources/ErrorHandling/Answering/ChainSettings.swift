public import RuleEngine
public import SwiftErrors

/// How a running chain answers, beside its rules.
public struct ChainSettings: Sendable {
  /// The time, and how to wait.
  public var clock: ChainClock
  /// What random delays are drawn from. Every instance of a server should have its own, or all retry at the same moments;
  /// a test names one.
  public var seed: UInt64
  /// What rule files, records and memory may cost.
  public var limits: Limits
  /// How errors are read: the app's own protocols, what is hidden.
  public var policy: RecordingPolicy
  /// How long an action may take before the answer goes on without it; default 30 seconds.
  public var actionLimit: Duration
  /// How many errors may be raised while another one is answered, one inside the other, from 1; default 8. What lies
  /// deeper is cancelled unasked.
  public var nestingLimit: Int
  /// How many alerts may wait to be shown, from 1; default 1,000. One more counts as never answered.
  public var alertLimit: Int
  /// Hears of every error that was answered, once its actions are done. It is called by whoever asked, so it must be quick.
  public var observe: (@Sendable (Observation) -> Void)?

  /// The defaults, on the machine's clock.
  public init(
    clock: ChainClock = .system,
    seed: UInt64 = .random(in: .min ... .max),
    limits: Limits = Limits(),
    policy: RecordingPolicy = RecordingPolicy(),
    actionLimit: Duration = .seconds(30),
    nestingLimit: Int = 8,
    alertLimit: Int = 1_000,
    observe: (@Sendable (Observation) -> Void)? = nil
  ) {
    self.clock = clock
    self.seed = seed
    self.limits = limits
    self.policy = policy
    self.actionLimit = max(actionLimit, .zero)
    self.nestingLimit = max(nestingLimit, 1)
    self.alertLimit = max(alertLimit, 1)
    self.observe = observe
  }
}

/// An error that was answered.
public struct Observation: Sendable {
  /// The error; nil where an event was sent.
  public let error: (any Error)?
  /// What happened, as it was answered: its id and time are those of the resolution.
  public let occurrence: ErrorOccurrence
  /// The answer.
  public let resolution: Resolution
}
