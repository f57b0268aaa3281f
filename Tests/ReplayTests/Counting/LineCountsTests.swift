import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

@Suite("Completed operations in a replay")
struct LineCountsTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { type: A }, then: { retry: { maxAttempts: 9, quota: { tokens: 5, ratio: 0.75 }, exhausted: cancel } } }
          - { id: count, when: { type: B }, then: { retry: { maxAttempts: 4, per: type, within: 20s, deadline: 6s, retryAfter: { max: 3s, above: exhausted } } } }
        otherwise: { then: cancel }
    """

  private static func stream(_ seed: UInt64, lines: Int) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var now = 1_700_000_000
    var text = ""
    for number in 0..<lines {
      now += Int.random(in: 0...2, using: &random)
      let time = Int.random(in: 0..<10, using: &random) == 0 ? now - 3 : now
      let origin = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
      switch Int.random(in: 0..<7, using: &random) {
      case 0, 1, 2:
        text += #"{"time":\#(time),"origin":"\#(origin)","operation":"o\#(number)","completed":true}"#
      case 3:
        let elapsed = number % 3 == 0 ? #""4s""# : "null"
        let wish = number % 5 == 0 ? #","retryAfter":"\#(number % 2 == 0 ? 1 : 9)s""# : ""
        text += #"{"time":\#(time),"type":"B","elapsed":\#(elapsed)\#(wish)}"#
      case 4: text += #"{"completed":false,"origin":"a"}"#
      default: text += #"{"time":\#(time),"type":"A","origin":"\#(origin)","attempt":\#(number % 3 + 1)}"#
      }
      text += "\n"
    }
    return Array(text.utf8)
  }

  @Test("are counted, and give the same output for any number of jobs and by time")
  func jobs() async throws {
    for seed in 0..<UInt64(Scale.of(8, quick: 3)) {
      for order in [StreamOrder.given, .time] {
        var replays = try Replays(rules: Self.rules)
        replays.options.order = order
        let streams = [Self.stream(seed, lines: 300), Self.stream(seed + 50, lines: 120)]
        let (summary, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
        let counts = summary.lineCounts
        let lines = streams.joined().split(separator: UInt8(ascii: "\n")).map {
          String(decoding: $0, as: UTF8.self)
        }
        #expect(counts.completed == lines.count { $0.contains("completed\":true") } && counts.addsUp)
        #expect(counts.notErrors == lines.count { $0.contains("completed\":false") } && counts.lines == 420)
        let resolutions = String(decoding: expected.resolutions, as: UTF8.self).split(separator: "\n")
        #expect(resolutions.count == counts.records)
        for end in RetryEnd.allCases {
          #expect(summary.retryAccount.exhausted(by: end) > 0 || end == .attempts)
        }
        for jobs in [1, 2, 5] {
          let again = try await replays.run(streams, jobs: jobs, chunkSize: 900).1
          #expect(again == expected, "seed \(seed), \(jobs) jobs")
        }
      }
    }
  }

  @Test("are chosen by time like errors, and by nothing else")
  func selected() async throws {
    var replays = try Replays(rules: Self.rules)
    let stream = Self.stream(7, lines: 300)
    let all = try await replays.run([stream], jobs: 1, chunkSize: 1 << 20).0.lineCounts
    let half = 1_700_000_000 + 150
    replays.options.selection.until = Timestamp(microseconds: Int64(half) * 1_000_000)
    let counts = try await replays.run([stream], jobs: 2, chunkSize: 900).0.lineCounts
    #expect(counts.completed > 0 && counts.completed < all.completed && counts.addsUp)
    #expect(counts.completed + counts.records + counts.filtered == all.completed + all.records)
    replays.options.selection.until = nil
    replays.options.selection.share = SampleShare("1/10")
    let sampled = try await replays.run([stream], jobs: 2, chunkSize: 900).0.lineCounts
    #expect(sampled.completed == all.completed && sampled.records < all.records && sampled.addsUp)
  }

  @Test("are told to be missing where tokens need them")
  func missing() async throws {
    let replays = try Replays(rules: Self.rules)
    let error = #"{"type":"A","origin":"a","attempt":1}"# + "\n"
    let without = try await replays.run([Array(error.utf8)], jobs: 1, chunkSize: 900)
    #expect(
      without.0.lacksCompletions
        && without.1.text.contains("no record is completed, so ratio gives no tokens back")
    )
    let done = #"{"origin":"a","completed":true}"# + "\n" + error
    let with = try await replays.run([Array(done.utf8)], jobs: 1, chunkSize: 900)
    #expect(!with.0.lacksCompletions && !with.1.text.contains("no record is completed"))
    #expect(with.1.text.contains("1 completed"))
  }
}
