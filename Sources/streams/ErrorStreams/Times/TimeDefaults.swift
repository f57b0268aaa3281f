package import Records

/// The parts that times of a stream may lack.
package struct TimeDefaults: Sendable {
  package enum Years: Sendable {
    /// Such dates are not read as times.
    case none
    case first(Int)
    /// The last date is not later than the file's last change, or than a moment for a stream that is not a
    /// file.
    case lastChange(orElse: Timestamp?)
  }

  package var years = Years.none
  /// Nil for UTC.
  package var zone: ZoneOffsets?

  package init() {}

  /// The latest hour in the text. Without a known zone, its clock may be up to 14 hours ahead of UTC.
  func latest(changedAt moment: Timestamp) -> Timestamp {
    let minutes = zone.map { Int64($0.minutes(at: moment)) } ?? 14 * 60
    return Timestamp(microseconds: moment.microseconds + minutes * 60_000_000)
  }
}
