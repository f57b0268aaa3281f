import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("The cache of value classes and error kinds")
struct CacheLimitTests {
  /// Limits that many errors exceed: values, their bytes, classes, kinds, their candidates, masks, decisions
  /// (and errors not yet counted), outcomes.
  static let tiny: [CacheLimits] = [
    limits { ($0.values, $0.bytes, $0.classes, $0.kinds, $0.openWords, $0.maskWords) = (0, 64, 0, 0, 0, 0) },
    limits { $0.values = 8 },
    limits { $0.classes = 6 },
    limits { $0.kinds = 3 },
    limits { $0.openWords = 10 },
    limits { $0.maskWords = 5 },
    limits { ($0.decisions, $0.uncounted) = (4, 50) },
    limits { $0.outcomes = 1 },
  ]

  private static func limits(_ change: (inout CacheLimits) -> Void) -> CacheLimits {
    var limits = CacheLimits()
    change(&limits)
    return limits
  }

  @Test("is cleared when it is full, which changes no outcome", arguments: 0..<tiny.count)
  func forgetting(index: Int) async throws {
    var forgotten = 0
    for seed in EverythingTests.seeds.prefix(Scale.of(20, quick: 3)) {
      var world = RandomEverything(seed: seed)
      let chain = try EverythingTests.chain(
        world.files(ending: "json"),
        EverythingTests.registry(stub: nil),
        seed
      )
      let stream = world.stream(records: 150)
      var options = ReplayOptions()
      options.limits.recordBytes = RandomEverything.lineLimit
      let expected = try await Replays(chain, options).run([stream], jobs: 1, chunkSize: 1 << 20).1
      options.limits.caches = Self.tiny[index]
      for jobs in Scale.isQuick ? [3] : [1, 3] {
        let replayed = try await Replays(chain, options).run([stream], jobs: jobs, chunkSize: 3_000).1
        #expect(replayed == expected, "seed \(seed)")
      }
      forgotten += Self.timesCleared(chain, options.limits, stream)
    }
    #expect(forgotten > (Scale.isQuick ? 10 : 20))
  }

  /// `filed`: whether the category is `auth` and the attribute `n` is 2, decided by code.
  private struct Filing: Plugin {
    struct Filed: MatcherPlugin {
      struct IsFiled: ErrorPredicate {
        func holds(for error: borrowing ErrorView) -> Bool {
          error.string(.field(.category)) == "auth" && error.number(.attribute("n")) == .integer(2)
        }
      }
      let key = "filed"
      let summary = "Whether the category is auth and n is 2."
      let examples: [MatcherExample] = []
      func condition(for value: Node, in context: MatcherContext) -> Condition? {
        .predicate(IsFiled(), context.source(value))
      }
    }
    var matchers: [any MatcherPlugin] { [Filed()] }
  }

  @Test("does not cover plugins, which receive the assigned category of each error")
  func predicates() async throws {
    let rules = """
      version: 1
      categories: [ { name: auth, when: { status: 401 } }, { name: server, when: { status: 5xx } } ]
      responders:
        - id: app
          rules: [ { id: logout, when: { filed: true }, then: abort }, { id: rest, then: cancel } ]
      """
    let registry = Registry(plugins: [BuiltIn(), Filing()])
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8), registry: registry)
    let replays = Replays(try #require(compilation.chain), ReplayOptions())
    let stream = [1, 1, 2, 1, 2].map { "{\"status\":401,\"n\":\($0)}\n" }.joined()
    let written = try await replays.run([Array(stream.utf8)], jobs: 1, chunkSize: 1 << 20).1.resolutions
    let evaluations = String(decoding: written, as: UTF8.self).split(separator: "\n").map {
      $0.contains(#""evaluation":"abort""#)
    }
    #expect(evaluations == [false, false, true, false, true])
  }

  private static func timesCleared(_ chain: ResponderChain, _ limits: Limits, _ stream: [UInt8]) -> Int {
    var evaluator = Evaluator(chain, limits: limits)
    var state = ChainState(isAtHand: true, capacity: limits.stateKeys)
    for line in stream.split(separator: UInt8(ascii: "\n")) {
      Array(line).withUnsafeBytes { bytes in
        if evaluator.read(ByteSlice(bytes)) == nil { _ = evaluator.run(&state, ordinal: 1) }
      }
    }
    return evaluator.timesCleared
  }

  @Test("skips values so long that those of one error exceed its size")
  func longValues() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: shop, when: { type: Shop.*, case: server }, then: abort }
            - { id: pay, when: { domain: "d*", code: "c*" }, then: proceed }
      """
    let chain = try #require(RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8)).chain)
    let long = String(repeating: "n", count: 600_000)
    for record in [
      #"{"type":"Shop.\#(long)","case":"server","domain":"d"}"#,
      #"{"type":"Shop.E","is":["\#(long)"],"case":"server","code":"c\#(long)"}"#,
      #"{"type":"E","case":"c","domain":"d\#(long)","code":"c\#(long)"}"#,
    ] {
      var plain = RuleEvaluator(chain)
      var explained = RuleEvaluator(chain)
      for _ in 0..<2 {
        let answer = try plain.resolution(of: record)
        #expect(answer.contains(#""handled":true"#))
        #expect(try explained.resolution(of: record, explained: true).hasPrefix(answer.dropLast()))
      }
    }
  }
}
