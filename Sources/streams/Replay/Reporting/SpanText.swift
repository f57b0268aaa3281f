internal import Counting
internal import Explanations
internal import ErrorStreams
internal import Reports
package import Records

package enum SpanText {
  /// `2026-11-21 01:41 to 23:59 UTC, 22 h 18 min`; nil if no record has a time.
  package static func span(of times: RecordTimes, in zone: ShownZone) -> String? {
    guard let first = times.first, let last = times.last else { return nil }
    return span(from: first, to: last, in: zone)
  }

  /// `2026-11-21 01:41 to 23:59 UTC, 22 h 18 min`
  package static func span(from first: Timestamp, to last: Timestamp, in zone: ShownZone) -> String {
    let milliseconds = Int((last.microseconds - first.microseconds) / 1_000)
    // To the second if the minutes alone would say little.
    let span = zone.span(from: first, to: last, inSeconds: milliseconds < 120_000)
    let isOne = zone.second(first) == zone.second(last)
    return "\(span) \(zone.words(from: first, to: last))\(isOne ? "" : ", \(duration(milliseconds))")"
  }

  /// `2026-11-21 01:41 to 23:59`; nil if no error has a time.
  static func span(of kind: ErrorKind, in zone: ShownZone) -> String? {
    ErrorSpan.text(kind.first, kind.last, in: zone)
  }

  private static func duration(_ milliseconds: Int) -> String {
    let hours = milliseconds / 3_600_000
    guard hours >= 48 else { return Figures.duration(milliseconds) }
    return Figures.parts(hours / 24, "d", hours % 24, "h")
  }

  /// A sentence about assumed years; nil if all dates have one.
  package static func years(of summary: ReplaySummary) -> String? {
    let assumed = summary.lineCounts.assumedYears
    let sources = summary.sources.filter { $0.lineCounts.assumedYears.records > 0 }.compactMap {
      $0.yearSource
    }
    return assumed.sentence(by: sources) { Figures.number($0) }
  }
}
