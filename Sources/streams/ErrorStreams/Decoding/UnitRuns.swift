/// The restarts of units that failed, each from its failure to the line that shows how it ended: the unit stays up, ends well or is
/// stopped by somebody.
struct UnitRuns: ~Copyable {
  private struct Run {
    var attempt: Int64
    /// The time of the last start, if it is known.
    var started: Int64?
    var isUp = false
  }

  private var runs: [[UInt8]: Run] = [:]
  /// Units in the order of their starts, with the times.
  private var starts: [(name: [UInt8], time: Int64)] = []
  /// Ten seconds: the interval of systemd's start limit, if the unit says none.
  private static let longEnough: Int64 = 10_000_000
  private static let most = 1 << 14

  mutating func fail(_ name: [UInt8], attempt: Int64) {
    if runs.count < Self.most || runs[name] != nil { runs[name] = Run(attempt: attempt) }
  }

  /// Forgets a unit that systemd gave up, or that somebody stopped.
  mutating func end(_ name: [UInt8]) { runs[name] = nil }

  mutating func start(_ name: [UInt8], attempt: Int64, at time: Int64?) {
    guard runs[name] != nil else { return }
    runs[name] = Run(attempt: attempt, started: time, isUp: true)
    if let time { starts.append((name, time)) }
  }

  func isUp(_ name: [UInt8]) -> Bool { runs[name]?.isUp == true }

  /// Whether the unit has stayed up for long enough.
  func hasStayedUp(_ name: [UInt8], at time: Int64?) -> Bool {
    guard let time, let started = runs[name]?.started else { return false }
    return time - started >= Self.longEnough
  }

  var awaitsTime: Bool { !starts.isEmpty }

  /// A unit that has stayed up for long enough, if there is one.
  mutating func unit(upAt time: Int64) -> [UInt8]? {
    while let first = starts.first, time - first.time >= Self.longEnough {
      starts.removeFirst()
      if runs[first.name]?.started == first.time { return first.name }
    }
    return nil
  }

  /// `(up shop.service attempt=2) `, which ends the unit's run; nil if it has none.
  mutating func complete(_ name: [UInt8]) -> [UInt8]? {
    guard let run = runs.removeValue(forKey: name) else { return nil }
    return Array("(up ".utf8) + name + Array(" attempt=\(run.attempt)) ".utf8)
  }
}
