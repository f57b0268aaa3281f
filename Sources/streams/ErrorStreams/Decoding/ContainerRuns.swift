internal import Bytes

/// The runs of containers, by what their engine's events say of them.
///
/// The order of the events: `daemon/monitor.go`, `daemon/stop.go` and `daemon/restart.go` of Docker; `libpod/container_internal.go`
/// of Podman.
struct ContainerRuns: ~Copyable {
  /// A container that failed, or whose check did.
  struct Failure {
    let attempt: Int64
    let restarts: Int64
    /// Microseconds; nil if its start is not in the stream.
    let lasted: Int64?
    let wasOutOfMemory: Bool
  }

  struct Container {
    let name: [UInt8]
    let origin: [UInt8]
    /// Since it was started by hand.
    var restarts: Int64 = 0
    /// Restarts in a row, each after a short run, and one.
    var attempt: Int64 = 1
    var started: Int64?
    var ended: Int64?
    var isRunning = false
    /// Until this time its end is that of somebody who stops it.
    var stopping = Int64.min
    /// It is started again by its engine, or by hand.
    var isAnnounced = false
    var isByHand = false
    /// The time at which a process of it was killed for want of memory.
    var outOfMemory: Int64?
    var isUnhealthy = false
    /// It failed and was started again, and nothing has shown yet how that ended.
    var hasFailed = false
  }

  private var containers: [[UInt8]: Container] = [:]
  /// Containers in the order of their restarts, with the times.
  private var starts: [(id: [UInt8], time: Int64)] = []
  private static let most = 1 << 14

  /// Ten seconds: a run of that length ends a row of restarts for Docker, too.
  private static let longEnough: Int64 = 10_000_000
  /// Docker waits for at most a minute. A later start is somebody's.
  private static let longestDelay: Int64 = 70_000_000
  /// The time that a container has to end itself may be as long.
  private static let longestStop: Int64 = 600_000_000

  /// The container of an event, which is known from now on.
  private mutating func change<Result>(
    _ id: [UInt8], _ new: Container, _ change: (inout Container) -> Result
  ) -> Result {
    var container = containers[id] ?? new
    defer { if containers.count < Self.most || containers[id] != nil { containers[id] = container } }
    return change(&container)
  }

  mutating func forget(_ id: [UInt8]) { containers[id] = nil }

  // MARK: - Events

  /// - Parameters:
  ///   - isTold: whether the time is that of the event.
  ///   - announces: whether the engine tells of each restart before it.
  mutating func start(_ id: [UInt8], _ new: Container, at time: Int64, isTold: Bool, announces: Bool) {
    let isFailed = change(id, new) { container in
      let isPrompt = container.ended.map { time - $0 <= Self.longestDelay } ?? false
      let isRestart = !container.isByHand && (announces ? container.isAnnounced : isPrompt)
      if isRestart {
        container.restarts += 1
        container.attempt += 1
      } else {
        (container.restarts, container.attempt) = (0, 1)
        container.hasFailed = false
      }
      (container.started, container.ended, container.isRunning) = (isTold ? time : nil, nil, true)
      (container.isAnnounced, container.isByHand) = (false, false)
      (container.outOfMemory, container.isUnhealthy) = (nil, false)
      container.stopping = .min
      return container.hasFailed
    }
    if isFailed, isTold { starts.append((id, time)) }
  }

  /// A restart, which Podman tells before the start. Of a container that runs, it is somebody's.
  mutating func announce(_ id: [UInt8], _ new: Container, at time: Int64) {
    change(id, new) { container in
      if container.isRunning {
        container.stopping = time + Self.longestStop
      } else {
        container.isAnnounced = true
      }
    }
  }

  /// - Parameter signal: nil if it is not told.
  mutating func kill(_ id: [UInt8], _ new: Container, signal: Int64?, at time: Int64) {
    // Programs take these for something else: to read their configuration again, to open their logs.
    if let signal, [1, 10, 12, 28].contains(signal) { return }
    change(id, new) { $0.stopping = time + (signal == nil ? Self.longEnough : Self.longestStop) }
  }

  mutating func runOutOfMemory(_ id: [UInt8], _ new: Container, at time: Int64) {
    change(id, new) { $0.outOfMemory = time }
  }

  /// Notes that somebody stops a container: Podman tells it before the end, where it does, and Docker after it.
  mutating func stop(_ id: [UInt8], _ new: Container, at time: Int64) {
    change(id, new) { container in
      if container.isRunning { container.stopping = time + Self.longestStop }
      container.isByHand = true
    }
  }

  /// The end of a container, which is a failure or none.
  mutating func end(
    _ id: [UInt8], _ new: Container, isGood: Bool, ran: Int64?, at time: Int64, isTold: Bool
  ) -> Failure? {
    change(id, new) { container in
      // The events of a file may be out of order.
      let started = isTold ? container.started : nil
      let lasted = started.map { time - $0 }.flatMap { $0 < 0 ? nil : $0 } ?? ran
      let isByHand = time <= container.stopping
      (container.isRunning, container.ended, container.started) = (false, time, nil)
      container.isByHand = isByHand
      if lasted ?? 0 >= Self.longEnough { container.attempt = 1 }
      guard !isGood, !isByHand else { return nil }
      container.hasFailed = true
      return Failure(
        attempt: container.attempt, restarts: container.restarts, lasted: lasted,
        wasOutOfMemory: container.outOfMemory.map { time - $0 <= Self.longEnough } ?? false)
    }
  }

  /// Whether the check of a container fails that did not fail before.
  mutating func check(_ id: [UInt8], _ new: Container, isUnhealthy: Bool) -> Bool {
    change(id, new) { container in
      defer { container.isUnhealthy = isUnhealthy }
      return isUnhealthy && !container.isUnhealthy
    }
  }

  // MARK: - How restarts end

  /// The container, if it failed before and has just ended well or shown that it is healthy; its run of restarts is over.
  mutating func recovered(_ id: [UInt8]) -> Container? {
    guard let container = containers[id], container.hasFailed else { return nil }
    containers[id]?.hasFailed = false
    return container
  }

  /// A container that has been up for long enough since it failed, if there is one; its run of restarts is over.
  mutating func recovered(by time: Int64) -> Container? {
    while let first = starts.first, time - first.time >= Self.longEnough {
      starts.removeFirst()
      if let container = containers[first.id], container.started == first.time { return recovered(first.id) }
    }
    return nil
  }
}
