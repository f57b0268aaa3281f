import Records
import Replay
import Reports
import Testing

@Suite("The times below a plot")
struct TimeTicksTests {
  private static let kolkata = ShownZone(name: "Asia/Kolkata") { _ in 330 }

  private static func berlin() throws -> ShownZone {
    let (spring, autumn) = (try moment("2026-03-29T01:00:00Z"), try moment("2026-10-25T01:00:00Z"))
    return ShownZone(name: "Europe/Berlin") { (spring..<autumn).contains($0) ? 120 : 60 }
  }

  private static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  private func labels(
    _ start: String,
    _ end: String,
    in zone: ShownZone = .utc,
    _ width: Int = 640
  ) throws -> [String] {
    let (start, end) = (try Self.moment(start), try Self.moment(end))
    return TimeTicks.marks(from: start, to: end, in: zone, width: width).map {
      $0.below.isEmpty ? $0.text : "\($0.text) \($0.below)"
    }
  }

  @Test(
    "are round, and say the date where it is new",
    arguments: [
      (
        "2026-11-20T18:00:00Z", "2026-11-20T18:00:03Z",
        ["18:00:00 2026-11-20", "18:00:01", "18:00:02", "18:00:03"]
      ),
      (
        "2026-11-20T18:05:00Z", "2026-11-20T18:45:00Z",
        ["18:05 2026-11-20", "18:10", "18:15", "18:20", "18:25", "18:30", "18:35", "18:40", "18:45"]
      ),
      (
        "2026-11-20T18:00:00Z", "2026-11-21T09:00:00Z",
        [
          "18:00 2026-11-20", "20:00", "22:00", "00:00 2026-11-21", "02:00", "04:00", "06:00", "08:00",
        ]
      ),
      (
        "2026-11-20T00:00:00Z", "2026-11-29T00:00:00Z",
        ["2026-11-21", "2026-11-23", "2026-11-25", "2026-11-27", "2026-11-29"]
      ),
      (
        "2026-01-20T00:00:00Z", "2027-01-20T00:00:00Z",
        ["2026-03", "2026-05", "2026-07", "2026-09", "2026-11", "2027-01"]
      ),
      (
        "2020-01-20T00:00:00Z", "2023-06-20T00:00:00Z",
        ["2020-07", "2021-01", "2021-07", "2022-01", "2022-07", "2023-01"]
      ),
      ("2026-11-20T18:00:00Z", "2026-11-20T18:00:01Z", ["18:00:00 2026-11-20", "18:00:01"]),
    ]
  )
  func round(start: String, end: String, expected: [String]) throws {
    #expect(try labels(start, end) == expected)
  }

  @Test("are fewer on a narrow plot, and the first date gives way to the next")
  func narrow() throws {
    let night = ("2026-11-20T18:00:00Z", "2026-11-21T09:00:00Z")
    #expect(try labels(night.0, night.1, 260) == ["18:00", "00:00 2026-11-21", "06:00"])
    #expect(try labels("2026-11-20T18:00:00Z", "2026-11-20T18:40:00Z", 260).count == 3)
  }

  @Test("are round in the zone that is shown")
  func zones() throws {
    #expect(
      try labels("2026-11-20T18:00:00Z", "2026-11-21T09:00:00Z", in: Self.kolkata, 260)
        == ["00:00 2026-11-21", "06:00", "12:00"]
    )
  }

  @Test("show an hour that clocks skip or repeat as the clocks do")
  func changedClocks() throws {
    let berlin = try Self.berlin()
    #expect(
      try labels("2026-03-28T22:00:00Z", "2026-03-29T04:00:00Z", in: berlin)
        == ["23:00", "00:00 2026-03-29", "01:00", "03:00", "04:00", "05:00", "06:00"]
    )
    #expect(
      try labels("2026-10-24T22:00:00Z", "2026-10-25T04:00:00Z", in: berlin)
        == ["00:00 2026-10-25", "01:00", "02:00", "02:00 +01:00", "03:00", "04:00", "05:00"]
    )
    #expect(
      try labels("2026-10-24T12:00:00Z", "2026-10-27T00:00:00Z", in: berlin, 260)
        == ["2026-10-25", "2026-10-26", "2026-10-27"]
    )
  }

  @Test("never touch each other, and are two at least", arguments: ColumnPlot.widths)
  func room(width: Int) throws {
    let start = try Self.moment("2026-10-20T07:41:00Z")
    let berlin = try Self.berlin()
    var seconds: Int64 = 1
    while seconds < 100_000_000_000 {
      let end = Timestamp(microseconds: start.microseconds + seconds * 1_000_000)
      let marks = TimeTicks.marks(from: start, to: end, in: berlin, width: width)
      #expect(marks.count >= 2, "\(seconds) s")
      for (mark, next) in zip(marks, marks.dropFirst()) {
        let room = (next.place - mark.place) * Double(width)
        #expect(room > Double(max(mark.text.count, next.text.count)) * 7, "\(seconds) s: \(mark) \(next)")
      }
      seconds += max(1, seconds / 7)
    }
  }
}
