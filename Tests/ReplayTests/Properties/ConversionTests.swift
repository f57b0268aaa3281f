import Edits
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("Random rule sets, converted")
struct ConversionTests {
  @Test("give the same output as JSON, as YAML converted from it, and as JSON converted from the YAML")
  func sameBytes() async throws {
    guard YAMLEvents.isSupported else { return }
    for seed in EverythingTests.seeds.prefix(Scale.of(40, quick: 3)) {
      var world = RandomEverything(seed: seed &+ 40_000)
      let registry = EverythingTests.registry(stub: nil)
      let streams = [world.stream(records: 120)]
      var options = ReplayOptions()
      options.limits.recordBytes = RandomEverything.lineLimit
      var answers: [Replayed] = []
      for files in [
        world.files(ending: "json"), try Self.converted(world, "json", to: "yaml"),
        try Self.converted(world, "yaml", to: "json"),
      ] {
        let chain = try EverythingTests.chain(files, registry, seed)
        answers.append(try await Replays(chain, options).run(streams, jobs: 1, chunkSize: 1 << 20).1)
      }
      #expect(answers[0].resolutions.count > 1_000)
      #expect(answers[1].resolutions == answers[0].resolutions, "seed \(seed), YAML of JSON")
      #expect(answers[2].resolutions == answers[0].resolutions, "seed \(seed), JSON of YAML")
    }
  }

  private static func converted(_ world: RandomEverything, _ ending: String, to other: String) throws
    -> MemoryFiles
  {
    var files: [String: [UInt8]] = [:]
    // The converted files have new names, by which they import one another.
    for (path, bytes) in world.texts(ending: ending, importing: other) {
      let text = Converter().convert(name: path, bytes: bytes).text
      files["\(path.dropLast(ending.count))\(other)"] = Array(try #require(text, "\(path)").utf8)
    }
    return MemoryFiles(entry: "rules.\(other)", files)
  }
}
