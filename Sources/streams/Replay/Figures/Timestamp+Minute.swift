internal import Records

extension Timestamp {
  /// The beginning of a minute, counted since 1970 in UTC.
  init(minute: Int64) { self.init(microseconds: minute * 60_000_000) }
}
