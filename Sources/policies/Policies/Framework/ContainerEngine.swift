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
