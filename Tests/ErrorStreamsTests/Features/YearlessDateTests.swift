import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Dates without a year")
struct YearlessDateTests {
  private static func times(_ years: TimeDefaults.Years, zone: ZoneOffsets? = nil) -> TimeDefaults {
    var times = TimeDefaults()
    times.years = years
    times.zone = zone
    return times
  }

  /// The times of the records of a log.
  private static func read(
    _ lines: [String],
    _ times: TimeDefaults,
    changed: String? = nil,
    input: StreamInput = .detected(FormatTable())
  ) throws -> [String] {
    let text = lines.map { "\($0)\n" }.joined()
    let date = try changed.map { try Date($0, strategy: .iso8601) }
    let read = try ReadStream(Array(text.utf8), input: input, times: times, changed: date)
    return read.records.map { record in
      guard let start = record.range(of: "\"time\":\"") else { return "none" }
      return String(record[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  private static func syslog(_ date: String) -> String { "\(date) vm pay[1]: error: failed" }

  private static let newYear = [
    syslog("Dec 30 10:00:00"), syslog("Dec 31 23:59:59"), syslog("Jan  1 00:00:01"),
  ]

  @Test("The last change of the file is the end, and dates that would be later are of the year before")
  func byFile() throws {
    let times = Self.times(.lastChange(orElse: nil))
    #expect(
      try Self.read(Self.newYear, times, changed: "2026-01-01T00:05:00Z") == [
        "2025-12-30T10:00:00Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:01Z",
      ]
    )
    #expect(
      try Self.read(Self.newYear, times, changed: "2026-06-01T00:00:00Z").last == "2026-01-01T00:00:01Z"
    )
  }

  @Test("The clock of a stream without a known zone may be ahead of UTC")
  func aheadOfUTC() throws {
    let last = "2025-12-31T18:00:00Z"
    let tomorrow = [Self.syslog("Jan  1 05:00:00")]
    #expect(
      try Self.read(tomorrow, Self.times(.lastChange(orElse: nil)), changed: last) == ["2026-01-01T05:00:00Z"]
    )
    let utc = Self.times(.lastChange(orElse: nil), zone: ZoneOffsets("UTC"))
    #expect(try Self.read(tomorrow, utc, changed: last) == ["2025-01-01T05:00:00Z"])
  }

  @Test("A given year is that of the first date, and the next one begins at new year")
  func byOption() throws {
    #expect(
      try Self.read(Self.newYear, Self.times(.first(2019))) == [
        "2019-12-30T10:00:00Z", "2019-12-31T23:59:59Z", "2020-01-01T00:00:01Z",
      ]
    )
    // The first date counts, whether or not its line is an error.
    let quiet = ["Dec 30 10:00:00 vm pay[1]: started", Self.syslog("Jan  2 10:00:00")]
    #expect(try Self.read(quiet, Self.times(.first(2019))) == ["2020-01-02T10:00:00Z"])
  }

  @Test("klog's dates, and those of a mapping, are read too")
  func otherFormats() throws {
    let klog = ["E1231 23:59:59.5      17 pay.go:12] failed", "E0101 00:00:00.5      17 pay.go:12] failed"]
    #expect(
      try Self.read(klog, Self.times(.first(2025))) == ["2025-12-31T23:59:59.5Z", "2026-01-01T00:00:00.5Z"]
    )
    let text = """
      mapping: 1
      name: mine
      text:
        patterns: [ '(?P<at>.{18}) (?P<message>.*)' ]
      fields: { time: at, message: message }
      errors: all

      """
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "mine.mapping.yaml",
      bytes: Array(text.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    let plan = FormatPlan(try #require(mapping))
    let logcat = ["12-31 23:59:59.250 late", "01-01 00:00:00.250 early"]
    #expect(
      try Self.read(logcat, Self.times(.first(2025)), input: .format(plan, FormatTable())) == [
        "2025-12-31T23:59:59.250Z", "2026-01-01T00:00:00.250Z",
      ]
    )
  }

  @Test("Where no year is known, such a date stays an attribute and is not a fault")
  func unknown() throws {
    let read = try ReadStream(Array("\(Self.newYear[0])\n".utf8))
    #expect(read.records.first?.contains("\"clock\":\"Dec 30 10:00:00\"") == true)
    #expect(read.counts.unread == 0)
  }

  @Test("A time of the collector comes before a date without a year of the program")
  func collector() throws {
    let docker = [
      #"{"log":"E1121 01:41:19.5      17 pay.go:12] failed\n","stream":"stderr","time":"2024-11-21T01:41:20Z"}"#
    ]
    #expect(try Self.read(docker, Self.times(.first(2026))) == ["2024-11-21T01:41:20Z"])
  }

  @Test("A time without a zone is in the given one, and another keeps its own")
  func zones() throws {
    let text = [
      "2026-07-01 12:00:00 ERROR summer", "2026-12-01 12:00:00 ERROR winter",
      "2026-12-01T12:00:00Z ERROR own",
    ]
    let berlin = ZoneOffsets(
      minutes: 60,
      changes: [
        .init(second: 1_774_746_000, minutes: 120), .init(second: 1_792_890_000, minutes: 60),
      ]
    )
    #expect(
      try Self.read(text, Self.times(.none, zone: berlin)) == [
        "2026-07-01T12:00:00+02:00", "2026-12-01T12:00:00+01:00", "2026-12-01T12:00:00Z",
      ]
    )
    #expect(
      try Self.read([Self.syslog("Jul  1 12:00:00")], Self.times(.first(2026), zone: ZoneOffsets("-0330")))
        == ["2026-07-01T12:00:00-03:30"]
    )
  }

  @Test("Offsets are read as they are usually written, and nothing else is")
  func offsets() {
    for text in ["UTC", "Z", "utc", "+00:00"] { #expect(ZoneOffsets(text) == ZoneOffsets(minutes: 0)) }
    for text in ["+02:00", "+0200", "+02"] { #expect(ZoneOffsets(text) == ZoneOffsets(minutes: 120)) }
    for text in ["", "+", "2", "+2", "+2:00", "+24:00", "+02:60", "+02:0", "Mars", "+٠٢", "02:00"] {
      #expect(ZoneOffsets(text) == nil, "\(text)")
    }
  }

  @Test("The years are counted, from the earliest to the latest")
  func counted() throws {
    let text = Self.newYear.map { "\($0)\n" }.joined()
    let read = try ReadStream(Array(text.utf8), times: Self.times(.first(2019)))
    #expect(read.counts.assumedYears.records == 3)
    #expect(read.counts.assumedYears.first == 2019 && read.counts.assumedYears.last == 2020)
  }
}
