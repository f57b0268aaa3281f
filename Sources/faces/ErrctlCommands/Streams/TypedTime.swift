import ErrorStreams
internal import Records

/// A moment as people type it: `2026-11-27 02:00`, `02:00`, `yesterday`, `2h`, or any time that errctl prints.
struct TypedTime {
  let moment: Timestamp
  /// The offset from UTC, in minutes, of a time that was written without a zone; nil if none had to be assumed.
  let assumedOffset: Int?
  /// Whether it was typed as a span before now.
  var isSpan = false

  static let examples = "2026-11-27T02:00:00Z, “2026-11-27 02:00”, 02:00, yesterday, or 2h for two hours ago"

  /// - Parameters:
  ///   - now: the moment that spans, days by name, and times without a day count from; nil if there is none.
  ///   - clock: the zone of times without one.
  init?(_ text: String, now: Timestamp?, clock: LocalClock) {
    let text = text.lowercased().split(separator: " ").joined(separator: " ")
    if let now {
      if text == "now" {
        self.init(moment: now, assumedOffset: nil)
        return
      }
      let length = text.hasSuffix(" ago") ? String(text.dropLast(4)) : text
      if let span = TimeSpan(length) {
        self.init(moment: Timestamp(microseconds: now.microseconds - span.microseconds), assumedOffset: nil)
        isSpan = true
        return
      }
    }
    guard let written = Written(text) else { return nil }
    self.init(written, now: now, clock)
  }

  /// The zone that was assumed: “02:00” at +01:00; nil if there is nothing to say.
  func note(of text: String?) -> String? {
    guard let text, let assumedOffset, assumedOffset != 0 else { return nil }
    return "“\(text)” at \(ZoneOffsets.text(minutes: assumedOffset))"
  }

  private init(moment: Timestamp, assumedOffset: Int?) {
    (self.moment, self.assumedOffset) = (moment, assumedOffset)
  }

  private init?(_ written: Written, now: Timestamp?, _ clock: LocalClock) {
    let zone = written.zone.map { LocalClock.zone($0) } ?? clock
    func moment(_ day: String?, daysAgo: Int64 = 0) -> TypedTime? {
      guard let day = day ?? now.map({ String(zone.text(of: $0).prefix(10)) }) else { return nil }
      guard let shown = Timestamp("\(day)T\(written.time ?? "00:00:00")Z") else { return nil }
      let local = Timestamp(microseconds: shown.microseconds - daysAgo * 86_400_000_000)
      let offset = zone.offset(atLocal: local)
      return TypedTime(
        moment: Timestamp(microseconds: local.microseconds - Int64(offset) * 60_000_000),
        assumedOffset: written.zone == nil ? offset : nil)
    }
    let found: TypedTime?
    switch written.day {
    case .date(let date): found = moment(date)
    case .ago(let days): found = moment(nil, daysAgo: days)
    case .latest:
      let today = moment(nil)
      found = if let now, let today, today.moment > now { moment(nil, daysAgo: 1) } else { today }
    }
    guard let found else { return nil }
    self = found
  }

  /// The parts of a typed time.
  private struct Written {
    enum Day {
      case date(String), ago(Int64), latest
    }

    let day: Day
    /// `HH:MM:SS` with the digits of a fraction; nil for the beginning of the day.
    let time: String?
    let zone: ZoneOffsets?

    init?(_ text: String) {
      var rest = Substring(text)
      if let end = rest.firstIndex(where: { $0 == " " || $0 == "t" }), rest[..<end].count == 10 {
        day = .date(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("yesterday") {
        day = .ago(1)
        rest = rest.dropFirst(9)
      } else if rest.hasPrefix("today") {
        day = .ago(0)
        rest = rest.dropFirst(5)
      } else if rest.count == 10, rest.dropFirst(4).first == "-" {
        day = .date(String(rest))
        rest = ""
      } else {
        day = .latest
      }
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty else {
        if case .latest = day { return nil }
        (time, zone) = (nil, nil)
        return
      }
      let digits = rest.prefix { "0"..."9" ~= $0 || $0 == ":" || $0 == "." }
      let fields = digits.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count == 2 || fields.count == 3 else { return nil }
      let hour = fields[0].count == 1 ? "0\(fields[0])" : String(fields[0])
      time = ([hour] + fields.dropFirst().map { String($0) } + (fields.count == 2 ? ["00"] : [])).joined(
        separator: ":")
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      guard !rest.isEmpty else {
        zone = nil
        return
      }
      guard let offsets = ZoneOffsets(String(rest)) else { return nil }
      zone = offsets
    }
  }
}
