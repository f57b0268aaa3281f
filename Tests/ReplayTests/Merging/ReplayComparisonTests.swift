import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

/// Two rule sets on the same records, in one pass.
struct ReplayComparisonTests {
  /// The rules of ``Replays`` in a later release: other budget, order and texts, a rule removed, a rule
  /// added.
  private static let later = Replays.rules
    .replacing(
      "when: { category: retryable }, then: retry }",
      with: "when: { category: retryable }, then: { retry: { maxAttempts: 5 } } }"
    )
    .replacing(
      "- { id: known, when: { type: Kind1 }, then: abort }",
      with: "- { id: known, when: { type: [ Kind1, Kind4 ] }, then: cancel }"
    )
    .replacing("message: \"record {error.id}\"", with: "message: \"record {error.id} of {error.operation}\"")
    .replacing("maxAttempts: 4, within: 20s", with: "maxAttempts: 3, within: 30s")

  private func comparison(_ old: Replays, _ new: Replays, _ streams: [[UInt8]], jobs: Int, chunkSize: Int)
    async throws -> ReplayComparison
  {
    var options = old.options
    options.wantsResolutions = false
    options.jobs = jobs
    options.chunkSize = chunkSize
    options.load = LoadOptions()
    let files = try StreamFolder(streams)
    defer { files.remove() }
    return try await Replayer(old.chain, options, output: nil, rejects: nil) { _ in true }
      .compare(files.streams, with: new.chain)
  }

  /// The report of a replay with one rule set.
  private func alone(_ replays: Replays, _ streams: [[UInt8]]) async throws -> String {
    var replays = replays
    replays.options.load = LoadOptions()
    return try await replays.run(streams, jobs: 1, chunkSize: 700).1.json
  }

