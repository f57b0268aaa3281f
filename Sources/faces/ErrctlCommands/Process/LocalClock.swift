import ErrorStreams
internal import Records

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock by which people write times without a zone, and read them.
enum LocalClock {
  /// The zone of the system, or of the environment's TZ.
  case system
  case zone(ZoneOffsets)

  /// The minutes east of UTC.
  func offset(at moment: Timestamp) -> Int {
    switch self {
    case .system:
      var time = time_t(moment.microseconds / 1_000_000)
      var parts = tm()
      localtime_r(&time, &parts)
      return parts.tm_gmtoff / 60
    case .zone(let offsets): return offsets.minutes(at: moment)
    }
  }

  /// The minutes east of UTC at a local time, given as if it were in UTC. A time that a clock set back shows twice is
  /// the earlier one.
  func offset(atLocal time: Timestamp) -> Int {
    switch self {
    case .system:
      let (before, after) = (offset(at: time.moved(minutes: -1_440)), offset(at: time.moved(minutes: 1_440)))
      // The clocks show at least the time of a change by both offsets, as those of a named zone.
      return offset(at: time.moved(minutes: -max(before, after))) == after ? after : before
    case .zone(let offsets): return offsets.minutes(atLocal: time)
    }
  }

  /// The zone in which people read times.
  /// - Parameter name: the name of a zone that is not the system's.
  func shownZone(named name: String?) -> ShownZone {
    isUTC ? .utc : ShownZone(name: name ?? ZoneName.ofSystem ?? "local time") { offset(at: $0) }
  }

  private var isUTC: Bool {
    switch self {
    case .system:
      var (time, parts) = (time_t(0), tm())
      localtime_r(&time, &parts)
      return parts.tm_gmtoff == 0 && parts.tm_zone.map { String(cString: $0) } == "UTC"
    case .zone(let offsets): return offsets == ZoneOffsets(minutes: 0)
    }
  }

  /// `2026-11-27T03:00:00`
  func text(of moment: Timestamp) -> String {
    String(moment.moved(minutes: offset(at: moment)).text.dropLast())
  }
}
