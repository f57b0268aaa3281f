import SwiftErrors
import ErrorHandling
import RuleEngine
import Testing

@Suite("In a running program, an action with failed")
struct FailedActionTests {
  private static let rules = """
    version: 1
    defaults: { retry: { backoff: { jitter: none } } }
    responders:
      - id: app
        rules:
          - id: refresh
            when: { case: unauthorized }
            do: [ { perform: refreshToken, failed: abort, limit: LIMIT }, { perform: note } ]
            then: { retry: { maxAttempts: 2, per: type, exhausted: cancel } }
        always: [ { perform: track } ]
    """

  private struct Broken: Error {}

  /// - Parameter limit: of the action; 30 s never strike on the virtual clock.
  private func chain(
    _ log: Log,
    _ records: Log,
    limit: String = "30s",
    clock: ChainClock = VirtualClock().clock,
    _ refresh: @escaping ChainPlugin.Act
  ) throws -> RunningChain {
    try RunningChain(
      .text(Self.rules.replacing("LIMIT", with: limit)),
      plugins: [
        .perform("refreshToken", refresh), .perform("note") { _ in log("note") },
        .perform("track") { _ in log("track") },
      ],
      settings: ChainSettings(
        clock: clock,
        seed: 1,
        observe: { observation in
          guard let error = observation.error else { return }
          let record = RecordedError(error, observation.occurrence)
          records(String(decoding: record.line.dropLast(), as: UTF8.self))
        }
      )
    )
  }

  /// The resolutions of the records, in their order.
  private func replayed(_ records: Log) throws -> [String] {
    let compiled = RuleSet.compile(
      name: "rules.yaml",
      bytes: Array(Self.rules.replacing("LIMIT", with: "5m").utf8)
    )
    var evaluator = RuleEvaluator(try #require(compiled.chain), seed: 1)
    return try records.lines.map { try evaluator.resolution(of: $0) }
  }

  @Test func `decides where it fails, and a replay of the record does the same`() async throws {
    let (log, records) = (Log(), Log())
    let fails = Lock([true, false, true])
    let chain = try chain(log, records) { _ in
      if fails.withLock({ $0.removeFirst() }) { throw Broken() }
    }
    var resolutions: [Resolution] = []
    for _ in 0..<3 { resolutions.append(await chain.respond(to: NetworkError.unauthorized, from: "x")) }
    #expect(resolutions.map { $0.evaluation } == [.abort, .retry, .cancel])
    #expect(resolutions.map { $0.failures.count } == [1, 0, 0])
    #expect(resolutions.allSatisfy { !$0.isAssumed })
    #expect(resolutions[0].actions.map { $0["failed"]?.bool } == [true, nil])
    // The third error has no try left, so its actions do not run.
    #expect(log.lines == ["track", "note", "track", "track"])
    #expect(records.lines.map { $0.contains(#""performed":["failed"]"#) } == [true, false, false])
    #expect(records.lines.map { $0.contains(#""performed":["ok"]"#) } == [false, true, false])
    #expect(try replayed(records) == resolutions.map { $0.json })
  }

  @Test func `is ended by its own limit`() async throws {
    let (log, records) = (Log(), Log())
    let waits = Log()
    let clock = ChainClock(
      now: VirtualClock().clock.now,
      sleep: {
        waits("\($0)")
        if $0 != .seconds(300) { try await Task.sleep(for: .seconds(600)) }
      }
    )
    let chain = try chain(log, records, limit: "5m", clock: clock) { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let resolution = await chain.respond(to: NetworkError.unauthorized, from: "x")
    #expect(resolution.evaluation == .abort && resolution.actions[0]["timeout"]?.bool == true)
    #expect(waits.lines.first == "\(Duration.seconds(300))")
    #expect(records.lines[0].contains(#""performed":["timeout"]"#))
    #expect(try replayed(records) == [resolution.json])
  }

  @Test func `without a limit is awaited, and given up with the work that it belongs to`() async throws {
    let (log, records) = (Log(), Log())
    let begun = Gate()
    let chain = try chain(log, records, limit: "none") { _ in
      begun.open()
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let task = Task { await chain.respond(to: NetworkError.unauthorized, from: "x") }
    await begun.opened()
    task.cancel()
    #expect(await task.value.evaluation == .abort)
    #expect(records.lines[0].contains(#""performed":["failed"]"#))
  }

  @Test func `is assumed to succeed where only the rules decide`() throws {
    let chain = try chain(Log(), Log()) { _ in throw Broken() }
    let resolution = chain.decide(NetworkError.unauthorized, from: "x")
    #expect(resolution.evaluation == .retry && resolution.isAssumed)
  }
}
