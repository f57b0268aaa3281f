import Records
import Testing

@Suite("A shown zone")
struct ShownZoneTests {
  /// The moment in seconds, for changes in 2026.
  private static func seconds(_ text: String) throws -> Int64 {
    try #require(Timestamp(text)).microseconds / 1_000_000
  }

  private static func berlin() throws -> ShownZone {
    let (spring, autumn) = (try seconds("2026-03-29T01:00:00Z"), try seconds("2026-10-25T01:00:00Z"))
    return ShownZone(name: "Europe/Berlin") {
      (spring..<autumn).contains($0.microseconds / 1_000_000) ? 120 : 60
    }
  }

  private static let kolkata = ShownZone(name: "Asia/Kolkata") { _ in 330 }

  @Test(
    "shows each moment by its offset, and the offset itself only in the hour that the clocks show again",
    arguments: [
      ("2026-03-29T00:59:59Z", "2026-03-29 01:59:59"), ("2026-03-29T01:00:00Z", "2026-03-29 03:00:00"),
      ("2026-10-24T23:59:59Z", "2026-10-25 01:59:59"), ("2026-10-25T00:00:00Z", "2026-10-25 02:00:00"),
      ("2026-10-25T00:59:59Z", "2026-10-25 02:59:59"), ("2026-10-25T01:00:00Z", "2026-10-25 02:00:00 +01:00"),
      ("2026-10-25T01:59:59Z", "2026-10-25 02:59:59 +01:00"), ("2026-10-25T02:00:00Z", "2026-10-25 03:00:00"),
      ("2026-12-31T23:30:00Z", "2027-01-01 00:30:00"),
    ]
  )
  func clocksThatChange(moment: String, shown: String) throws {
    #expect(try Self.berlin().second(try #require(Timestamp(moment))) == shown)
  }

  @Test("writes its offset in RFC 3339, and UTC writes Z and leaves a recorded time as it is")
  func text() throws {
    let time = try #require(Timestamp("2026-10-25T01:30:00.250Z"))
    #expect(try Self.berlin().text(time) == "2026-10-25T02:30:00.25+01:00")
    #expect(Self.kolkata.text(time) == "2026-10-25T07:00:00.25+05:30")
    #expect(ShownZone.utc.text(time) == "2026-10-25T01:30:00.25Z")
    #expect(ShownZone.utc.text(recorded: "2026-10-25T03:30:00+02:00") == "2026-10-25T03:30:00+02:00")
    #expect(Self.kolkata.text(recorded: "2026-10-25T03:30:00+02:00") == "2026-10-25T07:00:00+05:30")
    #expect(Self.kolkata.text(recorded: "1761348600") == "1761348600")
  }

  @Test("says its name with the offsets of the first moment and of the last")
  func words() throws {
    let (summer, winter) = (
      try #require(Timestamp("2026-10-25T00:59:00Z")), try #require(Timestamp("2026-10-25T01:00:00Z"))
    )
    #expect(try Self.berlin().words(from: summer, to: winter) == "Europe/Berlin (+02:00, then +01:00)")
    #expect(try Self.berlin().words(from: winter, to: winter) == "Europe/Berlin (+01:00)")
    #expect(ShownZone.utc.words(from: summer, to: winter) == "UTC")
    #expect(ShownZone(name: "-03:30") { _ in -210 }.words(from: summer, to: winter) == "-03:30")
  }

  @Test("shows a span with the day once, and both times of an hour that comes twice")
  func span() throws {
    let (first, last) = (
      try #require(Timestamp("2026-10-25T00:10:00Z")), try #require(Timestamp("2026-10-25T01:10:00Z"))
    )
    #expect(try Self.berlin().span(from: first, to: last) == "2026-10-25 02:10 to 02:10 +01:00")
    #expect(Self.kolkata.span(from: first, to: last) == "2026-10-25 05:40 to 06:40")
    #expect(ShownZone.utc.span(from: first, to: first, inSeconds: true) == "2026-10-25 00:10:00")
  }
}
