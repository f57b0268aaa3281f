import Counting
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("Gates by key")
struct ReplayFiguresTests {
  private let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
          - { id: log-in, when: { status: 401 }, then: abort }

    """

  /// The figure, which is the same for any division of the stream.
  private func figure(_ figure: GateFigure, _ lines: [String]) async throws -> GateValue? {
    var replays = try Replays(rules: rules)
    replays.options.counting.gateFields = [figure.field].compactMap { $0 }
    if figure.followsOperations { replays.options.load = LoadOptions() }
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try await replays.run([stream], jobs: 1, chunkSize: 1 << 20).0
    let value = ReplayFigures.values(one)[figure]
    for (jobs, size) in [(3, 400), (2, 3_000)] {
      let divided = try await replays.run([stream], jobs: jobs, chunkSize: size).0
      #expect(ReplayFigures.values(divided)[figure] == value, "\(jobs) jobs")
    }
    return value
  }

  @Test("name the value with the largest count, and say which errors lack it")
  func largest() async throws {
    let lines = [
      #"{"status":503,"attempt":1,"time":5,"attributes":{"host":"a"}}"#,
      #"{"status":503,"attempt":1,"time":59,"attributes":{"host":"b"}}"#,
      #"{"status":503,"attempt":1,"time":61,"attributes":{"host":"a"}}"#,
      #"{"status":503,"attempt":1,"time":119,"attributes":{"host":"a"}}"#,
      #"{"status":503,"attempt":2,"time":62,"attributes":{"host":"a"}}"#,
      #"{"status":503,"attempt":1,"attributes":{"host":"b"}}"#, #"{"status":503,"attempt":1,"time":60}"#,
    ]
    let whole = try await figure(.most("retry", per: "attributes.host", span: nil), lines)
    #expect(whole?.count == 3 && whole?.total == 6 && whole?.found == "a" && whole?.missing?.count == 1)
    let minute = try await figure(.most("retry", per: "attributes.host", span: .minute), lines)
    #expect(minute?.count == 2 && minute?.total == 6 && minute?.missing?.count == 2)
    #expect(minute?.found == "a, 1970-01-01 00:01")
    let unhandled = try await figure(.most("unhandled", per: "attributes.host", span: .second), lines)
    #expect(unhandled?.count == 1 && unhandled?.found == "a, 1970-01-01 00:01:02")
    let aborted = try await figure(.most("abort", per: "attributes.host", span: nil), lines)
    #expect(aborted?.count == 0 && aborted?.found == nil)
  }

  @Test("count as a count of the lines by hand does, for any division of the stream")
  func model() async throws {
    for seed in UInt64(0)..<UInt64(Scale.of(60, quick: 5)) {
      var random = SeededRandom(seed: seed)
      var lines: [String] = []
      var counts: [String: Int] = [:]
      // The names, tries and grants of the operations in flight.
      var names = Array(0..<12)
      var attempts = [Int](repeating: 0, count: 12)
      var isGranted = [Bool](repeating: false, count: 12)
      var (granted, aborted, unhandled) = (0, 0, 0)
      for index in 0..<300 {
        let operation = Int.random(in: 0..<12, using: &random)
        let status = [503, 503, 401, 404].randomElement(using: &random) ?? 503
        let time = 1_000 + index * 7 - Int.random(in: 0..<90, using: &random)
        let host = "h\(Int.random(in: 0..<3, using: &random))"
        attempts[operation] += 1
        lines.append(
          """
          {"status":\(status),"attempt":\(attempts[operation]),"operation":"o\(names[operation])",\
          "time":\(time),"attributes":{"host":"\(host)"}}
          """
        )
        if status == 503, attempts[operation] < 2 {
          counts["\(host) \(time / 60)", default: 0] += 1
          granted += 1
          isGranted[operation] = true
          continue
        }
        if isGranted[operation] { if status == 401 { aborted += 1 } else { unhandled += 1 } }
        (names[operation], attempts[operation], isGranted[operation]) = (index + 12, 0, false)
      }
      let most = try await figure(.most("retry", per: "attributes.host", span: .minute), lines)
      #expect(most?.count == counts.values.max() ?? 0, "seed \(seed)")
      let after = try await figure(.after("abort"), lines)
      #expect(after?.count == aborted && after?.total == granted, "seed \(seed)")
      #expect(try await figure(.after("unhandled"), lines)?.count == unhandled, "seed \(seed)")
    }
  }

  @Test("keep the counts of 131,072 values and spans, and say how many errors the others have")
  func bounded() async throws {
    let lines = (0..<(FieldTable.mostMoments + 1_000)).map {
      #"{"status":401,"time":\#($0),"attributes":{"host":"a"}}"#
    }
    var replays = try Replays(rules: rules)
    let figure = GateFigure.most("abort", per: "attributes.host", span: .second)
    replays.options.counting.gateFields = [figure.field].compactMap { $0 }
    let stream = Array(lines.joined(separator: "\n").utf8)
    var values: [GateValue?] = []
    for (jobs, size) in [(1, 1 << 20), (3, 1 << 16)] {
      values.append(
        ReplayFigures.values(try await replays.run([stream], jobs: jobs, chunkSize: size).0)[figure]
      )
    }
    #expect(values[0] == values[1])
    let missing = try #require(values[0]?.missing)
    #expect(values[0]?.count == 1 && (1_000...1_001).contains(missing.count))
    #expect(missing.reason == "errors have values that were not kept")
  }
}
