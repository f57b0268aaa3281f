internal import Source

/// The restarts of a container that has ended, as its engine is told.
struct ContainerRestart {
  enum Policy: String, CaseIterable {
    case no
    case always
    case unlessStopped = "unless-stopped"
    case onFailure = "on-failure"

    /// Whether a good end is followed by a restart, too.
    var isUnconditional: Bool { self == .always || self == .unlessStopped }
  }

  let policy: Policy
  /// The number of restarts of `on-failure`; nil for restarts without end.
  var most: Setting<Int64>?
  let source: PolicyValue

  /// Whether two do the same.
  func equals(_ other: ContainerRestart) -> Bool {
    policy == other.policy && most?.value == other.most?.value
  }
}
