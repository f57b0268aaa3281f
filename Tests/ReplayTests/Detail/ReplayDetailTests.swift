import Explanations
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

struct ReplayPictureTests {
  private static let rules = """
    version: 1
    categories: [ { name: offline, when: { domain: net } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { category: offline }, then: { retry: { maxAttempts: 3, per: type } } }
          - { id: out, when: { status: 401 }, do: [ { perform: logout } ], then: abort }
      - { id: login, parent: app, origins: [ "login.*" ], rules: [ { id: say, when: { status: 422 }, then: cancel } ] }
      - { id: form, parent: login, origins: [ login.form ], rules: [ { id: hide, when: { status: 404 }, then: proceed } ] }
    """

  /// The details of a replay that reads the records in small chunks.
  private func detail(_ records: [String], jobs: Int = 1, chunkSize: Int = 1 << 18) async throws
    -> (ReplaySummary, ReplayDetail)
  {
    var replays = try Replays(rules: Self.rules)
    replays.options.counting.wantsDetail = true
    let bytes = Array(records.map { $0 + "\n" }.joined().utf8)
    let (summary, _) = try await replays.run([bytes], jobs: jobs, chunkSize: chunkSize)
    return (summary, try #require(summary.detail))
  }

  /// Records of every kind; some are hours apart, some have no time, some are out of order.
  private static let day: [String] = (0..<400).map { number in
    let time = number % 7 == 0 ? "" : "\"time\": \(1_700_000_000 + (number * 7_919) % 90_000), "
    let error = [
      "\"domain\": \"net\", \"type\": \"N\(number % 5)\"", "\"status\": 401", "\"status\": 422",
      "\"status\": 404",
      "\"type\": \"Lost\(number % 40)\"", "\"type\": \"CancellationError\"",
    ][number % 6]
    return "{\(time)\"origin\": \"login.\(number % 2 == 0 ? "form" : "other")\", \(error)}"
  }

  @Test("The details do not depend on jobs or chunks", arguments: [(1, 64), (2, 1_000), (3, 333), (8, 64)])
  func isTheSame(_ jobs: Int, _ chunkSize: Int) async throws {
    let (one, _) = try await detail(Self.day)
    let (other, _) = try await detail(Self.day, jobs: jobs, chunkSize: chunkSize)
    #expect(ReplayJSON.text(of: one, rules: "r") == ReplayJSON.text(of: other, rules: "r"))
    let firsts = [one, other].map { $0.detail.map { "\($0.firsts) \($0.firstUnhandled)" } }
    #expect(firsts[0] == firsts[1])
  }

  @Test("Every error counts in one outcome, in one flow, and in one time bucket or none")
  func addsUp() async throws {
    let (summary, detail) = try await detail(Self.day)
    let errors = summary.lineCounts.errors
    #expect(errors == 400)
    #expect(detail.outcomes.reduce(0, +) == errors)
    #expect(detail.paths.reduce(0) { $0 + $1.count } == errors)
    let over = try #require(detail.overTime)
    #expect(over.counts.joined().reduce(0, +) + detail.withoutTime.reduce(0, +) == errors)
    for (place, count) in detail.outcomes.enumerated() {
      #expect(over.counts.reduce(0) { $0 + $1[place] } + detail.withoutTime[place] == count)
    }
    #expect(detail.outcomes[ReplayDetail.Outcome.nobody.rawValue] == summary.unhandled)
    let answered = zip(summary.clauses, detail.answers).allSatisfy { $0.answered == $1.reduce(0, +) }
    #expect(answered)
  }

  @Test("Errors at a responder were raised there or came from below; they are handled or escalate")
  func flows() async throws {
    let (summary, detail) = try await detail(Self.day)
    for (place, responder) in detail.responders.enumerated() {
      let fromBelow = detail.responders.filter { $0.parent == place }.reduce(0) { $0 + $1.left }
      #expect(responder.arrived == responder.entered + fromBelow)
      let unanswered = responder.parent == nil ? summary.unhandled : responder.left
      #expect(responder.arrived == responder.answered + unanswered)
    }
    #expect(detail.responders.reduce(0) { $0 + $1.entered } + summary.ignored == summary.lineCounts.errors)
  }

  @Test("The first record of each outcome is the first one in the stream")
  func firsts() async throws {
    let records = ["{\"status\": 404}", "{\"status\": 401}", "{\"domain\": \"net\"}", "{\"status\": 401}"]
    let (summary, detail) = try await detail(records)
    let out = try #require(summary.clauses.firstIndex { $0.name == "out" })
    #expect(detail.firsts[out][ReplayDetail.Outcome.abort.rawValue] == 2)
    #expect(detail.answers[out][ReplayDetail.Outcome.abort.rawValue] == 2)
    #expect(detail.actions[out] == ["perform logout"])
    #expect(detail.firstUnhandled == [1])
  }

  @Test(
    "Buckets are as narrow as the time range allows, at most 120",
    arguments: [
      (0, 1, 1), (119, 1, 120), (120, 5, 25), (3_000, 60, 51), (86_399, 900, 96), (31_536_000, 604_800, 53),
      (250_000_000_000, 3_144_960_000, 80),
    ]
  )
  func buckets(_ span: Int, _ seconds: Int, _ count: Int) async throws {
    let records = [span, 0, span / 2].map { "{\"status\": 401, \"time\": \($0)}" }
    let (_, detail) = try await detail(records)
    let over = try #require(detail.overTime)
    #expect(over.seconds == seconds)
    #expect(over.counts.count == count)
    #expect(over.start.microseconds == 0)
    #expect(over.counts.joined().reduce(0, +) == 3)
  }

  @Test("Times before 1970 have buckets too")
  func beforeTheEpoch() async throws {
    let (_, detail) = try await detail([
      "{\"status\": 401, \"time\": -90}", "{\"status\": 401, \"time\": 90}",
    ])
    let over = try #require(detail.overTime)
    #expect(over.seconds == 5)
    #expect(over.start.microseconds == -90_000_000)
    #expect(over.counts.count == 37)
  }

  @Test("Nothing is counted unless details are requested")
  func isOff() async throws {
    let bytes = Array(Self.day.joined(separator: "\n").utf8)
    let (summary, _) = try await Replays(rules: Self.rules).run([bytes], jobs: 1, chunkSize: 1 << 18)
    #expect(summary.detail == nil)
    #expect(!ReplayJSON.text(of: summary, rules: "r").contains("\"detail\""))
  }
}
