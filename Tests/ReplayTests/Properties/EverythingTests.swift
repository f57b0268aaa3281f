import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

@Suite("Random rule sets with every feature at once, and random streams")
struct EverythingTests {
  static let seeds: Range<UInt64> = 0..<UInt64(Scale.isSanitized ? 3 : Scale.of(40, quick: 3))
  private static let records = 130

  /// Answers one question; no plugin answers the others.
  private struct Warmth: Plugin {
    struct HasHost: ErrorPredicate {
      func holds(for error: borrowing ErrorView) -> Bool { error.string(.attribute("host")) == "h1" }
    }

    var customs: [CustomQuestion] {
      [CustomQuestion("isWarm", summary: "The host is the warm one.") { _, _ in HasHost() }]
    }
  }

  static func registry(stub: Bool?) -> Registry {
    var registry = Registry(plugins: [BuiltIn(), Warmth()])
    if let stub { registry.stubs = ["isStubbed": stub] }
    return registry
  }

  /// The chain of a rule set in memory. The only findings allowed are missing plugins and ignored members.
  static func chain(_ files: MemoryFiles, _ registry: Registry, _ seed: UInt64) throws
    -> ResponderChain
  {
    let compilation = files.compile(registry: registry)
    let found = compilation.diagnostics.filter { !["unknown-custom", "wrong-member"].contains($0.code) }
    let said = found.map { "\($0.range.file.name):\($0.range.start.line): \($0.code): \($0.message)" }
    try #require(found.isEmpty, "seed \(seed): \(said)")
    return try #require(compilation.chain, "seed \(seed)")
  }

  @Test("give the same output for any number of jobs, when repeated, from YAML and JSON, and explained")
  func agreement() async throws {
    var came = Occurrences()
    for seed in Self.seeds {
      var world = RandomEverything(seed: seed)
      let registry = Self.registry(stub: [nil, true, false][Int(seed % 3)])
      let json = try Self.chain(world.files(ending: "json"), registry, seed)
      let yaml = try Self.chain(world.files(ending: "yaml"), registry, seed)
      let streams = [world.stream(records: Self.records), world.stream(records: 40)]
      for limit in [100, 3] {
        var options = ReplayOptions()
        options.seed = seed
        options.limits.stateKeys = limit
        options.counting.kinds = .deciders
        if limit == 3 { options.textSize = 300 }
        options.limits.recordBytes = RandomEverything.lineLimit
        let replays = Replays(json, options)
        let (summary, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
        #expect(
          try await replays.run(streams, jobs: 1, chunkSize: 1 << 20).1 == expected,
          "seed \(seed), again"
        )
        #expect(
          try await Replays(yaml, options).run(streams, jobs: 2, chunkSize: 1 << 20).1 == expected,
          "seed \(seed), YAML"
        )
        for jobs in Scale.isQuick ? [3] : [1, 2, 3, 8] {
          let replayed = try await replays.run(streams, jobs: jobs, chunkSize: limit == 3 ? 4_000 : 700).1
          #expect(replayed == expected, "seed \(seed), \(jobs) jobs")
        }
        let answers = String(decoding: expected.resolutions, as: UTF8.self).split(separator: "\n").map(
          String.init
        )
        try expectAgreement(json, options, streams, answers, seed, &came)
        came.count(summary, answers, importedResponders: world.importedResponders)
      }
    }
    if !Scale.isQuick { came.expectAll(atLeast: Scale.of(20, quick: 1)) }
  }

  /// Expects the same results from explaining all records, and every third one, as from the replay.
  private func expectAgreement(
    _ chain: ResponderChain,
    _ options: ReplayOptions,
    _ streams: [[UInt8]],
    _ answers: [String],
    _ seed: UInt64,
    _ came: inout Occurrences
  ) throws {
    var explained = RuleEvaluator(chain, seed: options.seed, limits: options.limits)
    var mixed = RuleEvaluator(chain, seed: options.seed, limits: options.limits)
    var place = 0
    for line in streams.joined(separator: [UInt8(ascii: "\n")]).split(separator: UInt8(ascii: "\n")) {
      let record = String(decoding: line, as: UTF8.self)
      guard line.count <= options.limits.recordBytes else { continue }
      guard let explanation = try? explained.explanation(of: record) else {
        // A completed operation has no resolution, but gives tokens back.
        _ = try? mixed.resolution(of: record)
        continue
      }
      try #require(place < answers.count, "seed \(seed)")
      #expect(explanation.resolution == answers[place], "seed \(seed), explained: \(record)")
      #expect(explanation.explainedResolution.hasPrefix(answers[place].dropLast() + ",\"steps\":["))
      came.count(explanation.steps)
      let answer = try mixed.resolution(of: record, explained: place % 3 == 0)
      #expect(answer.hasPrefix(answers[place].dropLast()), "seed \(seed), at times explained: \(record)")
      place += 1
    }
    #expect(place == answers.count, "seed \(seed)")
  }
}
