import Foundation
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("A list of records")
struct RecordListTests {
  /// The list of two random streams, and the summary.
  private func list(
    _ replays: Replays,
    _ streams: [[UInt8]],
    only: [String] = [],
    width: Int? = nil,
    jobs: Int = 1,
    chunkSize: Int = 1 << 20
  ) async throws -> (summary: ReplaySummary, lines: [String]) {
    var replays = replays
    replays.options.list = RecordList(replays.chain, width: width, terminalStyle: TerminalStyle(isOn: false))
    if !only.isEmpty { replays.options.only = OutcomeSelection(only, replays.chain) }
    let (summary, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
    let text = String(decoding: replayed.resolutions, as: UTF8.self)
    return (summary, text.split(separator: "\n").map { String($0) })
  }

  private func streams(_ seed: UInt64) -> [[UInt8]] {
    [RandomStream(seed: seed, lines: 150).bytes, RandomStream(seed: seed + 7, lines: 60).bytes]
  }

  @Test("has a line for each record, the same for any number of jobs, within the width of the terminal")
  func isTheSame() async throws {
    for seed in 0..<4 as Range<UInt64> {
      let replays = try Replays()
      for width in [nil, 20, 55, 80, 200] {
        let (summary, lines) = try await list(replays, streams(seed), width: width)
        #expect(lines.count == summary.lineCounts.records && summary.lineCounts.listed == lines.count)
        if let width, width >= 50 {
          #expect(lines.allSatisfy { EscapedText.width(of: $0) <= width }, "seed \(seed), \(width) columns")
        }
        for (jobs, chunkSize) in [(1, 200), (3, 333)] {
          let other = try await list(replays, streams(seed), width: width, jobs: jobs, chunkSize: chunkSize)
          #expect(other.lines == lines, "seed \(seed), \(jobs) jobs")
        }
      }
    }
  }

  @Test("of an outcome, a rule or a state has as many records as the summary counts")
  func only() async throws {
    let replays = try Replays()
    for seed in 0..<3 as Range<UInt64> {
      let whole = try await list(replays, streams(seed)).summary
      for evaluation in whole.outcomes.evaluations {
        let lines = try await list(replays, streams(seed), only: [evaluation.name], jobs: 2, chunkSize: 700)
          .lines
        #expect(lines.count == evaluation.count, "seed \(seed), \(evaluation.name)")
      }
      for category in whole.outcomes.categories where category.name != "none" {
        #expect(try await list(replays, streams(seed), only: [category.name]).lines.count == category.errors)
      }
      let (summary, unhandled) = try await list(
        replays,
        streams(seed),
        only: ["unhandled"],
        jobs: 3,
        chunkSize: 99
      )
      let events = try await list(replays, streams(seed), only: ["event *"]).lines
      #expect(
        unhandled.count >= whole.unhandled && unhandled.count <= whole.unhandled + whole.lineCounts.events
      )
      #expect(events.count == whole.lineCounts.events)
      #expect(summary.lineCounts.records == whole.lineCounts.records && summary.delay == whole.delay)
      for kind in whole.outcomes.unhandledKinds.prefix(5) where !kind.name.contains("*") {
        let lines = try await list(replays, streams(seed), only: [kind.name]).lines
        #expect(lines.count >= kind.count, "seed \(seed), \(kind.name)")
      }
    }
  }

  @Test("Resolutions of some records are those of a whole replay, in order")
  func resolutions() async throws {
    let replays = try Replays()
    let (_, whole) = try await replays.run(streams(1), jobs: 1, chunkSize: 1 << 20)
    var some = replays
    some.options.only = OutcomeSelection(["retry"], replays.chain)
    let (_, found) = try await some.run(streams(1), jobs: 3, chunkSize: 500)
    let expected = try whole.resolutions.split(separator: UInt8(ascii: "\n")).filter { line in
      let resolution = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      return resolution?["evaluation"] as? String == "retry"
    }
    #expect(found.resolutions.split(separator: UInt8(ascii: "\n")) == expected)
  }

  @Test("shows nothing of a log raw, and cuts what does not fit")
  func hostile() async throws {
    let replays = try Replays()
    let long = String(repeating: "漢", count: 5_000)
    let stream = Array(#"{"type":"A\u001b[2J","message":"\#(long)","origin":"\u202e\#(long)","time":0}"#.utf8)
    var wide = replays
    wide.options.limits.recordBytes = 1 << 20
    let lines = try await list(wide, [stream], width: 80).lines
    #expect(lines.count == 1 && EscapedText.width(of: lines.first ?? "") <= 80)
    #expect(EscapedText.of(lines.first ?? "") == lines.first)
    let uncut = try await list(wide, [stream]).lines
    #expect(EscapedText.of(uncut.first ?? "") == uncut.first)
    #expect((uncut.first ?? "").unicodeScalars.count < 1_000)
  }
}