  @Test(
    "Each side of a comparison equals a replay of its rules alone, and the matrix adds up to both",
    arguments: 0..<UInt64(Scale.of(12, quick: 4))
  )
  func sidesAreReplays(_ seed: UInt64) async throws {
    let (old, new) = (try Replays(), try Replays(rules: Self.later))
    let streams = [
      RandomStream(seed: seed, lines: 220).bytes, RandomStream(seed: seed + 100, lines: 90).bytes,
    ]
    let found = try await comparison(old, new, streams, jobs: 2, chunkSize: 700)
    #expect(ReplayJSON.text(of: found.old, rules: "rules.yaml") == (try await alone(old, streams)))
    #expect(ReplayJSON.text(of: found.new, rules: "rules.yaml") == (try await alone(new, streams)))
    for (summary, sum) in [(found.old, found.matrix.row), (found.new, found.matrix.column)] {
      #expect(sum(.unhandled) == summary.unhandled)
      #expect(sum(.event) + sum(.unhandledEvent) == summary.lineCounts.events)
      let handled = [OutcomeKind.proceed, .retry, .cancel, .abort].map { sum($0) }
      let counted = summary.outcomes.evaluations.map { $0.count }
      #expect(handled.reduce(0, +) + summary.unhandled == summary.lineCounts.errors)
      // The report counts unhandled errors by their evaluation, the matrix in a row of their own.
      #expect(zip(handled, counted).allSatisfy { $0 <= $1 })
    }
    #expect(found.matrix.total == found.old.lineCounts.records)
    #expect(found.totals.changed > 0, "the rules differ, so a random stream should show it")
    #expect(
      found.groups.reduce(0) { $0 + $1.count } + found.inOtherGroups == found.totals.changed
        + found.totals.reassigned
    )
    for group in found.groups {
      #expect(group.samples.count == min(group.count, MovedGroup.samples))
      #expect(group.samples.map { $0.ordinal } == group.samples.map { $0.ordinal }.sorted())
    }
  }

  @Test("A comparison does not depend on chunk size or number of jobs", arguments: 0..<6)
  func anyJobsTheSame(_ seed: UInt64) async throws {
    let (old, new) = (try Replays(), try Replays(rules: Self.later))
    let streams = [RandomStream(seed: seed + 40, lines: 300).bytes]
    let expected = "\(try await comparison(old, new, streams, jobs: 1, chunkSize: 1 << 16))"
    for (jobs, chunkSize) in [(1, 450), (2, 450), (5, 900), (3, 1 << 16)] {
      let found = "\(try await comparison(old, new, streams, jobs: jobs, chunkSize: chunkSize))"
      #expect(found == expected, "\(jobs) jobs, chunks of \(chunkSize)")
    }
  }

  @Test("A rule set compared with itself shows no difference for any stream", arguments: 0..<6)
  func itselfIsTheSame(_ seed: UInt64) async throws {
    let (old, new) = (try Replays(), try Replays())
    let found = try await comparison(
      old,
      new,
      [RandomStream(seed: seed + 70, lines: 300).bytes],
      jobs: 3,
      chunkSize: 600
    )
    #expect(found.totals.changed == 0 && found.totals.reassigned == 0 && found.totals.recategorised == 0)
    #expect(found.groups.isEmpty && found.matrix.moved == 0)
    #expect(ReplayJSON.text(of: found.old, rules: "") == ReplayJSON.text(of: found.new, rules: ""))
  }

  @Test("The reported differences are those between the two lists of resolutions", arguments: 0..<4)
  func movedIsWhatResolutionsSay(_ seed: UInt64) async throws {
    let (old, new) = (try Replays(), try Replays(rules: Self.later))
    let streams = [RandomStream(seed: seed + 500, lines: 300).bytes]
    let found = try await comparison(old, new, streams, jobs: 2, chunkSize: 800)
    var moved = 0
    let lists = [
      try await old.run(streams, jobs: 1, chunkSize: 800).1,
      try await new.run(streams, jobs: 1, chunkSize: 800).1,
    ].map { String(decoding: $0.resolutions, as: UTF8.self).split(separator: "\n") }
    for (before, after) in zip(lists[0], lists[1]) {
      let pair = [before, after].map { resolution -> String in
        let object = try? JSONSerialization.jsonObject(with: Data(resolution.utf8)) as? [String: Any]
        return "\(object?["evaluation"] ?? "event") \(object?["handled"] ?? "")"
      }
      if pair[0] != pair[1] { moved += 1 }
    }
    #expect(found.totals.outcome == moved)
  }

  @Test(
    "The shop's previous rules against today's: columns equal the recorded resolutions, and the edits show"
  )
  func shop() async throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }
    var old = try Replays(rules: try text("Tests/Fixtures/shop-before.yaml"))
    var new = try Replays(rules: try text("rules/shop/rules.yaml"))
    old.options.limits.recordBytes = 1 << 20
    new.options.limits.recordBytes = 1 << 20
    let stream = Array(try text("rules/shop/stream.ndjson").utf8)
    let found = try await comparison(old, new, [stream], jobs: 2, chunkSize: 1 << 16)
    var recorded: [OutcomeKind: Int] = [:]
    for line in try text("rules/shop/resolutions.ndjson").split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let evaluation = object["evaluation"] as? String
      let isHandled = object["handled"] as? Bool ?? false
      let ending = isHandled ? OutcomeKind.allCases.first { $0.name == evaluation } : .unhandled
      recorded[try #require(ending), default: 0] += 1
    }
    for ending in OutcomeKind.allCases {
      #expect(found.matrix.column(ending) == recorded[ending] ?? 0, "\(ending)")
    }
    // Pictures show a placeholder and proceed; busy servers are retried; conflicting carts show an alert.
    #expect(found.matrix[.cancel, .proceed] == 10)
    #expect(found.matrix[.unhandled, .retry] > 0 && found.matrix[.unhandled, .proceed] > 0)
    let took = found.groups.map { "\($0.old.name) \($0.new.name)" }
    #expect(took.contains("app/later app/again"))
    #expect(took.contains("(nobody) app/take-turns") && took.contains("(nobody) cart/which-cart"))
    #expect(found.groups.allSatisfy { $0.changes.matter }, "no rule was renamed")
  }
}
