import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

@Suite("A breaker of a running program")
struct BreakerTests {
  private struct Down: Error {}
  private struct Other: Error {}

  private static let rules = """
    version: 1
    breakers:
      payments: { when: { type: Down }, atLeast: 2, within: 1m, stays: 30s, per: [ origin, attributes.host ] }
    responders:
      - id: app
        rules: [ { id: down, when: { open: payments }, then: abort }, { id: rest, then: cancel } ]
    """

  private static func chain(_ time: VirtualClock, _ rules: String = rules) throws -> RunningChain {
    try RunningChain(.text(rules), settings: ChainSettings(clock: time.clock))
  }

  /// Two errors, which open the breaker.
  private static func open(_ chain: RunningChain) {
    for _ in 0..<2 { _ = chain.decide(Down(), from: "pay") }
  }

  private static func remaining(_ body: () async throws -> Void) async -> Duration? {
    do { try await body() } catch { return (error as? OpenBreaker)?.remaining }
    return nil
  }

  @Test func `is asked without an error, by its name and the members of its key`() throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    #expect(!chain.isOpen("payments", "pay"))
    Self.open(chain)
    #expect(chain.isOpen("payments", "pay") && chain.isOpen("payments", "pay", nil))
    #expect(
      !chain.isOpen("payments", "pay", "a") && !chain.isOpen("payments") && !chain.isOpen("images", "pay")
    )
    _ = chain.decide(Down(), ErrorOccurrence(origin: "pay", attributes: ["host": "a"]))
    _ = chain.decide(Down(), ErrorOccurrence(origin: "pay", attributes: ["host": "a"]))
    #expect(chain.isOpen("payments", "pay", "a") && !chain.isOpen("payments", "pay", "b"))
    for host: JSONValue in [7, 0.5, true] {
      for _ in 0..<2 {
        _ = chain.decide(Down(), ErrorOccurrence(origin: "pay", attributes: ["host": host]))
      }
      #expect(chain.isOpen("payments", "pay", host), "\(host)")
    }
    #expect(!chain.isOpen("payments", "pay", "7"))
    time.advance(by: .seconds(30))
    #expect(!chain.isOpen("payments", "pay"))
  }

  @Test func `finds rules that ask it, for errors that fit and others, again and again`() throws {
    let chain = try Self.chain(VirtualClock())
    func by(_ error: any Error) -> String? { chain.decide(error, from: "pay").by?.name }
    #expect(
      [by(Other()), by(Down()), by(Other()), by(Down()), by(Other()), by(Down())] == [
        "app/rest", "app/rest", "app/rest", "app/down", "app/down", "app/down",
      ]
    )
  }

  @Test func `keeps an operation from beginning, and says for how long`() async throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    let first = try await chain.withErrorHandling(from: "pay", unless: "payments") { 1 }
    #expect(first.value == 1)
    Self.open(chain)
    time.advance(by: .seconds(10))
    let rest = await Self.remaining {
      _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { Issue.record("it began") }
    }
    #expect(rest == .seconds(20))
    let elsewhere = try await chain.withErrorHandling(from: "images", unless: "payments") { 2 }
    let keyed = try await chain.withErrorHandling(from: "pay", unless: "payments", key: ["pay", "a"]) { 3 }
    let unknown = try await chain.withErrorHandling(from: "pay", unless: "image") { 4 }
    #expect([elsewhere.value, keyed.value, unknown.value] == [2, 3, 4])
  }

  @Test func `lets one operation go first once it closed, and the others when that one has ended`()
    async throws
  {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    Self.open(chain)
    time.advance(by: .seconds(30))
    let rest = try await chain.withErrorHandling(from: "pay", unless: "payments") {
      await Self.remaining {
        _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { Issue.record("it began") }
      }
    }
    #expect(rest.value == .some(.zero))
    let next = try await chain.withErrorHandling(from: "pay", unless: "payments") { 1 }
    #expect(next.value == 1)
  }

  @Test func `opens again where the operation that went first fails`() async throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    Self.open(chain)
    time.advance(by: .seconds(30))
    _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { throw Down() }
    let rest = await Self.remaining {
      _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { Issue.record("it began") }
    }
    #expect(rest == .seconds(30) && chain.isOpen("payments", "pay"))
  }

  @Test func `lets another operation go first where the first one was cancelled`() async throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    Self.open(chain)
    time.advance(by: .seconds(30))
    _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { throw CancellationError() }
    let rest = try await chain.withErrorHandling(from: "pay", unless: "payments") {
      await Self.remaining {
        _ = try await chain.withErrorHandling(from: "pay", unless: "payments") { Issue.record("it began") }
      }
    }
    #expect(rest.value == .some(.zero))
  }

  @Test func `never lets two begin, however many come at once`() async throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    Self.open(chain)
    time.advance(by: .seconds(30))
    // What began ends once all others were refused, or began, too.
    let gate = Gate()
    let came = Lock<(began: Int, refused: Int)>((0, 0))
    let count = { @Sendable (hasBegun: Bool) in
      let isLast = came.withLock { came in
        if hasBegun { came.began += 1 } else { came.refused += 1 }
        return came.began + came.refused == 50
      }
      if isLast { gate.open() }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          do {
            _ = try await chain.withErrorHandling(from: "pay", unless: "payments") {
              count(true)
              await gate.opened()
            }
          } catch {
            count(false)
          }
        }
      }
    }
    #expect(came.withLock { $0.began } == 1)
  }

  @Test func `goes on over a reload where the breaker says the same, and closes where it does not`() throws {
    let chain = try Self.chain(VirtualClock())
    Self.open(chain)
    let other = Self.rules.replacing("then: cancel", with: "then: proceed")
    try chain.reload(.text(other))
    #expect(chain.isOpen("payments", "pay"))
    try chain.reload(.text(other.replacing("type: Down", with: "type: [ Down, Gone ]")))
    #expect(!chain.isOpen("payments", "pay"))
  }

  @Test func `gives the output of its records`() throws {
    let time = VirtualClock()
    let chain = try Self.chain(time)
    var evaluator = RuleEvaluator(chain.rules)
    let errors: [any Error] = [Down(), Other(), Down(), Other(), CancellationError(), Down(), Other()]
    for round in 0..<6 {
      for (index, error) in errors.enumerated() {
        time.advance(by: .milliseconds(round * 900 + index))
        let resolution = chain.decide(error, from: index % 3 == 0 ? "images" : "pay")
        let now = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
        let occurrence = ErrorOccurrence(
          time: now,
          id: "\(round * errors.count + index + 1)",
          origin: index % 3 == 0 ? "images" : "pay"
        )
        let record = String(decoding: RecordedError(error, occurrence).line, as: UTF8.self)
        #expect(try resolution.json == evaluator.resolution(of: record), "\(round) \(error)")
      }
    }
  }
}
