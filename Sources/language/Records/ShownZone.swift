/// The zone of the times that people read.
package struct ShownZone: Sendable {
  /// `Europe/Berlin`, `local time` for a zone without a name, or `UTC`.
  package let name: String
  package let isUTC: Bool
  /// The minutes east of UTC at a moment.
  private let offset: @Sendable (Timestamp) -> Int

  package static let utc = Self()

  private init() { (name, isUTC, offset) = ("UTC", true, { _ in 0 }) }

  /// A zone that is not UTC.
  package init(name: String, offset: @escaping @Sendable (Timestamp) -> Int) {
    (self.name, isUTC, self.offset) = (name, false, offset)
  }

  /// The name with the offset at a moment: `Europe/Berlin (+02:00)`, or `UTC`.
  package func words(at time: Timestamp) -> String { words(from: time, to: time) }

  /// The name with the offsets at the first moment and at the last: `Europe/Berlin (+02:00, then +01:00)`.
  package func words(from first: Timestamp, to last: Timestamp) -> String {
    let (start, end) = (Self.text(offset: offset(first)), Self.text(offset: offset(last)))
    if isUTC || start == end && start == name { return name }
    return "\(name) (\(start)\(start == end ? "" : ", then \(end)"))"
  }

  /// `2026-11-21 01:41`; with the offset, if clocks that were set back show this time once more: `2026-10-25 02:30 +01:00`.
  package func minute(_ time: Timestamp) -> String { clock(time, 16) + repetition(time) }

  /// `2026-11-21 01:41:19`, and the offset as for a minute.
  package func second(_ time: Timestamp) -> String { clock(time, 19) + repetition(time) }

  /// `2026-11-21 01:41 to 23:59`, or a single time if both moments are shown alike.
  package func span(from first: Timestamp, to last: Timestamp, inSeconds: Bool = false) -> String {
    let (start, end) = inSeconds ? (second(first), second(last)) : (minute(first), minute(last))
    if start == end { return start }
    return "\(start) to \(start.prefix(10) == end.prefix(10) ? String(end.dropFirst(11)) : end)"
  }

  /// The moment in RFC 3339, in this zone: `2026-11-21T01:41:19.25+01:00`.
  package func text(_ time: Timestamp) -> String {
    let minutes = offset(time)
    guard !isUTC else { return time.text }
    let text = local(time).text.dropLast()
    return minutes == 0 ? "\(text)Z" : "\(text)\(Self.text(offset: minutes))"
  }

  /// A recorded time in this zone; in UTC, or if it is none, as it was recorded.
  package func text(recorded text: String) -> String {
    guard !isUTC else { return text }
    return Timestamp(text).map { self.text($0) } ?? text
  }

  /// An offset in minutes: `+01:00`, or `UTC`.
  package static func text(offset minutes: Int) -> String {
    guard minutes != 0 else { return "UTC" }
    let parts = [abs(minutes) / 60, abs(minutes) % 60].map { CalendarDate.padded(Int64($0), 2) }
    return (minutes < 0 ? "-" : "+") + parts.joined(separator: ":")
  }

  /// The time that the zone's clocks show, as if it were in UTC.
  package func local(_ time: Timestamp) -> Timestamp { time.moved(minutes: offset(time)) }

  private func clock(_ time: Timestamp, _ length: Int) -> String {
    let text = local(time).text.utf8.prefix(length)
    return String(decoding: text.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// A space and the offset, if the clocks showed this time before; a typed time is the earlier of both.
  private func repetition(_ time: Timestamp) -> String {
    guard !isUTC else { return "" }
    let now = offset(time)
    let before = offset(time.moved(minutes: -180))
    guard before > now, offset(time.moved(minutes: now - before)) == before else { return "" }
    return " \(Self.text(offset: now))"
  }
}
