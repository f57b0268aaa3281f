import Foundation
import Replay
import ReplaySupport
import RuleEngine
import SystemPackage
import TestSupport
import Testing
import Counting

@Suite("A record of a stream")
struct StreamExplainerTests {
  static let shop = Repository.root.appending(path: "rules/shop")

  private func reading<Result>(_ bytes: [UInt8], _ body: (FileDescriptor) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-explain-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
    return try descriptor.closeAfter { try body(descriptor) }
  }

  /// The explanations of all records, each with its steps.
  private func explained(_ replays: Replays, _ bytes: [UInt8], chunkSize: Int) throws -> [Explanation] {
    var options = replays.options
    options.chunkSize = chunkSize
    return try reading(bytes) { descriptor in
      var explainer = StreamExplainer(replays.chain, options)
      var explanations: [Explanation] = []
      try explainer.explain(in: descriptor, where: { _ in true }) { explanation in
        explanations.append(explanation)
        return true
      }
      return explanations
    }
  }

  @Test("has the same resolution as in a replay, for every record of the shop")
  func ofTheShop() async throws {
    let bytes = Array(try Data(contentsOf: Self.shop.appending(path: "stream.ndjson")))
    let rules = try String(contentsOf: Self.shop.appending(path: "rules.yaml"), encoding: .utf8)
    var replays = try Replays(rules: rules)
    replays.options.limits = Limits()
    replays.options.seed = 3
    let (summary, replayed) = try await replays.run([bytes], jobs: 2, chunkSize: 5_000)
    let explanations = try explained(replays, bytes, chunkSize: 7_000)
    #expect(explanations.count == summary.lineCounts.records && explanations.count > 300)
    let lines = explanations.map { $0.resolution + "\n" }.joined()
    #expect(Array(lines.utf8) == replayed.resolutions)
    for explanation in explanations {
      #expect(explanation.explainedResolution.hasPrefix(explanation.resolution.dropLast() + ",\"steps\":["))
    }
  }

  @Test("has the same resolution as in a replay, for random streams", arguments: 0..<6 as Range<UInt64>)
  func ofRandomStreams(_ seed: UInt64) async throws {
    let bytes = RandomStream(seed: seed, lines: 200).bytes
    let replays = try Replays()
    let (_, replayed) = try await replays.run([bytes], jobs: 3, chunkSize: 900)
    for chunkSize in [64, 1_000, 1 << 20] {
      let lines = try explained(replays, bytes, chunkSize: chunkSize).map { $0.resolution + "\n" }.joined()
      #expect(Array(lines.utf8) == replayed.resolutions, "chunks of \(chunkSize)")
    }
  }

  @Test("is found by its own id, or else by its ordinal, with the state of all records before it")
  func isFound() async throws {
    let bytes = Array(
      """
      {"id":7,"status":503,"type":"A","time":10}
      {"status":503,"type":"A","time":11}
      [1]
      {"status":503,"type":"A","time":12}
      {"id":"x","status":503,"type":"A","time":40}
      {"id":"x","status":404}

      """.utf8
    )
    let replays = try Replays()
    let (_, replayed) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 20)
    let lines = String(decoding: replayed.resolutions, as: UTF8.self).split(separator: "\n")
    // The third try within 20 seconds is the last one.
    let retries = lines.map { $0.firstMatch(of: /"attempt":(\d)/)?.output.1 }
    #expect(retries == ["1", "2", "3", "1", nil])
    for (id, line) in [("7", 0), ("2", 1), ("3", 2), ("x", 3)] {
      let found = try reading(bytes) { descriptor in
        var explainer = StreamExplainer(replays.chain, replays.options)
        return try explainer.explain(id, in: descriptor)
      }
      #expect(found?.resolution == String(lines[line]))
      #expect(found?.record.id == id)
    }
  }

  @Test(
    "that is missing is reported with the facts that are known",
    arguments: [
      ("1", "a-1", []), ("a-2", nil, ["a-1", "b-2"]), ("9", nil, []), ("2", nil, []),
    ] as [(String, String?, [String])]
  )
  func isAbsent(id: String, own: String?, near: [String]) throws {
    let bytes = Array(#"{"id":"a-1","status":1}\#n{"id":"b-2","status":1}\#n{"id":"other","status":2}"#.utf8)
    let replays = try Replays()
    try reading(bytes) { descriptor in
      var explainer = StreamExplainer(replays.chain, replays.options)
      let found = try explainer.explain(id, in: descriptor)
      #expect(found?.resolution == nil)
      let absence = explainer.absence(of: id)
      #expect(absence.records == 3)
      #expect(absence.idInPlaceOfOrdinal == (id == "2" ? "b-2" : own))
      #expect(absence.nearIDs == near)
    }
  }
}
