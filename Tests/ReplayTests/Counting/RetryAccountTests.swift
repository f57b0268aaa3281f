import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("The account of the retries")
struct RetryAccountTests {
  private func account(_ rules: String, _ lines: [String]) async throws -> RetryAccount {
    let replays = try Replays(rules: "version: 1\nresponders:\n  - id: app\n" + rules)
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try await replays.run([stream], jobs: 1, chunkSize: 1 << 16)
    let three = try await replays.run([stream], jobs: 3, chunkSize: 90)
    #expect(one.1.json == three.1.json)
    return one.0.retryAccount
  }

  @Test("Of eight errors of a key under maxAttempts 2, one is granted a retry and seven are exhausted")
  func counted() async throws {
    let found = try await account(
      """
          rules: [ { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2, per: attributes.host, within: 1h } } } ]
          otherwise: { then: cancel }
      """,
      (0..<8).map { #"{"time":\#(60 + $0),"status":503,"host":"api"}"# }
    )
    #expect(found.matched == 8 && found.granted == 1 && found.untracked == 0 && found.byPerson == 0)
    #expect(found.exhausted(by: .attempts) == 7 && found.allExhausted == 7)
  }

  @Test("A recorded attempt is known; without one, and without a key, a retry is untracked")
  func untracked() async throws {
    let found = try await account(
      """
          rules: [ { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } } ]
      """,
      [
        #"{"status":503,"attempt":1}"#, #"{"status":503,"attempt":2}"#, #"{"status":503}"#,
        #"{"status":404}"#,
      ]
    )
    #expect(found.matched == 3 && found.granted == 1 && found.untracked == 1 && found.allExhausted == 1)
  }

  @Test("A budget of one try is exhausted even without a known try")
  func single() async throws {
    let found = try await account(
      "    rules: [ { id: once, when: { status: 503 }, then: { retry: { maxAttempts: 1 } } } ]",
      [#"{"status":503}"#]
    )
    #expect(found.matched == 1 && found.allExhausted == 1 && found.untracked == 0)
  }

  @Test("A person's retry is neither granted nor exhausted")
  func byPerson() async throws {
    let found = try await account(
      """
          rules:
            - id: ask
              when: { status: 503 }
              do: [ { present: { title: Busy, buttons: [ { title: Again, then: retry }, { title: Later, then: cancel } ] } } ]
      """,
      [#"{"status":503,"answers":["Again"]}"#, #"{"status":503,"answers":["Later"]}"#]
    )
    #expect(found.matched == 2 && found.byPerson == 1 && found.granted == 0 && found.untracked == 0)
  }

  @Test("An error that is exhausted at one rule counts at the next one too")
  func twoRules() async throws {
    let found = try await account(
      """
          rules:
            - { id: soon, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
            - { id: later, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }
      """,
      (1...3).map { #"{"status":503,"attempt":\#($0)}"# }
    )
    #expect(found.matched == 5 && found.granted == 2 && found.allExhausted == 3)
  }

  @Test("It is the account that resolutions and explanations give, in rule sets with everything")
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
      options.seed = seed
      options.limits.recordBytes = RandomEverything.lineLimit
      let (summary, replayed) = try await Replays(chain, options).run(streams, jobs: 3, chunkSize: 900)
      let account = summary.retryAccount
      let resolutions = String(decoding: replayed.resolutions, as: UTF8.self)
      #expect(account.granted == Self.count(of: "\"retry\":{\"attempt\"", in: resolutions), "seed \(seed)")
      #expect(
        account.untracked == Self.count(of: "\"retry\":{\"maxAttempts\"", in: resolutions),
        "seed \(seed)"
      )
      let retries = Self.count(of: "\"evaluation\":\"retry\",\"handled\":true", in: resolutions)
      #expect(account.allGranted + account.byPerson == retries, "seed \(seed)")
      #expect(account.allExhausted == (try Self.exhausted(chain, options, streams)), "seed \(seed)")
    }
  }

  private static func count(of part: String, in text: String) -> Int { text.ranges(of: part).count }

  /// The steps of explanations in which a budget was exhausted.
  private static func exhausted(_ chain: ResponderChain, _ options: ReplayOptions, _ streams: [[UInt8]])
    throws
    -> Int
  {
    var evaluator = RuleEvaluator(chain, seed: options.seed, limits: options.limits)
    var sum = 0
    for line in streams.joined(separator: [UInt8(ascii: "\n")]).split(separator: UInt8(ascii: "\n"))
    where line.count <= options.limits.recordBytes {
      let explanation = try? evaluator.explanation(of: String(decoding: line, as: UTF8.self))
      sum += count(explanation?.steps ?? [])
    }
    return sum
  }

  private static func count(_ steps: [Explanation.Step]) -> Int {
    steps.reduce(0) { sum, step in
      sum + (step.result == "exhausted" || step.isExhaustedAfterFailure ? 1 : 0)
        + step.nestedEvaluations.reduce(0) { $0 + count($1.steps) }
    }
  }
}
