public import Bytes
public import SwiftErrors

/// The settings of a running chain, beside its rules.
public struct ChainSettings: Sendable {
  /// The clock by which windows count and resolutions are dated.
  public var clock: ChainClock
  /// The seed of random delays. Every instance of a server should have its own, or all retry at the same
  /// moments; a test passes a fixed one.
  public var seed: UInt64
  /// The limits of rule files, records and memory.
  public var limits: Limits
  /// The policy of reading errors: the app's own protocols, and redaction.
  public var policy: RecordingPolicy
  /// The time limit of an action whose rule names none (`limit`); default 30 seconds.
  public var actionLimit: Duration
  /// The deepest nesting of errors that are raised during the handling of others, from 1; default 8. Deeper
  /// errors are cancelled without evaluation.
  public var nestingLimit: Int
  /// The most alerts that wait to be shown, from 1; default 1,000. Further ones count as never answered.
  public var alertLimit: Int
  /// Called for every evaluated error, once its actions are done. It runs in the caller's task, so it must be quick.
  public var observe: (@Sendable (ChainObservation) -> Void)?
  /// Called for every operation that ended well, with its origin, name, try and time; an `ErrorRecorder` records it as
  /// `completed`. It runs in the caller's task, so it must be quick.
  public var observeCompletion: (@Sendable (ErrorOccurrence) -> Void)?

  /// The defaults, with the machine's clock.
  public init(
    clock: ChainClock = .system, seed: UInt64 = .random(in: .min ... .max), limits: Limits = Limits(),
    policy: RecordingPolicy = RecordingPolicy(), actionLimit: Duration = .seconds(30), nestingLimit: Int = 8,
    alertLimit: Int = 1_000, observe: (@Sendable (ChainObservation) -> Void)? = nil,
    observeCompletion: (@Sendable (ErrorOccurrence) -> Void)? = nil
  ) {
    self.clock = clock
    self.seed = seed
    self.limits = limits
    self.policy = policy
    self.actionLimit = max(actionLimit, .zero)
    self.nestingLimit = max(nestingLimit, 1)
    self.alertLimit = max(alertLimit, 1)
    self.observe = observe
    self.observeCompletion = observeCompletion
  }
}

/// An error with its resolution.
public struct ChainObservation: Sendable {
  /// The error; nil for an event.
  public let error: (any Error)?
  /// The occurrence; its id and time are those of the resolution.
  public let occurrence: ErrorOccurrence
  /// The resolution of the error or event by the rules in force.
  public let resolution: Resolution
  /// The difference that a shadow makes; nil if there is no shadow, or no difference.
  public let shadow: ShadowDifference?
}
