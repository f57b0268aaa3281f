import Replay
import ReplaySupport
import RuleEngine
import Testing

/// The simulated effect of retries on upstream systems.
struct LoadTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 4, backoff: { initial: 1s, multiplier: 2, jitter: full } } } }
        otherwise: { then: cancel }
    """

  private func load(_ lines: [String], _ change: (inout LoadOptions) -> Void = { _ in }, seed: UInt64 = 0)
    async throws
    -> RetryLoad
  {
    var replays = try Replays(rules: Self.rules)
    var options = LoadOptions()
    change(&options)
    replays.options.load = options
    replays.options.seed = seed
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try await replays.run([stream], jobs: 1, chunkSize: 3_000).0
    let three = try await replays.run([stream], jobs: 3, chunkSize: 2_000).0
    #expect("\(try #require(one.load))" == "\(try #require(three.load))")
    return try #require(one.load)
  }

  private func failure(_ second: Int, _ operation: String, _ attempt: Int, status: Int = 503) -> String {
    #"{"time":\#(second),"status":\#(status),"operation":"\#(operation)","attempt":\#(attempt),"host":"h\#(operation.utf8.count % 2)"}"#
  }

  @Test("An operation that fails again without another retry was given up; one that does not has recovered")
  func laterRecordsSayIt() async throws {
    let found = try await load([
      failure(0, "a", 1), failure(5, "a", 2), failure(9, "a", 3), failure(20, "a", 4),
      failure(30, "b", 1), failure(40, "b", 1), failure(41, "cc", 1), failure(42, "cc", 2, status: 404),
      failure(10_000, "dd", 1, status: 404),
    ])
    #expect(found.tries == 6)
    #expect(found.operations.retried == 4)
    #expect(found.operations.recovered == 2, "b twice: it began anew, and nothing more was heard of it")
    #expect(found.operations.givenUp == 2, "a had no tries left, cc failed otherwise")
    #expect(found.operations.unknown == 0)
    #expect(found.operations.givingUp.count == 2 && found.operations.givingUp.longest == 20_000)
  }

  @Test("Tries are counted by the minute in which they are due, and by upstream")
  func minutes() async throws {
    let lines = (0..<40).map { failure(600 + $0 * 30, "op\($0 % 10)", 1) }
    let found = try await load(lines)
    #expect(found.tries == 40)
    #expect(found.upstreams.reduce(0) { $0 + $1.tries } == 40)
    #expect(found.timeline.map { $0.tries.reduce(0, +) } == 40)
    #expect((1...3).contains(found.peak))
    #expect(found.upstreams.map { $0.name } == ["h1"])
  }

  @Test("An id of an operation names no upstream, and of a URL the host does")
  func upstreams() async throws {
    let failures = [(1, ""), (2, ""), (3, #""upstream":"http://10.0.0.7:80/pay?order=3","#), (4, "")].map {
      #"{"time":60\#($0),"status":503,\#($1)"operation":"A-12928\#($0)","attempt":1}"#
    }
    #expect(try await load(Array(failures.prefix(2))).upstreams.map { $0.name } == [nil])
    let other = failures[2].replacing("order=3", with: "order=4")
    let found = try await load([failures[2], other])
    #expect(found.upstreams.map { $0.name } == ["http://10.0.0.7:80"])
    #expect(found.upstreams.map { $0.tries } == [2])
    let routed = try await load([failures[0].replacing("503", with: "503,\"route\":\"/pay/<n>\"")])
    #expect(routed.upstreams.map { $0.name } == ["/pay/<n>"])
  }

  @Test("Only a success of the stream, or a rate, says which operations recover")
  func successes() async throws {
    let failures = [failure(0, "a", 1), failure(10_000, "b", 1, status: 404)]
    let without = try await load(failures)
    #expect(without.operations.recovered == 1 && !without.knowsSuccess)
    let completed = #"{"time":1,"completed":true,"operation":"z"}"#
    let with = try await load([completed] + failures)
    #expect(with.successes == 1 && with.knowsSuccess && with.recovery == "not seen again")
    let simulated = try await load(failures) { $0.successRate = 1 }
    #expect(simulated.knowsSuccess && simulated.recovery == "recovered")
  }

  @Test("A timeline of years has a bounded number of steps and loses no try")
  func timelines() async throws {
    let lines = (0..<500).map { failure($0 * 86_000, "op", 1) }
    let found = try await load(lines)
    let timeline = try #require(found.timeline)
    #expect(timeline.tries.count <= 240)
    #expect(timeline.tries.reduce(0, +) == 500)
    #expect(found.minutes > 400)
  }

  @Test("First tries and added tries are counted over time, and the worst minute has the most of both")
  func amplification() async throws {
    // Six operations fail in one minute, each at its first two tries; one fails much later, at its third.
    let lines = (0..<6).flatMap { [failure(600 + $0, "op\($0)", 1), failure(620 + $0, "op\($0)", 2)] }
    let found = try await load(lines + [failure(9_000, "late", 3), #"{"time":9001,"event":"x"}"#])
    let time = try #require(found.overTime)
    #expect(found.firsts == 6 && found.tries == 13, "a later try is none of its own")
    #expect(time.start == 10 && time.width == 1)
    #expect(time.tries.map { $0.firsts }.reduce(0, +) == 6)
    #expect(time.tries.map { $0.added }.reduce(0, +) == 13)
    #expect(found.worstMinute == 10 && found.worst.firsts == 6 && found.worst.all == 18)
    #expect(found.worst.amplification == 300)
  }

  @Test("Over years, first tries and added tries keep their sums, with and without times, in any order")
  func sums() async throws {
    let lines = (0..<700).map { index in
      index % 11 == 0
        ? #"{"status":503,"operation":"op"}"#
        : failure(index * 90_000 % 40_000_000, "op\(index % 5)", index % 3)
    }
    let found = try await load(lines)
    let time = try #require(found.overTime)
    #expect(time.tries.count <= 240 && time.width > 1)
    // The first record has no time, and no time was read before it.
    #expect(time.tries.reduce(0) { $0 + $1.firsts } == found.firsts - 1)
    #expect(time.tries.reduce(0) { $0 + $1.added } == found.tries - found.untimed - found.farOff)
    #expect(time.tries.allSatisfy { $0.all >= $0.firsts } && found.worst.all > 0)
  }

  @Test("With a success rate, tries are drawn from the seed: reproducible, and close to the rate")
  func rates() async throws {
    let lines = (0..<400).map { failure(600 + $0, "op\($0)", 1) }
    let half = try await load(lines) { $0.successRate = 0.5 }
    #expect("\(half)" == "\(try await load(lines) { $0.successRate = 0.5 })")
    #expect("\(half)" != "\(try await load(lines, { $0.successRate = 0.5 }, seed: 1))")
    // With at most three tries, of which one in two succeeds, 7 of 8 operations recover.
    #expect(half.operations.retried == 400 && half.operations.recovered + half.operations.givenUp == 400)
    #expect((330...370).contains(half.operations.recovered))
    #expect(half.operations.unknown == 0 && half.operations.unfollowed == 0)
    let none = try await load(lines) { $0.successRate = 0 }
    #expect(none.operations.recovered == 0 && none.tries == 1_200)
    let all = try await load(lines) { $0.successRate = 1 }
    #expect(all.operations.givenUp == 0 && all.tries == 400)
  }

  @Test("Operations beyond the limit are counted, not silently dropped")
  func bounds() async throws {
    let lines = (0..<50).map { failure(600 + $0, "op\($0)", 1) }
    let found = try await load(lines) { $0.followed = 20 }
    #expect(found.operations.retried == 20 && found.operations.unfollowed == 30 && found.tries == 50)
  }

  @Test("Delays are accurate to within 3 percent")
  func spreads() async throws {
    let lines = (1...300).map {
      #"{"time":\#($0),"status":503,"attempt":1,"retryAfter":"\#($0 * 100 + 1_000)ms"}"#
    }
    let waits = try await load(lines).waits
    #expect(waits.count == 300 && waits.longest == 31_000)
    #expect((15_500...16_000).contains(waits.median))
    #expect((28_500...29_500).contains(waits.most))
  }
}
