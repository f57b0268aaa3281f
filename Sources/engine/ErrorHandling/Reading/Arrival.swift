/// The number and the time of an error.
struct Arrival: Sendable {
  let ordinal: UInt64
  /// Since 1970.
  let time: Duration
}

extension Duration {
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }

  var inMilliseconds: Duration {
    let (seconds, attoseconds) = components
    let millisecond = 1_000_000_000_000_000 as Int64
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds / millisecond * millisecond)
  }
}
