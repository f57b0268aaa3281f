import RuleEngine
import SwiftErrors
import ErrorHandling
import Foundation
import Testing

/// Cases of SwiftErrorHandler and of Workable's that only running code can show, numbered as in
/// `rules/originals/conformance.md`.
@Suite("SwiftErrorHandler and Workable's, in running code")
struct SwiftErrorHandlerTests {
  private static let rules = """
    version: 1
    responders:
      - id: page
        policy: { match: all }
        rules:
          - { id: server, when: { case: NetworkError.server }, do: [ { perform: inner } ], then: proceed }
          - { id: ask, when: { case: offline }, do: [ { present: { title: Offline, message: Really?, buttons: [ { title: "YES", then: cancel }, { title: "NO", then: abort } ] } } ] }
          - { id: base, when: { type: Base }, do: [ { perform: first } ], then: proceed }
          - { id: declines, when: { type: Declined }, do: [ { perform: first }, { perform: forgets } ], then: proceed }
        always: [ { perform: track, with: { type: "{error.type}", code: "{error.code}" } } ]
    """

  private func chain(_ log: Log, _ inner: Held<RunningChain> = Held()) throws -> RunningChain {
    let hasStruck = Held<Bool>()
    return try RunningChain(
      .text(Self.rules),
      plugins: [
        .perform("inner") { _ in
          log("outer acts")
          await inner.value?.respond(to: Base(), from: "page")
        },
        .perform("first") { _ in log("first") },
        .perform("forgets") { _ in
          log("forgets")
          try await Task.sleep(for: .seconds(3_600))
        },
        .perform("track") { log("track \($0.with["type"]?.string?.split(separator: ".").last ?? "")") },
        .presenter { alert in
          log("\(alert.title) \(alert.message) \(alert.buttons)")
          return .button(1)
        },
      ],
      settings: ChainSettings(
        clock: ChainClock(
          now: VirtualClock().clock.now,
          // The time of the action that forgets is up once it runs; nobody else's ever is.
          sleep: { _ in
            while !Task.isCancelled {
              let isForgetting = log.lines.last == "forgets"
              if isForgetting, !Task.isCancelled, hasStruck.value != true {
                hasStruck.value = true
                return
              }
              await Task.yield()
            }
            throw CancellationError()
          }
        ),
        nestingLimit: 4
      )
    )
  }

  @Test func `12, 13: an alert is really shown, once, with its buttons in order`() async throws {
    let log = Log()
    #expect(try await chain(log).respond(to: NetworkError.offline, from: "page").evaluation == .abort)
    #expect(log.lines == [#"Offline Really? ["YES", "NO"]"#, "track NetworkError"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `22: an action that forgets to complete holds nothing back, always included`() async throws {
    let log = Log()
    let resolution = try await chain(log).respond(to: Declined(), from: "page")
    #expect(resolution.evaluation == .proceed && resolution.isHandled)
    #expect(resolution.failures.contains { $0.action["perform"]?.string == "forgets" })
    #expect(log.lines == ["first", "forgets", "track Declined"])
  }

  @Test func `28: an enum's codes number the cases with values first, and its case tells them apart`() {
    enum Numbered: Error {
      case noInternet
      case logout
      case server(Int)
      case wrapped(any Error)
    }
    let errors: [Numbered] = [.noInternet, .logout, .server(1), .wrapped(Declined())]
    #expect(errors.map { RecordedError($0).code } == [2, 3, 0, 1])
    #expect(errors.map { RecordedError($0).case } == ["noInternet", "logout", "server", "wrapped"])
  }

  @Test func `29: texts are filled and nothing is shown before the actions in front ran`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders: [ { id: app, rules: [ { id: a, do: [ { perform: first }, { present: { title: "{error.type}" } } ], then: proceed } ] } ]
        """
      ),
      plugins: [
        .perform("first") { _ in log("first") },
        .presenter { _ in
          log("shown")
          return .never
        },
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    await chain.respond(to: Declined(), from: "x")
    while log.lines.count < 2 { await Task.yield() }
    #expect(log.lines == ["first", "shown"])
  }

  @Test func `33: code computes whether it declines, and the rules are asked then`() async throws {
    let log = Log()
    let chain = try chain(log)
    let isOpen = Held<Bool>()
    _ = chain.connect(at: "page") { _ in isOpen.value == true ? .abort : nil }
    isOpen.value = true
    #expect(await chain.respond(to: Base(), from: "page").evaluation == .abort)
    isOpen.value = false
    #expect(await chain.respond(to: Base(), from: "page").evaluation == .proceed)
  }

  // Case 73 is `a result is its value, or answered` and OperationTests' first success.
  @Test func `70: an error handled inside an action ends first, its always included`() async throws {
    let log = Log()
    let inner = Held<RunningChain>()
    let chain = try chain(log, inner)
    inner.value = chain
    defer { inner.value = nil }
    await chain.respond(to: NetworkError.server(500), from: "page")
    #expect(log.lines == ["outer acts", "first", "track Base", "track NetworkError"])
  }

  @Test func `72: the bridge names a Swift enum's domain by module and type`() {
    #expect(RecordedError(NetworkError.offline).domain == "ErrorHandlingTests.NetworkError")
  }
}
