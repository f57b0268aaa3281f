package import Records

/// The parts that times of a stream may lack: the year, and the zone.
package struct TimeDefaults: Sendable {
  /// The source of a year that dates do not have.
  package enum Years: Sendable {
    /// There is none: such dates are not read as times.
    case none
    /// The year of the stream's first date without one.
    case first(Int)
    /// The stream's last date is not later than the last change of its file, or than a moment for a stream
    /// that is not a file.
    case lastChange(orElse: Timestamp?)
  }

  package var years = Years.none
  /// The zone of times without one; nil for UTC.
  package var zone: ZoneOffsets?

  package init() {}

  /// The latest hour that a stream changed last at a moment may have in its text. Without a known zone, its
  /// clock may be up to 14 hours ahead of UTC.
  func latest(changedAt moment: Timestamp) -> Timestamp {
    let minutes = zone.map { Int64($0.minutes(at: moment)) } ?? 14 * 60
    return Timestamp(microseconds: moment.microseconds + minutes * 60_000_000)
  }
}
