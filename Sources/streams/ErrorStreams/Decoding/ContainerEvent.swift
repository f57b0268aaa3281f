internal import Bytes

/// An event of a container, as Docker, Docker Compose or Podman writes it: `docker events --format '{{json .}}'`,
/// `docker compose events --json`, `podman events --format json`.
struct ContainerEvent {
  enum Kind {
    case start, restart, kill, outOfMemory, stop, destroy, end, check, other
  }

  let kind: Kind
  let isDocker: Bool
  let id: ByteSlice
  let name: ByteSlice
  /// The service of a Compose file or of Swarm, or the container itself.
  let origin: ByteSlice
  /// The place of the container's labels, and of what the event tells beside; nil without any.
  private let attributes: Int?
  private let action: StaticString

  /// Nil for an event that names no container.
  init?(_ tape: borrowing JSONTape) {
    let actor = tape.member(ByteSlice("Actor"), of: 0)
    // Docker Compose tells the service outside of the attributes.
    let service = actor == nil ? tape.text("service", of: 0) : nil
    let isCompose = service != nil
    isDocker = actor != nil || isCompose
    let attributes = tape.member(ByteSlice(isCompose ? "attributes" : "Attributes"), of: actor ?? 0).flatMap {
      tape[$0].kind == .object ? $0 : nil
    }
    self.attributes = attributes
    self.action = isCompose ? "action" : isDocker ? "Action" : "Status"
    let said = tape.text(isCompose ? "id" : "ID", of: actor ?? 0)
    let named = isDocker ? attributes.flatMap { tape.text("name", of: $0) } : tape.text("Name", of: 0)
    guard let action = tape.text(action, of: 0), let id = said ?? named else { return nil }
    self.id = id
    name = named ?? id
    origin =
      service
      ?? attributes.flatMap {
        tape.text("com.docker.compose.service", of: $0) ?? tape.text("com.docker.swarm.service.name", of: $0)
      } ?? name
    kind = Self.kind(of: action)
  }

  private static func kind(of action: ByteSlice) -> Kind {
    for (name, kind) in kinds where action == ByteSlice(name) { return kind }
    return action.hasPrefix(ByteSlice("health_status")) ? .check : .other
  }

  private static let kinds: [(StaticString, Kind)] = [
    ("start", .start), ("die", .end), ("died", .end), ("restart", .restart), ("kill", .kill),
    ("oom", .outOfMemory), ("stop", .stop), ("destroy", .destroy), ("remove", .destroy),
  ]

  /// The exit status. Podman leaves out a status of 0.
  func status(_ tape: borrowing JSONTape) -> Int64 {
    if isDocker { return number("exitCode", tape) ?? 0 }
    return tape.member(ByteSlice("ContainerExitCode"), of: 0).map { tape[$0].integer } ?? 0
  }

  func image(_ tape: borrowing JSONTape) -> ByteSlice? {
    isDocker ? attributes.flatMap { tape.text("image", of: $0) } : tape.text("Image", of: 0)
  }

  /// A number among the attributes, where all values are texts.
  func number(_ key: StaticString, _ tape: borrowing JSONTape) -> Int64? {
    attributes.flatMap { tape.text(key, of: $0) }.flatMap { $0.wholeNumber }
  }

  func isOutOfMemory(_ tape: borrowing JSONTape) -> Bool {
    tape.member(ByteSlice("OOMKilled"), of: 0).map { tape[$0].kind == .true } ?? false
  }

  func isUnhealthy(_ tape: borrowing JSONTape) -> Bool { health(tape).map { $0 == "unhealthy" } ?? false }
  func isHealthy(_ tape: borrowing JSONTape) -> Bool { health(tape).map { $0 == "healthy" } ?? false }

  /// Docker has it in the action: `health_status: unhealthy`.
  private func health(_ tape: borrowing JSONTape) -> ByteSlice? {
    guard isDocker else { return tape.text("health_status", of: 0) }
    guard let action = tape.text(action, of: 0) else { return nil }
    return action.lastIndex(of: UInt8(ascii: " ")).map { action[($0 + 1)..<action.count] }
  }
}

extension JSONTape {
  /// The text of a member; nil for any other value.
  func text(_ key: StaticString, of object: Int) -> ByteSlice? {
    guard let place = member(ByteSlice(key), of: object), self[place].kind == .string else { return nil }
    return text(of: self[place])
  }
}

/// The signal of an exit status above 128, as shells and container engines tell it (signal(7)).
enum ContainerSignal {
  private static let names = [
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE",
    "ALRM", "TERM",
  ]

  static func name(ofStatus status: Int64) -> String? {
    guard (129...143).contains(status) else { return nil }
    return "SIG\(names[Int(status - 128)])"
  }
}
