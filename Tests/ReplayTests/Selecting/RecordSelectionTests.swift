import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

struct RecordSelectionTests {
  @Test("Filtered records are counted, for any jobs and chunks", arguments: 0..<3 as Range<UInt64>)
  func isTheSame(_ seed: UInt64) async throws {
    var replays = try Replays()
    replays.options.selection.share = SampleShare("1/3")
    replays.options.selection.seed = seed
    let streams = [
      RandomStream(seed: seed, lines: 120).bytes, RandomStream(seed: seed + 9, lines: 60).bytes,
    ]
    let (summary, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
    #expect(summary.lineCounts.addsUp)
    #expect(summary.lineCounts.filtered > summary.lineCounts.records && summary.lineCounts.records > 0)
    for (jobs, chunkSize) in [(1, 64), (3, 101), (2, 1 << 20)] {
      let (_, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
      #expect(replayed == expected, "\(jobs) jobs, chunks of \(chunkSize)")
    }
  }

  @Test("Another seed samples other records, and a sample of all of them leaves none out")
  func seedsDiffer() async throws {
    var replays = try Replays()
    let stream = Array((0..<300).map { "{\"type\":\"E\",\"id\":\"\($0)\"}\n" }.joined().utf8)
    var drawn: Set<[UInt8]> = []
    for seed in 0..<3 as Range<UInt64> {
      replays.options.selection.share = SampleShare("50%")
      replays.options.selection.seed = seed
      let (summary, replayed) = try await replays.run([stream], jobs: 1, chunkSize: 1 << 20)
      #expect((100...200).contains(summary.lineCounts.records))
      drawn.insert(replayed.resolutions)
    }
    #expect(drawn.count == 3)
    replays.options.selection.share = SampleShare("1.0")
    #expect(try await replays.run([stream], jobs: 1, chunkSize: 99).0.lineCounts.records == 300)
  }

  @Test("A sample of a fixed number has that many records, in any stream order", arguments: [1, 37, 10_000])
  func counts(_ count: Int) async throws {
    var replays = try Replays()
    replays.options.selection.count = count
    let lines = (0..<150).map { "{\"type\":\"E\",\"id\":\"\($0)\",\"time\":\($0 % 7)}\n" }
    let streams = (0..<2).map { _ in Array(lines.joined().utf8) }
    let files = try StreamFolder(streams)
    defer { files.remove() }
    try Replayer.settleSample(&replays.options, replays.chain, files.streams)
    for order in [StreamOrder.given, .time] {
      replays.options.order = order
      let (summary, _) = try await replays.run(streams, jobs: 2, chunkSize: 500)
      #expect(summary.lineCounts.records == min(count, 300))
      #expect(summary.lineCounts.addsUp)
    }
  }

  @Test("A time window includes its start but not its end; records without a time are outside")
  func windows() async throws {
    var replays = try Replays()
    let lines = ["2026-11-22T05:00:00Z", "2026-11-22T06:00:00+01:00", "2026-11-22T05:00:01Z", nil].map {
      time in
      "{\"type\":\"E\"\(time.map { ",\"time\":\"\($0)\"" } ?? "")}\n"
    }
    func count(_ since: String?, _ until: String?) async throws -> LineCounts {
      replays.options.selection.since = since.flatMap { Self.time($0) }
      replays.options.selection.until = until.flatMap { Self.time($0) }
      return try await replays.run([Array(lines.joined().utf8)], jobs: 1, chunkSize: 1 << 20).0.lineCounts
    }
    #expect(try await count("2026-11-22T05:00:00Z", nil).records == 3)
    #expect(try await count(nil, "2026-11-22T05:00:01Z").records == 2)
    let nothing = try await count("2026-11-22T05:00:02Z", nil)
    #expect((nothing.records, nothing.filtered, nothing.untimed) == (0, 4, 1))
    #expect(nothing.addsUp)
  }

  @Test("A matcher works like those of rules, with their names, and leaves no state behind")
  func matchers() async throws {
    let rules = Replays.rules
    let recordFilter = SourceFile(name: "--where", text: "{ category: retryable, not: { type: Kind1 } }")
    let compilation = RuleSet.compile(
      name: "rules.yaml",
      bytes: Array(rules.utf8),
      recordFilter: recordFilter
    )
    let chain = try #require(compilation.chain, "\(compilation.diagnostics)")
    var options = try Replays().options
    let lines = [
      #"{"status":503,"type":"Kind1"}"#, #"{"status":503,"type":"Kind0","id":"a"}"#,
      #"{"status":404,"type":"Kind0"}"#,
    ]
    let stream = Array((lines.joined(separator: "\n") + "\n").utf8)
    options.wantsResolutions = true
    let (summary, chosen) = try await Replays(chain, options).run([stream], jobs: 2, chunkSize: 16)
    #expect((summary.lineCounts.records, summary.lineCounts.filtered) == (1, 2))
    let alone = Array((lines[1] + "\n").utf8)
    let (_, expected) = try await Replays().run([alone], jobs: 1, chunkSize: 1 << 20)
    #expect(chosen.resolutions == expected.resolutions)
  }

  @Test("Mistakes in a matcher are reported at their position")
  func wrongMatcher() {
    let recordFilter = SourceFile(name: "--where", text: "{ statu: 5xx }")
    let compilation = RuleSet.compile(
      name: "rules.yaml",
      bytes: Array(Replays.rules.utf8),
      recordFilter: recordFilter
    )
    #expect(compilation.chain == nil)
    #expect(compilation.diagnostics.map { $0.code } == ["unknown-key"])
    #expect(compilation.diagnostics.first?.range.file.name == "--where")
  }

  @Test(
    "A share is above zero and at most all",
    arguments: ["0%", "0.0", "1/0", "2/1", "101%", "-1%", "5", "x"]
  )
  func wrongShares(_ text: String) {
    #expect(SampleShare(text) == nil)
  }

  private static func time(_ text: String) -> Timestamp? {
    Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0)) }
  }
}
