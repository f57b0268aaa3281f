import Counting
import Replay
import ReplaySupport
import RuleEngine
import Secrets
import TestSupport
import Testing

/// A replay and a comparison of a stream with a secret in every text.
struct ReplaySecretsTests {
  private static let secret = "Sw0rdfish-7"

  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { type: { exists: true } }, then: retry }
          - { id: known, when: { domain: { exists: true } }, then: retry }
    """

  private static let stream = [
    #"{"time":1,"id":"\#(secret)","type":"T","case":"token=\#(secret)","operation":"password=\#(secret)","attempt":1,"attributes":{"password":"\#(secret)"}}"#,
    #"{"time":2,"id":"a","domain":"api_key=\#(secret)","code":1,"operation":"Bearer \#(secret)","attempt":1}"#,
    #"{"time":3,"id":"b","message":"no login with password=\#(secret)"}"#,
    #"{"time":4,"message":7,"type":["token=\#(secret)"],"password=\#(secret)":1}"#,
    #"{"password=\#(secret)":"x""#,
  ]

  private static func replays(_ redactor: Redactor) throws -> Replays {
    var replays = try Replays(rules: rules)
    replays.options.redactor = redactor
    (replays.options.counting.kinds, replays.options.counting.wantsDetail) = (.deciders, true)
    var load = LoadOptions()
    load.upstream = [.field(.operation)]
    replays.options.load = load
    return replays
  }

  private static func replayed(_ redactor: Redactor) async throws -> (ReplaySummary, [String]) {
    let bytes = Array(stream.joined(separator: "\n").utf8)
    let (summary, replayed) = try await replays(redactor).run([bytes], jobs: 1, chunkSize: 10_000)
    return (summary, [replayed.text, replayed.json])
  }

  private static func compared(_ redactor: Redactor) async throws -> ReplayComparison {
    let replays = try replays(redactor)
    let files = try StreamFolder([Array(stream.joined(separator: "\n").utf8)])
    defer { files.remove() }
    let other = try Replays(rules: rules.replacing("then: retry", with: "then: cancel"))
    return try await Replayer(replays.chain, replays.options, output: nil, rejects: nil) { _ in true }
      .compare(files.streams, with: other.chain)
  }

  @Test func `hold it nowhere`() async throws {
    let (summary, texts) = try await Self.replayed(Redactor(isOn: true))
    #expect(HeldTexts.places(of: Self.secret, in: summary) == [])
    for text in texts { #expect(!text.contains(Self.secret)) }
    let comparison = try await Self.compared(Redactor(isOn: true))
    #expect(HeldTexts.places(of: Self.secret, in: comparison) == [])
  }

  @Test func `show it without redaction`() async throws {
    let (summary, texts) = try await Self.replayed(.off)
    #expect(HeldTexts.places(of: Self.secret, in: summary).count > 5)
    for text in texts { #expect(text.contains(Self.secret)) }
    let comparison = try await Self.compared(.off)
    #expect(HeldTexts.places(of: Self.secret, in: comparison.groups).count > 3)
  }
}
