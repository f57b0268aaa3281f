public import Records

/// How often an action runs at most.
public struct Throttle: Sendable {
  /// What makes errors count together; empty: all do.
  public let per: [Subject]
  /// How long after it ran the action is skipped.
  public let every: TimeSpan

  /// Once in `every` for errors that agree in `per`.
  public init(per: [Subject] = [], every: TimeSpan) {
    self.per = per
    self.every = every
  }
}
