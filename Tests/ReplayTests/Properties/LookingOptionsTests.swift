import Counting
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("An option that only looks")
struct LookingOptionsTests {
  private static let seeds: Range<UInt64> = 0..<UInt64(Scale.isSanitized ? 3 : Scale.of(60, quick: 5))

  /// The options by name, with the members that they add to the JSON.
  private static let options:
    [(name: String, members: Set<String>, set: @Sendable (inout ReplayOptions) -> Void)] =
      [
        ("--profile", ["profile"], { $0.counting.clock = { 0 } }),
        ("--kinds", ["kinds"], { $0.counting.kinds = .deciders }),
        ("--detail", ["detail"], { $0.counting.wantsDetail = true }),
        ("--by", ["by"], { $0.counting.field = GroupField("type") }),
        ("none, only more jobs", [], { _ in }),
      ]

  @Test("changes nothing else: no resolution, no rejected line, no other member of the summary")
  func changesNothingElse() async throws {
    for seed in Self.seeds {
      var world = RandomEverything(seed: seed)
      let registry = EverythingTests.registry(stub: [nil, true, false][Int(seed % 3)])
      let chain = try EverythingTests.chain(world.files(ending: "json"), registry, seed)
      let streams = [world.stream(records: 120), world.stream(records: 40)]
      var options = ReplayOptions()
      options.seed = seed
      options.limits.recordBytes = RandomEverything.lineLimit
      let expected = try await Replays(chain, options).run(streams, jobs: 1, chunkSize: 1 << 20).1
      for (name, members, set) in Self.options {
        var looking = options
        set(&looking)
        for (jobs, chunkSize) in [(1, 1 << 20), (3, 1_001)] {
          let replayed = try await Replays(chain, looking).run(streams, jobs: jobs, chunkSize: chunkSize).1
          let place: Comment = "seed \(seed), \(name), \(jobs) jobs"
          #expect(replayed.resolutions == expected.resolutions, place)
          #expect(replayed.rejects == expected.rejects, place)
          #expect(try Self.members(replayed.json, without: members) == Self.members(expected.json), place)
        }
      }
    }
  }

  private static func members(_ json: String, without names: Set<String> = []) throws -> NSDictionary {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return object.filter { !names.contains($0.key) } as NSDictionary
  }
}
