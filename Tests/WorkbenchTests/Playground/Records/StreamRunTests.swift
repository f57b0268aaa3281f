import Bytes
import Counting
import Explanations
import Replay
import ReplaySupport
import RuleEngine
import Secrets
import TestSupport
import Testing

@testable import Playground

@Suite("A page's figures")
struct StreamRunTests {
  private static func lines(_ seed: UInt64) -> [UInt8] {
    let bytes = RandomStream(seed: seed, lines: 400).bytes
    // Only a reader of files skips a byte order mark.
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  @Test("are those of a replay of the same stream", arguments: 0..<UInt64(Scale.of(20, quick: 4)))
  func alike(seed: UInt64) async throws {
    var replays = try Replays()
    replays.options.redactor = Redactor(isOn: true)
    replays.options.counting.wantsDetail = true
    let stream = Self.lines(seed)
    let (summary, replayed) = try await replays.run([stream], jobs: 2, chunkSize: 5_000)
    let page = StreamRun(replays.chain, stream, replays.options.limits, writesErrors: false)

    var lines = summary.lineCounts
    // Not shown on a page.
    (lines.repaired, lines.wronglyTyped, lines.cutCauses, lines.outOfOrder) = (0, 0, 0, 0)
    #expect(page.lines == lines && lines.records > 100)
    #expect(Array(page.resolutions.utf8) == replayed.resolutions)
    let detail = try #require(summary.detail)
    #expect(page.outcomes == detail.outcomes && page.errors > 100)
    #expect(page.handled.map { $0.outcomes } == detail.answers)
    #expect(page.kinds.reduce(0) { $0 + $1.count } == page.errors)
    let unhandled = page.kinds.map { ($0.name, $0.outcomes[ShownOutcome.nobody.rawValue]) }
      .filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    #expect(unhandled.map { $0.0 } == summary.outcomes.unhandledKinds.map { $0.name })
    #expect(unhandled.map { $0.1 } == summary.outcomes.unhandledKinds.map { $0.count })
  }
}
