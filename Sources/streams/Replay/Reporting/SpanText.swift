package import Counting
internal import Explanations
internal import ErrorStreams
internal import Reports
package import Records

package enum SpanText {
  /// `2026-11-21 01:41 to 23:59 UTC, 22 h 18 min`; nil if no record has a time.
  package static func span(of times: RecordTimes) -> String? {
    guard let first = times.first, let last = times.last else { return nil }
    let milliseconds = Int((last.microseconds - first.microseconds) / 1_000)
    // To the second if the minutes alone would say little.
    let length = milliseconds < 120_000 ? 19 : 16
    let (start, end) = (moment(first, length), moment(last, length))
    if start == end { return "\(start) UTC" }
    let isSameDay = start.prefix(10) == end.prefix(10)
    return "\(start) to \(isSameDay ? String(end.dropFirst(11)) : end) UTC, \(duration(milliseconds))"
  }

  /// `2026-11-21 01:41 to 23:59`; nil if no error has a time.
  package static func span(of kind: ErrorKind) -> String? {
    guard let first = kind.first, let last = kind.last else { return nil }
    let (start, end) = (moment(first, 16), moment(last, 16))
    if start == end { return start }
    return "\(start) to \(start.prefix(10) == end.prefix(10) ? String(end.dropFirst(11)) : end)"
  }

  /// `2026-11-21 01:41`
  package static func minute(_ time: Timestamp) -> String { moment(time, 16) }

  /// `2026-11-21 01:41`, or with seconds.
  private static func moment(_ time: Timestamp, _ length: Int) -> String {
    String(time.text.prefix(length).map { $0 == "T" ? " " : $0 })
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
