import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("The cost of each rule")
struct ReplayProfileTests {
  private struct Counts: Equatable {
    var evaluations = 0
    var matched = 0
    var patternTests = 0

    static func += (left: inout Counts, right: Counts) {
      left.evaluations += right.evaluations
      left.matched += right.matched
      left.patternTests += right.patternTests
    }
  }

  /// A clock that advances by a nanosecond each time it is read.
  private final class Ticks: @unchecked Sendable {
    // Several threads read it; the value does not matter here.
    nonisolated(unsafe) var now: Int64 = 0
  }

  @Test("is counted during evaluation, is the same for any number of jobs, and changes no outcome")
  func agreement() async throws {
    for seed in EverythingTests.seeds {
      var world = RandomEverything(seed: seed)
      let chain = try EverythingTests.chain(
        world.files(ending: "json"),
        EverythingTests.registry(stub: nil),
        seed
      )
      let streams = [world.stream(records: 90), world.stream(records: 30)]
      var options = ReplayOptions()
      options.limits.recordBytes = RandomEverything.lineLimit
      let expected = try await Replays(chain, options).run(streams, jobs: 1, chunkSize: 1 << 20).1
      let counts = try Self.counted(chain, options, streams)
      options.counting.clock = { 0 }
      for jobs in [1, 2, 3, 8] {
        let (summary, replayed) = try await Replays(chain, options).run(streams, jobs: jobs, chunkSize: 900)
        #expect(replayed.resolutions == expected.resolutions, "seed \(seed), \(jobs) jobs")
        let rows = try #require(summary.profile).rows
        var found: [String: Counts] = [:]
        for row in rows where row.cost.evaluations > 0 {
          // A rule and an event rule without ids may have the same name.
          found[Self.name(row.question), default: Counts()] += Counts(
            evaluations: row.cost.evaluations,
            matched: row.cost.matched,
            patternTests: row.cost.patternTests
          )
        }
        #expect(found == counts, "seed \(seed), \(jobs) jobs")
      }
    }
  }

  @Test("counts a pattern only if there is a text or a list to test")
  func patterns() async throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: text, when: { message: { matches: "a+" } }, then: cancel }
            - { id: both, when: { all: [ { status: 500 }, { attributes: { tags: { matches: "^b" } } } ] }, then: abort }
      """
    let stream = Array(
      """
      {"status":500,"message":"aa"}
      {"status":500,"message":"c","tags":["x","b"]}
      {"status":404,"message":"c","tags":["b"]}
      {"status":500,"tags":7}
      {"status":500}
      """.utf8
    )
    var replays = try Replays(rules: rules)
    replays.options.counting.clock = { 0 }
    let profile = try #require(try await replays.run([stream], jobs: 2, chunkSize: 40).0.profile)
    let costs = profile.rows.compactMap { row -> [Int]? in
      guard case .rule = row.question else { return nil }
      return [row.cost.evaluations, row.cost.matched, row.cost.patternTests]
    }
    #expect(costs == [[5, 1, 3], [4, 1, 1]])
  }

  @Test("includes the time between two questions but not the time to read the clock")
  func time() async throws {
    let chain = try Replays().chain
    var options = ReplayOptions()
    let ticks = Ticks()
    options.counting.clock = {
      ticks.now += 5
      return ticks.now
    }
    let stream = Array("{\"status\":503}\n{\"status\":404}\n".utf8)
    let profile = try #require(
      try await Replays(chain, options).run([stream], jobs: 1, chunkSize: 1 << 10).0.profile
    )
    // Only reading the clock takes time here.
    #expect(profile.nanoseconds == 0)
    #expect(profile.rows.contains { $0.cost.evaluations == 2 })
    options.counting.clock = {
      ticks.now += ticks.now > 10_000 ? 7 : 5
      return ticks.now
    }
    let slower = Array(repeating: stream, count: 200).flatMap { $0 }
    let slow = try #require(
      try await Replays(chain, options).run([slower], jobs: 1, chunkSize: 1 << 10).0.profile
    )
    #expect(slow.nanoseconds > 0)
    let shares = slow.rows.reduce(0) { $0 + slow.share(of: $1) }
    #expect(abs(shares - 10_000) < slow.rows.count)
  }

  /// The same counts, taken from the steps of explanations.
  private static func counted(_ chain: ResponderChain, _ options: ReplayOptions, _ streams: [[UInt8]]) throws
    -> [String: Counts]
  {
    var evaluator = RuleEvaluator(chain, seed: options.seed, limits: options.limits)
    var counts: [String: Counts] = [:]
    for line in streams.joined(separator: [UInt8(ascii: "\n")]).split(separator: UInt8(ascii: "\n"))
    where line.count <= options.limits.recordBytes {
      guard let explanation = try? evaluator.explanation(of: String(decoding: line, as: UTF8.self)) else {
        continue
      }
      count(explanation.steps, &counts)
    }
    return counts
  }

  private static func count(_ steps: [Explanation.Step], _ counts: inout [String: Counts]) {
    for step in steps {
      if let name = name(step.kind), !["own", "default", "not listed", "disabled"].contains(step.result) {
        counts[name, default: Counts()].evaluations += 1
        if step.result != "not matched" { counts[name]?.matched += 1 }
        let tests = step.comparisons.filter {
          $0.operator == "matches" && "\"[".contains($0.found?.first ?? " ")
        }
        counts[name]?.patternTests += tests.count
      }
      for evaluator in step.nestedEvaluations { count(evaluator.steps, &counts) }
    }
  }

  private static func name(_ kind: Explanation.Step.Kind) -> String? {
    switch kind {
    case .unwrap(let entry, _): "unwrap \(entry + 1)"
    case .ignored: "ignored"
    case .category(let name): "category \(name)"
    case .breaker(let name): "breaker \(name)"
    case .arrival: nil
    case .rule(let responder, let rule): "\(responder)/\(rule)"
    case .otherwise(let responder): "\(responder)/otherwise"
    case .always(let responder): "\(responder)/always"
    case .contract(let responder): "contract \(responder)"
    }
  }

  private static func name(_ question: ReplayProfile.Row.Question) -> String {
    switch question {
    case .unwrap(let entry): "unwrap \(entry)"
    case .ignored: "ignored"
    case .category(let name): "category \(name)"
    case .breaker(let name): "breaker \(name)"
    case .contract(let responder): "contract \(responder)"
    case .rule(let responder, let rule): "\(responder)/\(rule)"
    case .otherwise(let responder): "\(responder)/otherwise"
    case .always(let responder): "\(responder)/always"
    }
  }
}
