package import Records
internal import Replay

/// The time that a stream covers, over which its rates are taken.
package enum CoveredSpan: Sendable {
  case known(first: Timestamp, last: Timestamp)
  /// The reason why there is no rate.
  case unknown(String)

  /// The span from the first record to the last, or to the bounds that were chosen.
  init(_ times: RecordTimes, _ selection: RecordSelection, records: Int) {
    guard let first = selection.since ?? times.first, let last = selection.until ?? times.last else {
      self = .unknown(records == 0 ? "there is no record" : "no record has a time")
      return
    }
    self = first < last ? .known(first: first, last: last) : .unknown("all records have the same time")
  }

  /// Microseconds; nil if it is not known.
  var length: Int64? {
    if case .known(let first, let last) = self { last.microseconds - first.microseconds } else { nil }
  }

  /// The errors in an hour; nil if the span is not known.
  func rate(_ count: Int) -> Decimal? {
    length.map { Decimal(Double(count) * 3_600_000_000 / Double($0)) }
  }
}
