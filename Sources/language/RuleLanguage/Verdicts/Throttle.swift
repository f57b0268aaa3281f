public import Records

/// The least interval between runs of an action.
public struct Throttle: Sendable {
  /// Fields whose values group the errors; empty: one group.
  public let per: [Subject]
  /// The time for which the action is skipped after it ran.
  public let every: TimeSpan

  /// A throttle that runs the action once in `every` for errors that agree in `per`.
  public init(per: [Subject] = [], every: TimeSpan) {
    self.per = per
    self.every = every
  }
}
