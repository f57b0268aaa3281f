internal import Source

/// A program that runs containers, and the one that gives it a Compose file's services.
package enum ContainerEngine: String, CaseIterable, Sendable {
  /// Docker with Docker Compose v2.
  case docker
  /// Podman with podman-compose.
  case podman

  var name: String { self == .docker ? "Docker" : "Podman" }
  /// The program that reads the file.
  var reader: String { self == .docker ? "Docker Compose" : "podman-compose" }

  /// The delays before restarts: `restartmanager.go` of Docker; Podman restarts at once.
  var backoff: ImportedBackoff {
    self == .docker
      ? ImportedBackoff(initial: "100ms", multiplier: 2, max: "1m", jitter: "none") : .none
  }
}

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
