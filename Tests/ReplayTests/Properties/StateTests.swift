import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("State")
struct StateTests {
  static let rules = """
    version: 1
    defaults: { retry: { backoff: { jitter: none } } }
    responders:
      - id: app
        rules:
          - { id: all, when: { rate: { atLeast: 4, within: 3s } }, do: [ { log: all } ], then: continue }
          - id: keyed
            when: { rate: { atLeast: 3, within: 20s, per: [ type, attributes.host ] }, status: 503 }
            do: [ { log: keyed, throttle: { per: attributes.host, every: 5s } } ]
            then: continue
          - { id: limited, do: [ { log: limited, throttle: { every: 2s } } ], then: continue }
          - id: ask
            when: { type: Ask }
            do:
              - throttle: { per: attributes.host, every: 500ms }
                present:
                  title: T
                  coalesce: [ attributes.host ]
                  buttons: [ { title: Go, then: proceed }, { title: No, then: continue } ]
            then: continue
          - { id: note, when: { type: Note }, do: [ { present: { title: N } } ], then: continue }
          - { id: counted, then: { retry: { per: [ type, attributes.host ], maxAttempts: 4, within: 6s } } }
          - { id: second, then: { retry: { per: type, maxAttempts: 3, within: 2s } } }
        otherwise: { then: cancel }
        always: [ { log: always, throttle: { per: [ type ], every: 4s } } ]
    """

  private static func replays(limit: Int?) throws -> Replays {
    var replays = try Replays(rules: rules)
    if let limit { replays.options.limits.stateKeys = limit }
    return replays
  }

  /// A resolution in the model's words.
  private static func words(_ line: Substring) throws -> [String] {
    let resolution = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    var said = try (resolution["actions"] as? [[String: Any]] ?? []).map { action in
      let alert = action["present"] as? [String: Any]
      var words = [try #require((action["log"] ?? alert?["title"]) as? String)]
      if action["answer"] is NSNull { words.append("never") }
      if let answer = action["answer"] as? String { words.append(answer) }
      for mark in ["assumed", "throttled", "coalesced"] where action[mark] as? Bool == true {
        words.append(mark)
      }
      return words.joined(separator: " ")
    }
    let by = try #require(resolution["by"] as? [String: Any])
    let retry = resolution["retry"] as? [String: Any]
    var end = ["\(by["rule"] ?? "otherwise")", try #require(resolution["evaluation"] as? String)]
    if retry != nil { end.append("\(retry?["attempt"] ?? 0)") }
    said.append(end.joined(separator: " "))
    return said
  }

  @Test(
    "agrees with a model that keeps every time of every key, and that evicts the least recently used key",
    arguments: [nil, 1, 3, 10] as [Int?],
    0..<10 as Range<UInt64>
  )
  func model(limit: Int?, seed: UInt64) async throws {
    let stream = StateStream(seed: seed, records: 300, hosts: seed % 2 == 0 ? 2 : 40)
    let (summary, replayed) = try await Self.replays(limit: limit).run(
      [stream.bytes],
      jobs: 1,
      chunkSize: 1 << 20
    )
    let lines = String(decoding: replayed.resolutions, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == stream.records.count)
    var model = StateModel(limit: limit)
    for (index, record) in stream.records.enumerated() {
      let expected = model.answer(record)
      try #require(
        try Self.words(lines[index]) == expected,
        "record \(index + 1): \(record.json)\n\(lines[index])"
      )
    }
    let forgotten = summary.forgottenKeys
    #expect([forgotten.retries, forgotten.rates, forgotten.throttles] == model.forgotten)
    #expect(summary.throttled == model.throttled && summary.coalesced == model.coalesced)
    #expect(summary.throttled > 0 && (seed % 2 == 1 || summary.coalesced > 0))
    #expect(limit == nil ? forgotten.total == 0 : seed % 2 == 0 || forgotten.total > 0)
  }

  @Test(
    "gives the same output for any jobs and chunks, even with more keys than fit",
    arguments: 0..<2 as Range<UInt64>
  )
  func anyJobs(seed: UInt64) async throws {
    let streams = [
      StateStream(seed: seed, records: 1_500, hosts: 400).bytes,
      StateStream(seed: seed + 10, records: 200, hosts: 7).bytes,
    ]
    let replays = try Self.replays(limit: 100)
    let (summary, expected) = try await replays.run(streams, jobs: 1, chunkSize: 1 << 20)
    let forgotten = summary.forgottenKeys
    #expect(forgotten.retries > 0 && forgotten.rates > 0 && forgotten.throttles > 0)
    #expect(expected.text.contains("keep more with --limit state-keys=N"))
    for chunkSize in [100, 3_000] {
      for jobs in Scale.isSanitized ? [3] : Scale.isQuick ? [1, 3] : [1, 2, 3, 8] {
        let (_, replayed) = try await replays.run(streams, jobs: jobs, chunkSize: chunkSize)
        #expect(replayed == expected, "\(jobs) jobs, chunks of \(chunkSize)")
      }
    }
  }

  /// Rules for which few records need state, so that workers evaluate most of them ahead of the others.
  static let sparse = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: note, when: { type: Note }, do: [ { present: { title: N } } ], then: continue }
          - { id: burst, when: { type: A, rate: { atLeast: 3, within: 9s } }, then: abort }
          - id: ask
            when: { type: Ask }
            do: [ { present: { title: T, coalesce: attributes.host, buttons: [ { title: Go, then: proceed }, { title: No, then: continue } ] } } ]
          - { id: told, when: { attributes: { host: h1 } }, do: [ { log: told, throttle: { every: 3s } } ], then: proceed }
          - { id: again, when: { attempt: { atLeast: 2 } }, then: retry }
        otherwise: { do: [ { log: no } ], then: cancel }
    """

  @Test("is the same record by record through the library as in a replay", arguments: [rules, sparse])
  func evaluator(rules: String) async throws {
    let stream = StateStream(seed: 3, records: 600, hosts: 3)
    let replays = try Replays(rules: rules)
    let (summary, replayed) = try await replays.run([stream.bytes], jobs: 2, chunkSize: 500)
    #expect(summary.coalesced > 0 && summary.throttled > 0)
    var evaluator = RuleEvaluator(replays.chain)
    var text = ""
    for record in stream.records { text += try evaluator.resolution(of: record.json) + "\n" }
    #expect(text == String(decoding: replayed.resolutions, as: UTF8.self))
  }
}
