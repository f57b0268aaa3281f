import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

struct StreamOrderTests {
  /// Records of a stream, from second `first` on, every `step` seconds.
  private static func stream(_ name: String, from first: Int, step: Int, count: Int) -> [UInt8] {
    let lines = (0..<count).map { index in
      let second = first + index * step
      return "{\"type\":\"E\",\"id\":\"\(name)\(second)\",\"time\":\(1_700_000_000 + second)}\n"
    }
    return Array(lines.joined().utf8)
  }

  private static func ids(_ replayed: Replayed) -> [String] {
    String(decoding: replayed.resolutions, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: "\"").dropFirst(3).first.map { String($0) }
    }
  }

  @Test("Records are in order of time, then of streams, for any jobs and chunks")
  func byTime() async throws {
    var replays = try Replays()
    replays.options.order = .time
    let streams = [
      Self.stream("a", from: 0, step: 2, count: 40), Self.stream("b", from: 1, step: 3, count: 30),
      Self.stream("c", from: 0, step: 5, count: 20),
    ]
    let (summary, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
    let ids = Self.ids(expected)
    // By second, then by stream.
    #expect(ids == ids.sorted { (Int($0.dropFirst()) ?? -1, $0) < (Int($1.dropFirst()) ?? -1, $1) })
    #expect(
      summary.lineCounts.addsUp && summary.lineCounts.records == 90 && summary.lineCounts.outOfOrder == 0
    )
    #expect(summary.sources.map { $0.lineCounts.records } == [40, 30, 20])
    for (jobs, chunkSize) in [(1, 64), (3, 101), (4, 1 << 20)] {
      let (_, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
      #expect(replayed == expected, "\(jobs) jobs, chunks of \(chunkSize)")
    }
  }

  @Test("Streams read one after the other are out of order only within themselves")
  func eachForItself() async throws {
    let replays = try Replays()
    let late = "{\"type\":\"E\",\"time\":1700000000}\n"
    let streams = [
      Self.stream("a", from: 50, step: 2, count: 20),
      Self.stream("b", from: 0, step: 1, count: 20) + late.utf8,
    ]
    for (jobs, chunkSize) in [(1, 1 << 20), (1, 64), (3, 64)] {
      let (summary, _) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
      #expect(summary.lineCounts.outOfOrder == 1, "\(jobs) jobs, chunks of \(chunkSize)")
      #expect(summary.sources.map { $0.lineCounts.outOfOrder } == [0, 1])
    }
  }

  @Test("A late record counts for its stream; a record without a time stays after the one before it")
  func lateRecords() async throws {
    var replays = try Replays()
    replays.options.order = .time
    let first = """
      {"type":"E","id":"0"}
      {"type":"E","id":"1","time":1700000010}
      {"type":"E","id":"2"}
      broken
      {"type":"E","id":"3","time":1700000005}
      {"type":"E","id":"4","time":1700000030}

      """
    let second = Self.stream("b", from: 20, step: 1, count: 2)
    let (summary, replayed) = try await replays.run([Array(first.utf8), second], jobs: 2, chunkSize: 32)
    #expect(Self.ids(replayed) == ["0", "1", "2", "3", "b20", "b21", "4"])
    #expect(summary.sources.map { $0.lineCounts.outOfOrder } == [1, 0])
    #expect(summary.sources.map { $0.lineCounts.malformed } == [1, 0])
    #expect(summary.lineCounts.addsUp && summary.lineCounts.lines == 8 && summary.lineCounts.outOfOrder == 1)
    #expect(replayed.rejects == Array("broken\n".utf8))
    #expect(summary.rejectedLines.map { [$0.stream, $0.line] } == [[0, 4]])
  }

  @Test("A rate over two streams is reached when they are merged, but not when they are read in turn")
  func aRateOverTwoStreams() async throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: storm, when: { type: E, rate: { atLeast: 3, within: 10s } }, then: abort }
            - { id: calm, then: cancel }
      """
    var replays = try Replays(rules: rules)
    let streams = [0, 4].map { Self.stream("s", from: $0, step: 8, count: 12) }
    let inTurn = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20).0
    replays.options.order = .time
    let merged = try await replays.run(streams, jobs: 2, chunkSize: 64).0
    func aborts(_ summary: ReplaySummary) -> Int {
      summary.outcomes.evaluations.first { $0.name == "abort" }?.count ?? 0
    }
    #expect(aborts(merged) == 22)
    #expect(aborts(inTurn) != aborts(merged))
  }

  @Test("Logs of any format can be merged, and the selection is the same as when they are read in turn")
  func otherFormats() async throws {
    var replays = try Replays()
    replays.options.input = .detected(FormatTable())
    replays.options.selection.share = SampleShare("1/2")
    let pino = (0..<40).map {
      "{\"level\":\($0 % 4 == 0 ? 30 : 50),\"time\":\(1_700_000_000_000 + $0 * 3_000),\"pid\":1,\"hostname\":\"h\",\"msg\":\"m\($0)\"}\n"
    }
    let streams = [Array(pino.joined().utf8), Self.stream("b", from: 1, step: 2, count: 30)]
    let inTurn = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20).0
    replays.options.order = .time
    for chunkSize in [50, 1 << 20] {
      let merged = try await replays.run(streams, jobs: 2, chunkSize: chunkSize).0
      #expect(merged.lineCounts.addsUp)
      #expect(merged.lineCounts.outOfOrder == 0)
      for (one, other) in zip(merged.sources, inTurn.sources) {
        #expect(one.format == other.format)
        #expect(
          one.lineCounts.records == other.lineCounts.records
            && one.lineCounts.filtered == other.lineCounts.filtered
        )
        #expect(
          one.lineCounts.notErrors == other.lineCounts.notErrors
            && one.lineCounts.lines == other.lineCounts.lines
        )
      }
    }
  }
}
