internal import Bytes
internal import Records

/// Gives each failure of a container among the events of Docker or Podman what the events before it tell: how often it was
/// restarted, how long it ran, whether it ran out of memory. It is the member `failure`.
///
/// A container that failed and then stays up, ends well or is stopped has completed its run of restarts: the first event that shows
/// it, of whichever container, has the member `up`. Nothing waits for a later line.
///
/// The events: docker-events(1), podman-events(1), `cmd/podman/system/events.go` of Podman, `cmd/compose/events.go` of Docker Compose.
final class ContainerEvents {
  private var runs = ContainerRuns()
  private var tape = JSONTape()
  private var addedBytes = 0
  /// Only differences of times matter here, so those without a zone may be of UTC.
  private var times = PartialTimes()
  private var timeText = Buffer<UInt8>()
  /// The time that was read last: an event whose time can't be read happened then.
  private var last: Int64 = 0

  /// Nil for other formats.
  init?(of format: String) {
    guard format == "container-events" || format == "compose-events" else { return nil }
  }

  func complete(_ chunk: inout Chunk) {
    chunk.position += addedBytes
    let text = chunk.bytes.slice
    var completed = Buffer<UInt8>()
    var copied = 0
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      if let added = addition(to: text[start..<end]) {
        completed.append(text[copied..<(start + 1)])
        completed.append(added.slice)
        copied = start + 1
      }
      start = end + 1
    }
    guard copied > 0 else { return }
    completed.append(text[copied..<text.count])
    addedBytes += completed.count - text.count
    swap(&completed, &chunk.bytes)
  }

  /// The member to put behind the brace of an event; nil for one that stays as it is.
  private func addition(to line: ByteSlice) -> Buffer<UInt8>? {
    guard !line.isEmpty, line[0] == UInt8(ascii: "{"),
      tape.scan(line, depthLimit: 8, valueLimit: 4_096, repairs: true) == nil, tape[0].kind == .object
    else { return nil }
    let told = time
    let time = told ?? last
    last = time
    if let type = text("Type", 0) ?? text("type", 0), type == "container", let event = ContainerEvent(tape) {
      let id = Array(event.id.buffer)
      if let failure = failure(event, id, at: time, isTold: told != nil) { return failure }
      if let container = completion(event, id) { return Self.up(container) }
    }
    return runs.recovered(by: time).map { Self.up($0) }
  }

  /// The time of an event, in microseconds: as Docker and Podman 5 write it, and earlier ones. Nil for one that can't be read.
  private var time: Int64? {
    for key in [ByteSlice("timeNano"), ByteSlice("Time"), ByteSlice("time")] {
      guard let place = tape.member(key, of: 0) else { continue }
      timeText.removeAll()
      if ValueReader.append(at: place, tape, as: .epoch, takesObjects: false, &times, to: &timeText),
        timeText.count > 2, let time = Timestamp(timeText.slice(1..<(timeText.count - 1)))
      {
        return time.microseconds
      }
    }
    return nil
  }

  private func text(_ key: StaticString, _ object: Int) -> ByteSlice? { tape.text(key, of: object) }

  // MARK: - Events

  /// - Parameter isTold: whether the time is that of the event.
  private func failure(
    _ event: ContainerEvent, _ id: [UInt8], at time: Int64, isTold: Bool
  ) -> Buffer<UInt8>? {
    let new = ContainerRuns.Container(name: Array(event.name.buffer), origin: Array(event.origin.buffer))
    let isDocker = event.isDocker
    switch event.kind {
    case .start: runs.start(id, new, at: time, isTold: isTold, announces: !isDocker)
    case .restart: if !isDocker { runs.announce(id, new, at: time) }
    case .kill: runs.kill(id, new, signal: event.number("signal", tape), at: time)
    case .outOfMemory: runs.runOutOfMemory(id, new, at: time)
    case .stop: runs.stop(id, new, at: time)
    case .destroy: runs.forget(id)
    case .end:
      let status = event.status(tape)
      let ran = event.number("execDuration", tape).map { $0 * 1_000_000 }
      let failure = runs.end(id, new, isGood: status == 0, ran: ran, at: time, isTold: isTold)
      return failure.map { Self.failure($0, status, event, tape) }
    case .check:
      let isUnhealthy = event.isUnhealthy(tape)
      if runs.check(id, new, isUnhealthy: isUnhealthy) { return Self.unhealthy(event) }
    case .other: break
    }
    return nil
  }

  /// The container whose run of restarts an event ends.
  private func completion(_ event: ContainerEvent, _ id: [UInt8]) -> ContainerRuns.Container? {
    switch event.kind {
    case .end: runs.recovered(id)
    case .check: event.isHealthy(tape) ? runs.recovered(id) : nil
    default: nil
    }
  }

  // MARK: - Members

  private static func failure(
    _ failure: ContainerRuns.Failure, _ status: Int64, _ event: ContainerEvent, _ tape: borrowing JSONTape
  ) -> Buffer<UInt8> {
    let isOutOfMemory = failure.wasOutOfMemory || event.isOutOfMemory(tape)
    let signal = ContainerSignal.name(ofStatus: status)
    let way = signal.map { "status \(status) (\($0))" } ?? "status \(status)"
    var members = Self.members(of: event, "failure")
    append("domain", isOutOfMemory ? "oom-kill" : "exit-code", to: &members)
    append(
      "message", (isOutOfMemory ? "Ran out of memory: exited with " : "Exited with ") + way, to: &members)
    if let signal { append("signal", signal, to: &members) }
    if let image = event.image(tape) {
      append("image", to: &members)
      JSONText.append(string: image, to: &members)
    }
    if let lasted = failure.lasted {
      append("lasted", lasted == 0 ? "0s" : TimeSpan(microseconds: lasted).shortText, to: &members)
    }
    for (key, value) in [("code", status), ("attempt", failure.attempt), ("restarts", failure.restarts)] {
      append(key, to: &members)
      JSONText.append(integer: value, to: &members)
    }
    return closed(&members)
  }

  private static func unhealthy(_ event: ContainerEvent) -> Buffer<UInt8> {
    var members = Self.members(of: event, "failure")
    append("domain", "unhealthy", to: &members)
    append("level", "warning", to: &members)
    append("message", "The health check fails", to: &members)
    return closed(&members)
  }

  private static func members(of event: ContainerEvent, _ name: StaticString) -> Buffer<UInt8> {
    var members = opened(name)
    JSONText.append(string: event.name, to: &members)
    members.append(",\"origin\":")
    JSONText.append(string: event.origin, to: &members)
    return members
  }

  private static func up(_ container: ContainerRuns.Container) -> Buffer<UInt8> {
    var members = opened("up")
    container.name.withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &members) }
    members.append(",\"origin\":")
    container.origin.withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &members) }
    append("attempt", to: &members)
    JSONText.append(integer: container.attempt, to: &members)
    return closed(&members)
  }

  /// `"up":{"container":`.
  private static func opened(_ name: StaticString) -> Buffer<UInt8> {
    var members = Buffer<UInt8>()
    members.append("\"")
    members.append(name)
    members.append("\":{\"container\":")
    return members
  }

  private static func append(_ key: String, to members: inout Buffer<UInt8>) {
    members.append(",")
    JSONText.append(string: key, to: &members)
    members.append(":")
  }

  private static func append(_ key: String, _ value: String, to members: inout Buffer<UInt8>) {
    append(key, to: &members)
    JSONText.append(string: value, to: &members)
  }

  private static func closed(_ members: inout Buffer<UInt8>) -> Buffer<UInt8> {
    members.append("},")
    var closed = Buffer<UInt8>()
    swap(&closed, &members)
    return closed
  }
}
