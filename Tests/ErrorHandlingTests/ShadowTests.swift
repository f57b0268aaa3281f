import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

@Suite("A shadow is evaluated beside the rules in force, and acts on nothing")
struct ShadowTests {
  private static let old = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: log-in, when: { case: unauthorized }, do: [ { perform: track } ], then: abort }
          - { id: again, when: { type: Waiting }, then: { retry: { maxAttempts: 2, per: [ type ], within: 1h, backoff: { initial: 1s, jitter: full } } } }
        otherwise: { do: [ { perform: track, with: { text: "{error.message}" } } ], then: cancel }
    """

  private func chain(
    _ rules: String = old,
    _ log: Log = Log(),
    observe: (@Sendable (ChainObservation) -> Void)? = nil
  ) throws -> RunningChain {
    try RunningChain(
      .text(rules),
      plugins: [.perform("track") { _ in log("acted") }, .presenter { _ in .title("No") }],
      settings: ChainSettings(clock: VirtualClock().clock, seed: 1, observe: observe)
    )
  }

  @Test func `the same rules under other names make no difference`() async throws {
    let log = Log()
    let chain = try chain(Self.old, log)
    let shadow = try chain.shadow(
      .text(Self.old.replacing("id: log-in", with: "id: sign-in").replacing("id: again", with: "id: later"))
    )
    for _ in 0..<3 {
      for error in sampleErrors {
        _ = chain.decide(error, from: "x")
        await chain.respond(to: error, from: "x")
        await chain.respond(to: error, ErrorOccurrence(origin: "x", operation: "pay", attempt: 1))
      }
    }
    #expect(shadow.report.compared == 9 * sampleErrors.count)
    #expect(shadow.report.different == 0 && shadow.records.isEmpty)
  }

  @Test func `differences are counted by kind and by rule`() throws {
    let chain = try chain()
    let shadow = try chain.shadow(
      .text(
        Self.old.replacing("then: abort", with: "then: cancel").replacing("initial: 1s", with: "initial: 2s")
          .replacing("{error.message}", with: "{error.type}")
      )
    )
    for _ in 0..<4 {
      _ = chain.decide(NetworkError.unauthorized, from: "x")
      _ = chain.decide(Waiting(retryAfter: nil), from: "x")
      _ = chain.decide(Declined(), from: "x")
    }
    let report = shadow.report
    // Of four errors that wait, the first is granted a retry; the others are shown as any error.
    #expect(report.compared == 12 && report.different == 12)
    #expect(report.outcomes == 4 && report.retries == 1 && report.actions == 7)
    #expect(report.groups.map { $0.count } == [7, 4, 1])
    #expect(report.groups[1].outcome == "abort" && report.groups[1].by == "app/log-in")
    #expect(report.groups[1].shadowOutcome == "cancel" && report.groups[1].shadowBy == "app/log-in")
  }

  @Test func `it has a state of its own, and runs no action`() async throws {
    let log = Log()
    let rules = Self.old.replacing("maxAttempts: 2", with: "maxAttempts: 3")
    let chain = try chain(rules, log)
    let shadow = try chain.shadow(.text(rules))
    var attempts: [Int?] = []
    for _ in 0..<4 {
      attempts.append(await chain.respond(to: Waiting(retryAfter: nil), from: "x").retry?.attempt)
    }
    #expect(attempts == [1, 2, nil, nil])
    #expect(log.lines.count == 2, "only those of the rules in force")
    #expect(shadow.report.different == 0)
  }

  @Test func `windows of the shadow count, though the rules in force have none`() throws {
    let chain = try chain(
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, when: { type: Waiting }, then: retry } ] } ]"
    )
    let shadow = try chain.shadow(.text(Self.old))
    for _ in 0..<3 { _ = chain.decide(Waiting(retryAfter: nil), from: "x") }
    #expect(shadow.report.outcomes == 2)
  }

  @Test func `who observes is told`() async throws {
    let log = Log()
    let chain = try chain { observation in
      guard let difference = observation.shadow else { return log("same") }
      log("\(difference.resolution.evaluation) \(difference.shadow.evaluation) \(difference.kinds.rawValue)")
    }
    try chain.shadow(.text(Self.old.replacing("then: abort", with: "then: proceed")))
    await chain.respond(to: NetworkError.unauthorized, from: "x")
    await chain.respond(to: Declined(), from: "x")
    chain.removeShadow()
    await chain.respond(to: NetworkError.unauthorized, from: "x")
    #expect(log.lines == ["abort proceed 1", "same", "same"])
  }

  @Test func `a person's choice counts for both`() async throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: ask, do: [ { present: { title: Again?, buttons: [ { title: Yes, then: retry }, { title: No, then: abort } ] } } ] }
      """
    let chain = try chain(rules)
    let shadow = try chain.shadow(.text(rules))
    #expect(await chain.respond(to: Declined(), from: "x").evaluation == .abort)
    #expect(shadow.report.compared == 1 && shadow.report.different == 0)
  }

  @Test func `it goes on over a reload, until it is removed`() throws {
    let chain = try chain()
    let new = Self.old.replacing("then: abort", with: "then: proceed")
    let shadow = try chain.shadow(.text(new))
    _ = chain.decide(NetworkError.unauthorized, from: "x")
    try chain.reload(.text(new))
    _ = chain.decide(NetworkError.unauthorized, from: "x")
    #expect(shadow.report.compared == 2 && shadow.report.different == 1)
    chain.removeShadow()
    #expect(chain.shadow == nil)
    _ = chain.decide(NetworkError.unauthorized, from: "x")
    #expect(shadow.report.compared == 2)
  }

  @Test func `bad rules are rejected, and an earlier shadow stays`() throws {
    let chain = try chain()
    let shadow = try chain.shadow(.text(Self.old))
    #expect(throws: RuleSetRejection.self) { try chain.shadow(.text("version: 9")) }
    #expect(chain.shadow === shadow)
  }

  @Test func `connected code is not compared`() async throws {
    let chain = try chain()
    let shadow = try chain.shadow(.text(Self.old))
    _ = chain.connect(at: "app") { _ in .proceed }
    await chain.respond(to: NetworkError.unauthorized, from: "x")
    #expect(shadow.report.compared == 0 && shadow.report.notCompared == 1)
  }

  @Test func `three records of a group are kept, with both resolutions, and show the difference again`()
    throws
  {
    let chain = try chain()
    let new = Self.old.replacing("then: abort", with: "then: proceed")
    let shadow = try chain.shadow(.text(new))
    for _ in 0..<5 { _ = chain.decide(NetworkError.unauthorized, from: "x") }
    let lines = shadow.records.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(lines.count == 3 && shadow.report.different == 5)
    var before = RuleEvaluator(chain.rules, seed: 1)
    var after = RuleEvaluator(shadow.rules, seed: 1)
    for line in lines {
      #expect(try before.resolution(of: line).contains("\"evaluation\":\"abort\""))
      #expect(try after.resolution(of: line).contains("\"evaluation\":\"proceed\""))
      #expect(line.contains("\"shadow\":{\"resolution\":{\"id\":") && line.contains("\"shadow\":{\"id\":"))
    }
    let few = try chain.shadow(.text(new), keeping: 1)
    for _ in 0..<5 { _ = chain.decide(NetworkError.unauthorized, from: "x") }
    #expect(few.records.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func `many tasks are compared by one shadow, also while rules are reloaded`() async throws {
    let chain = try chain()
    let shadow = try chain.shadow(.text(Self.old.replacing("then: abort", with: "then: proceed")))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            _ = chain.decide(NetworkError.unauthorized, from: "x")
            await chain.respond(to: Declined(), from: "x")
          }
        }
      }
      group.addTask { for _ in 0..<5 { _ = try? chain.reload() } }
    }
    #expect(shadow.report.compared == 800 && shadow.report.different == 400)
    #expect(shadow.report.groups.count == 1 && shadow.records.count { $0 == UInt8(ascii: "\n") } == 3)
  }

  @Test func `however many groups there are, they are bounded`() throws {
    let rules = (0..<300).map { "- { id: r\($0), when: { code: \($0) }, then: abort }" }
    func text(_ verdict: String) -> String {
      "version: 1\nresponders:\n  - id: app\n    rules:\n      "
        + rules.joined(separator: "\n      ").replacing("abort", with: verdict)
    }
    let chain = try chain(text("abort"))
    let shadow = try chain.shadow(.text(text("cancel")))
    for code in 0..<300 { _ = chain.decide(Vendor(errorCode: code), from: "x") }
    let report = shadow.report
    #expect(report.different == 300 && report.groups.count == 256 && report.ungrouped == 44)
  }
}
