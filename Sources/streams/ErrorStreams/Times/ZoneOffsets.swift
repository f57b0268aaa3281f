package import Records

package struct ZoneOffsets: Sendable, Equatable {
  /// The offset from a moment on, in seconds since 1970.
  package struct Change: BitwiseCopyable, Sendable, Equatable {
    let second: Int64
    let minutes: Int

    package init(second: Int64, minutes: Int) {
      self.second = second
      self.minutes = minutes
    }
  }

  private let first: Int
  private let changes: [Change]

  /// - Parameter changes: in ascending order.
  package init(minutes: Int, changes: [Change] = []) {
    first = minutes
    self.changes = changes
  }

  /// Reads `Z`, `UTC`, `+02:00`, `+0200` or `+02`; nil for anything else.
  package init?(_ text: String) {
    if ["z", "utc", "gmt"].contains(text.lowercased()) {
      self.init(minutes: 0)
      return
    }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard let sign = text.first, sign == "+" || sign == "-", digits.allSatisfy({ "0"..."9" ~= $0 }),
      text.count == 3 && digits.count == 2 || text.count == 5 && digits.count == 4
        || text.count == 6 && digits.count == 4 && text.dropFirst(3).first == ":",
      let hours = Int(digits.prefix(2)), let rest = Int(digits.count == 4 ? digits.suffix(2) : "0"),
      hours < 24, rest < 60
    else { return nil }
    self.init(minutes: (sign == "-" ? -1 : 1) * (hours * 60 + rest))
  }

  /// `+01:00`, or `UTC`.
  package static func text(minutes: Int) -> String {
    guard minutes != 0 else { return "UTC" }
    let parts = [abs(minutes) / 60, abs(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (minutes < 0 ? "-" : "+") + parts.joined(separator: ":")
  }

  /// East of UTC.
  package func minutes(at moment: Timestamp) -> Int {
    minutes { $0.second <= moment.microseconds.floored(by: 1_000_000) }
  }

  /// East of UTC at a local time, given as if it were in UTC. A time that a clock set back shows twice is the
  /// earlier one.
  package func minutes(atLocal time: Timestamp) -> Int {
    let seconds = time.microseconds.floored(by: 1_000_000)
    var before = first
    for change in changes {
      // The clocks show at least the time of the change by both offsets.
      guard change.second + Int64(max(before, change.minutes)) * 60 <= seconds else { return before }
      before = change.minutes
    }
    return before
  }

  private func minutes(_ isPast: (Change) -> Bool) -> Int {
    changes.last(where: isPast)?.minutes ?? first
  }
}
