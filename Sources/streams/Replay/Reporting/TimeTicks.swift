package import Records
package import Reports

/// The times below a plot: round ones in the zone that people read, as many as fit without touching each other.
package enum TimeTicks {
  /// The distance from one tick to the next.
  private enum Step {
    /// Divisors of a day, and days, which are counted from a Monday.
    case seconds(Int64)
    case months(Int64)

    /// The length in seconds, where months have their mean length.
    var length: Double {
      switch self {
      case .seconds(let seconds): Double(seconds)
      case .months(let months): Double(months) * 2_629_746
      }
    }

    /// The characters of a label.
    var characters: Int {
      switch self {
      case .seconds(let seconds): seconds < 60 ? 8 : seconds < day ? 5 : 10
      case .months(let months): months < 12 ? 7 : 4
      }
    }

    /// The first round second that is not before a local one.
    func next(_ local: Int64) -> Int64 {
      switch self {
      case .seconds(let step):
        let monday = 4 * day
        return monday + TimeTicks.rounded(local - monday, step) * step
      case .months(let step):
        var days = TimeTicks.rounded(local, day)
        while case let date = CalendarDate(daysSince1970: days),
          date.day != 1 || (date.year * 12 + date.month - 1) % step != 0
        {
          // No month is shorter, so that none is missed.
          days += date.day == 1 ? 28 : max(1, 29 - date.day)
        }
        return days * day
      }
    }
  }

  private static let day: Int64 = 86_400
  private static let steps: [Step] =
    [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200].map {
      .seconds($0)
    }
    + [1, 2, 4, 7, 14].map { .seconds($0 * day) } + [1, 2, 3, 4, 6].map { .months($0) }
    + [1, 10, 100, 1_000].flatMap { power in [12, 24, 60].map { .months($0 * power) } }

  /// The ticks for each of the widths of a plot.
  package static func axes(from start: Timestamp, to end: Timestamp, in zone: ShownZone) -> [[ColumnPlot
    .Mark]]
  {
    ColumnPlot.widths.map { marks(from: start, to: end, in: zone, width: $0) }
  }

  /// - Parameters:
  ///   - start: a whole second, as `end`, which is later.
  ///   - width: the width of the plot in pixels.
  package static func marks(
    from start: Timestamp, to end: Timestamp, in zone: ShownZone, width: Int
  ) -> [ColumnPlot.Mark] {
    let length = Double(end.microseconds - start.microseconds) / 1_000_000
    let fitting = steps.firstIndex {
      // A label at an edge is moved by half its width.
      length / $0.length <= Double(width) / (Double($0.characters) * 1.5 * ColumnPlot.characterWidth + 8)
    }
    let index = fitting ?? steps.count - 1
    var (step, times) = (steps[index], times(steps[index], start, end, zone))
    // Two at least tell the scale; there is room for them, as the step of one tick is too long.
    if times.count < 2, index > 0 {
      (step, times) = (steps[index - 1], Self.times(steps[index - 1], start, end, zone))
    }
    return labels(times, step, zone).enumerated().map { index, label in
      let seconds = Double(times[index].microseconds - start.microseconds) / 1_000_000
      return ColumnPlot.Mark(place: seconds / max(1, length), text: label.text, below: label.below)
    }
  }

  /// The round moments from a start to an end.
  private static func times(_ step: Step, _ start: Timestamp, _ end: Timestamp, _ zone: ShownZone)
    -> [Timestamp]
  {
    func local(_ second: Int64) -> Int64 {
      zone.local(Timestamp(microseconds: second * 1_000_000)).microseconds / 1_000_000
    }
    func isRound(_ second: Int64) -> Bool { step.next(local(second)) == local(second) }
    let (first, last) = (start.microseconds / 1_000_000, end.microseconds / 1_000_000)
    var times: [Timestamp] = []
    var second = first
    while true {
      let shown = local(second)
      let rounded = second + step.next(shown) - shown
      // Clocks may be changed on the way.
      let corrected = rounded + (local(second) - second) - (local(rounded) - rounded)
      let found = isRound(rounded) ? rounded : corrected
      guard min(rounded, found) <= last else { return times }
      if found >= second, found <= last, isRound(found) {
        times.append(Timestamp(microseconds: found * 1_000_000))
      }
      second = max(rounded, found) + 1
    }
  }

  private static func labels(_ times: [Timestamp], _ step: Step, _ zone: ShownZone) -> [(
    text: String, below: String
  )] {
    // A date and a time, and an offset behind a time that clocks show once more.
    let parts = times.map { time in
      (step.characters == 8 ? zone.second(time) : zone.minute(time)).split(separator: " ").map { String($0) }
    }
    guard case .seconds(..<86_400) = step else {
      return parts.map { (String($0[0].prefix(step.characters)), "") }
    }
    return parts.indices.map { index in
      let isNew = index == 0 || parts[index][0] != parts[index - 1][0]
      // Dates are wider than times: the first one would touch the next.
      let isNarrow = index == 0 && parts.count > 1 && parts[1][0] != parts[0][0]
      return (
        parts[index][1], isNarrow ? "" : isNew ? parts[index][0] : parts[index].dropFirst(2).first ?? ""
      )
    }
  }

  /// The quotient, rounded up.
  private static func rounded(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor > 0 ? quotient + 1 : quotient
  }
}
