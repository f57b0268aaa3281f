import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

struct LedgerTests {
  @Test("The line counts add up for any stream", arguments: 0..<24 as Range<UInt64>)
  func addsUp(_ seed: UInt64) async throws {
    let stream = RandomStream(seed: seed, lines: 150)
    let (summary, replayed) = try await Replays().run([stream.bytes], jobs: 1, chunkSize: 1 << 20)
    #expect(summary.lineCounts.addsUp)
    #expect(summary.lineCounts.lines == stream.lines)
    #expect(replayed.resolutions.count { $0 == UInt8(ascii: "\n") } == summary.lineCounts.records)
    #expect(
      replayed.rejects.count { $0 == UInt8(ascii: "\n") } == summary.lineCounts.malformed
        + summary.lineCounts.truncated
    )
    #expect(summary.lineCounts.events > 0)
    for word in ["\"raised\"", "\"type\":\"Gone\"", "\"event\":\"gone\"", "\"message\":\"record "] {
      #expect(String(decoding: replayed.resolutions, as: UTF8.self).contains(word))
    }
    #expect(summary.evaluations.reduce(0) { $0 + $1.count } == summary.lineCounts.errors)
  }

  @Test("Output does not depend on chunk size or number of jobs", arguments: 0..<8 as Range<UInt64>)
  func isTheSameForAnyChunks(_ seed: UInt64) async throws {
    let streams = [
      RandomStream(seed: seed, lines: 200).bytes, RandomStream(seed: seed + 100, lines: 90).bytes,
    ]
    let replays = try Replays()
    let (_, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
    #expect(!expected.resolutions.isEmpty)
    for chunkSize in Scale.isSanitized
      ? [64] : Scale.isQuick ? [64, 1_000] : [64, 101, 1_000, 65_536, 1 << 20]
    {
      for jobs in Scale.isSanitized ? [3] : Scale.isQuick ? [1, 3] : [1, 2, 3, 8] {
        let (_, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
        #expect(replayed == expected, "\(jobs) jobs, chunks of \(chunkSize)")
      }
    }
  }

  @Test("A transform sees the ordinal in the whole stream as the id of a record without one")
  func ordinalsInTransforms() async throws {
    let replays = try Replays(
      rules: """
        version: 1
        responders:
          - id: app
            rules: [ { then: { transform: { type: New, message: "number {error.id}" } } }, { when: { message: { hasSuffix: "7" } }, then: { emit: seven, with: { id: "{error.id}" } } } ]
            events: [ { do: [ { log: "{with.id}{error.id}" } ], then: handled } ]
        """
    )
    let streams = (0..<3).map { number in
      Array(String(repeating: "{\"type\":\"E\"}\n\n{\"type\":\"E\",\"id\":\"a\"}\n", count: 20 + number).utf8)
    }
    for (jobs, chunkSize) in [(1, 1 << 20), (2, 101), (8, 16)] {
      let (_, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
      let lines = String(decoding: replayed.resolutions, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 126)
      for (index, line) in lines.enumerated() {
        let id = index % 2 == 0 ? "\(index + 1)" : "a"
        #expect(line.contains("\"error\":{\"type\":\"New\",\"message\":\"number \(id)\"}"), "\(line)")
        #expect(line.contains("\"with\":{\"id\":\"\(id)\"}") == id.hasSuffix("7"), "\(line)")
        #expect(line.contains("{\"log\":\"\(id)\(id)\"") == id.hasSuffix("7"), "\(line)")
      }
    }
  }

  @Test("Reading byte by byte gives the same result as reading at once", arguments: 0..<6 as Range<UInt64>)
  func isTheSameByteByByte(_ seed: UInt64) async throws {
    let stream = RandomStream(seed: seed, lines: 40)
    let replays = try Replays()
    let (_, expected) = try await replays.run([stream.bytes], jobs: 1, chunkSize: 1 << 20)
    let (_, replayed) = try await replays.run([stream.bytes], jobs: 1, chunkSize: 1)
    #expect(replayed == expected)
  }

  @Test("A record cut at any byte is truncated, and the records before it are unaffected")
  func aRecordCutAnywhereIsTruncated() async throws {
    let line = Array(
      #"{"type":"Shöp.A","payload":[1.5e3,true,null,{"a":"\u00e9\n\"é"}],"fatal":false,"code":-12}"#.utf8
    )
    let whole = Array("{\"status\":503}\n".utf8)
    let replays = try Replays()
    for length in 1..<line.count {
      let (summary, _) = try await replays.run([whole + line[..<length]], jobs: 1, chunkSize: 1 << 20)
      #expect(
        summary.lineCounts.truncated == 1,
        "cut after \(String(decoding: line[..<length], as: UTF8.self))"
      )
      #expect(summary.lineCounts.records == 1)
    }
    let (summary, _) = try await replays.run([whole + line], jobs: 1, chunkSize: 1 << 20)
    #expect(summary.lineCounts.records == 2)
  }

  @Test("A line at the size limit is read; one byte more is too long", arguments: [1, 64, 4_096])
  func theLimitIsExact(_ chunkSize: Int) async throws {
    func line(_ length: Int) -> [UInt8] {
      let errorNode = #"{"message":""}"#
      return Array(#"{"message":"\#(String(repeating: "x", count: length - errorNode.utf8.count))"}"#.utf8)
    }
    let limit = RandomStream.lineLimit
    for ending in ["", "\n"] {
      let fits = try await Replays().run([line(limit) + Array(ending.utf8)], jobs: 1, chunkSize: chunkSize).0
      #expect(fits.lineCounts.records == 1 && fits.lineCounts.tooLong == 0)
      let spills = try await Replays().run(
        [line(limit + 1) + Array(ending.utf8)],
        jobs: 1,
        chunkSize: chunkSize
      ).0
      #expect(spills.lineCounts.records == 0 && spills.lineCounts.tooLong == 1 && spills.lineCounts.addsUp)
    }
  }
}
