import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import SystemPackage
import TestSupport
import Testing
import Counting

/// A year of syslog, from summer to summer, against the same records with whole times.
@Suite("A year of dates without a year")
struct YearlessStreamTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - id: often
            when: { rate: { atLeast: 3, within: 1m, per: [ origin ] } }
            do: [ { perform: page, throttle: { every: 1h } } ]
            then: abort
        otherwise: { then: cancel }
    """

  private struct Streams {
    var syslog = ""
    var whole = ""
    /// The rates by hand: errors with at least two of their program in the minute before.
    var often = 0
  }

  private static let start = 1_752_000_000  // 2025-07-08T18:40:00Z

  private static func streams() -> Streams {
    var random = SeededRandom(seed: 28)
    var streams = Streams()
    var second = start
    var recent: [String: [Int]] = [:]
    while second < start + 360 * 86_400 {
      let app = ["pay", "cron", "ntpd"][Int.random(in: 0..<3, using: &random)]
      let parts = Self.parts(second)
      streams.syslog += "\(parts.month) \(parts.day) \(parts.clock) vm \(app)[1]: error: failed\n"
      streams.whole += #"{"time":"\#(parts.whole)","origin":"\#(app)","message":"failed"}"# + "\n"
      let before = (recent[app] ?? []).filter { second - $0 < 60 }
      if before.count >= 2 { streams.often += 1 }
      recent[app] = before + [second]
      // Bursts, and long silences.
      second +=
        Int.random(in: 0..<8, using: &random) > 0
        ? Int.random(in: 0..<40, using: &random) : Int.random(in: 0..<400_000, using: &random)
    }
    return streams
  }

  private static func parts(_ second: Int) -> (month: String, day: String, clock: String, whole: String) {
    let whole = Timestamp(microseconds: Int64(second) * 1_000_000).text
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = months[(Int(whole.dropFirst(5).prefix(2)) ?? 1) - 1]
    let day = Int(whole.dropFirst(8).prefix(2)) ?? 0
    return (month, day < 10 ? " \(day)" : "\(day)", String(whole.dropFirst(11).prefix(8)), whole)
  }

  private static func replay(_ text: String, _ years: TimeDefaults.Years, jobs: Int, chunkSize: Int)
    async throws -> (ReplaySummary, Replayed)
  {
    var replays = try Replays(rules: Self.rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    replays.options.times.years = years
    return try await replays.run([Array(text.utf8)], jobs: jobs, chunkSize: chunkSize)
  }

  @Test("The rates are those of whole times, and those counted by hand, for any chunks and jobs")
  func rates() async throws {
    let streams = Self.streams()
    let (whole, _) = try await Self.replay(streams.whole, .none, jobs: 1, chunkSize: 1 << 18)
    #expect(whole.outcomes.evaluations.map { $0.count }[3] == streams.often)
    #expect(streams.often > 100 && whole.lineCounts.errors > 2 * streams.often)
    let (first, expected) = try await Self.replay(streams.syslog, .first(2025), jobs: 1, chunkSize: 1 << 18)
    #expect(first.outcomes.evaluations.map { $0.count } == whole.outcomes.evaluations.map { $0.count })
    #expect(first.outcomes.actions.map { $0.count } == whole.outcomes.actions.map { $0.count })
    #expect(first.times == whole.times)
    #expect(first.missingTimes == nil)
    #expect(first.lineCounts.outOfOrder == 0)
    for (jobs, chunkSize) in [(1, 64), (2, 500), (4, 4_096)] {
      let (_, found) = try await Self.replay(streams.syslog, .first(2025), jobs: jobs, chunkSize: chunkSize)
      #expect(found == expected)
    }
  }

  @Test("So they are where the file's last change gives the year")
  func byFile() async throws {
    let streams = Self.streams()
    let folder = try StreamFolder([Array(streams.syslog.utf8)])
    defer { folder.remove() }
    guard case .file(let path) = folder.streams[0].source else { return }
    let end = Date(timeIntervalSince1970: Double(Self.start + 361 * 86_400))
    try FileManager.default.setAttributes([.modificationDate: end], ofItemAtPath: path.string)
    var replays = try Replays(rules: Self.rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    replays.options.times.years = .lastChange(orElse: nil)
    let replayer = Replayer(replays.chain, replays.options, output: nil, rejects: nil) { _ in true }
    let summary = try await replayer.run(folder.streams)
    #expect(summary.outcomes.evaluations.map { $0.count }[3] == streams.often)
    let years = summary.lineCounts.assumedYears
    #expect(years.records == summary.lineCounts.records && years.first == 2025 && years.last == 2026)
  }

  @Test("A log that is followed across new year gets the next year")
  func followed() async throws {
    let folder = try StreamFolder([Array("Dec 31 23:59:58 vm pay[1]: error: failed\n".utf8)])
    defer { folder.remove() }
    guard case .file(let path) = folder.streams[0].source else { return }
    func changed(at second: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: second)],
        ofItemAtPath: path.string
      )
    }
    let newYear = 1_798_761_600.0  // 2027-01-01T00:00:00Z
    try changed(at: newYear - 90_000)
    var replays = try Replays(rules: Self.rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    replays.options.times.years = .lastChange(orElse: nil)
    let writer = try FileDescriptor.open(path, .writeOnly, options: .append)
    defer { try? writer.close() }
    var days = 0
    let replayer = Replayer(replays.chain, replays.options, output: nil, rejects: nil) { _ in true }
    let summary = try replayer.follow(folder.streams, receive: { _ in }) {
      days += 1
      _ = try? writer.writeAll("Jan \(days < 10 ? " " : "")\(days) 00:00:01 vm pay[1]: error: failed\n".utf8)
      try? changed(at: newYear + Double(days - 1) * 86_400 + 2)
      return days < 12
    }
    #expect(summary.lineCounts.records >= 12 && summary.lineCounts.outOfOrder == 0)
    #expect(summary.times.first?.text == "2026-12-31T23:59:58Z")
    #expect(summary.lineCounts.assumedYears.first == 2026 && summary.lineCounts.assumedYears.last == 2027)
  }
}
