import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

@Suite("A decision reads what decides; what an action shows is read when it runs")
struct DecidedOutcomeTests {
  /// Counts how often its text is read.
  private struct Counted: LocalizedError {
    let log: Log

    var errorDescription: String? {
      log("read")
      return "It is late."
    }
  }

  private func chain(_ log: Log) throws -> RunningChain {
    try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - { id: out, when: { type: Counted, origin: "out.*" }, then: abort }
              - { id: again, when: { type: Counted, origin: "again.*" }, then: { retry: { maxAttempts: 100, per: [ type ], within: 1h } } }
            otherwise: { do: [ { perform: tell, with: { text: "{error.message}" } } ], then: cancel }
        """
      ),
      plugins: [.perform("tell") { log("told \($0.with["text"]?.string ?? "")") }],
      settings: ChainSettings(clock: VirtualClock().clock, seed: 1)
    )
  }

  @Test(arguments: ["out.a", "again.a", "other"])
  func `the text that only another rule shows is not read again`(origin: String) throws {
    let log = Log()
    let chain = try chain(log)
    _ = chain.decide(Counted(log: log), from: origin)
    let first = log.lines.count
    for _ in 0..<5 { _ = chain.decide(Counted(log: log), from: origin) }
    _ = chain.decide(Counted(log: log), ErrorOccurrence(origin: origin, operation: "pay", attempt: 1))
    #expect(log.lines.count == first)
  }

  @Test func `nor is it where the error is retried by the chain`() async throws {
    let log = Log()
    let chain = try chain(log)
    await chain.respond(to: Counted(log: log), from: "again.a")
    let first = log.lines.count
    let resolution = await chain.respond(
      to: Counted(log: log),
      ErrorOccurrence(origin: "again.a", attempt: 2)
    )
    #expect(log.lines.count == first)
    #expect(resolution.retry?.attempt == 2 && resolution.json.contains("\"retry\""))
  }

  @Test func `it is read for the action that shows it`() async throws {
    let log = Log()
    let chain = try chain(log)
    for _ in 0..<3 {
      let resolution = await chain.respond(to: Counted(log: log), from: "other")
      #expect(resolution.actions.first?["with"] == ["text": "It is late."])
    }
    #expect(log.lines.filter { $0 == "told It is late." }.count == 3)
    let decided = chain.decide(Counted(log: log), from: "other")
    #expect(decided.actions.first?["with"] == ["text": "It is late."])
    #expect(decided.json.contains("It is late."))
  }

  @Test func `the status of a problem document is its own, however often its type was seen`() throws {
    let chain = try RunningChain(
      .text(
        "version: 1\nresponders: [ { id: app, rules: [ { id: a, when: { status: 409 }, then: abort } ] } ]"
      )
    )
    for _ in 0..<3 {
      #expect(chain.decide(Documented(problem: Problem(status: 409)), from: "x").evaluation == .abort)
      #expect(!chain.decide(Documented(problem: Problem(status: 404)), from: "x").isHandled)
    }
  }

  @Test func `an action runs once for each error, though the error is read again for it`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - id: again
                when: { type: Declined }
                do: [ { perform: tell, with: { text: "{error.message}" }, throttle: { per: [ type ], every: 1h } } ]
                then: { retry: { maxAttempts: 3, per: [ type ], within: 1h } }
        """
      ),
      plugins: [.perform("tell") { _ in log("told") }],
      settings: ChainSettings(clock: VirtualClock().clock, seed: 1)
    )
    var attempts: [Int?] = []
    for _ in 0..<4 { attempts.append(await chain.respond(to: Declined(), from: "x").retry?.attempt) }
    #expect(attempts == [1, 2, nil, nil])
    #expect(log.lines == ["told"])
  }
}
