import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

/// Cases of AppKit's recovery and of its two ports that only running code can show, numbered as in
/// `rules/originals/conformance.md`. `ActionsTests.swift` tests which alert takes which answer.
@Suite("AppKit's recovery attempters, in running code")
struct RecoveryTests {
  /// Recovers by its first option, at once or when its handler is called.
  struct Locked: RecoverableError {
    let log: Log
    var isLater = false
    var recoveryOptions: [String] { ["Unlock", "Cancel"] }

    func attemptRecovery(optionIndex: Int) -> Bool {
      log("attempt \(optionIndex)")
      return optionIndex == 0
    }

    func attemptRecovery(optionIndex: Int, resultHandler: @escaping (Bool) -> Void) {
      let recovered = attemptRecovery(optionIndex: optionIndex)
      guard isLater else { return resultHandler(recovered) }
      let handler = Unchecked(call: resultHandler)
      Task.detached {
        handler.call(recovered)
        handler.call(!recovered)
      }
    }

    private struct Unchecked: @unchecked Sendable {
      let call: (Bool) -> Void
    }
  }

  /// Attempts for an NSError.
  struct Attempter: RecoveryAttempter {
    let name: String
    let log: Log
    let recovers: Bool

    func attemptRecovery(from error: any Error, optionIndex: Int) async -> Bool {
      log("\(name) \(optionIndex) \((error as NSError).code)")
      return recovers
    }
  }

  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: ask, do: [ { present: { title: "{error.type}", recovery: true, coalesce: [ domain, code ] } } ] }
    """

  private func chain(
    limit: Duration = .seconds(30),
    _ choose: @escaping @Sendable (PresentedAlert) async -> AlertChoice
  ) throws -> RunningChain {
    try RunningChain(
      .text(Self.rules),
      plugins: [.presenter(choose)],
      settings: ChainSettings(clock: VirtualClock().clock, actionLimit: limit)
    )
  }

  private func vendor(_ attempter: Any?) -> NSError {
    var userInfo: [String: Any] = [NSLocalizedRecoveryOptionsErrorKey: ["Unlock", "Cancel"]]
    userInfo[NSRecoveryAttempterErrorKey] = attempter
    return NSError(domain: "vendor", code: 7, userInfo: userInfo)
  }

  @Test(arguments: [false, true])
  func `157, 158: the option that was chosen is tried, and what came of it decides`(isLater: Bool)
    async throws
  {
    let log = Log()
    for (choice, evaluation) in [(AlertChoice.button(0), Evaluation.retry), (.title("Cancel"), .cancel)] {
      let chain = try chain { alert in
        #expect(alert.buttons == ["Unlock", "Cancel"])
        return choice
      }
      let resolution = await chain.respond(to: Locked(log: log, isLater: isLater), from: "x")
      #expect(resolution.evaluation == evaluation && resolution.isHandled && !resolution.isAssumed)
    }
    #expect(log.lines == ["attempt 0", "attempt 1"])
  }

  @Test func `158: a retried operation succeeds after recovery`() async throws {
    let log = Log()
    let isLocked = Held<Bool>()
    isLocked.value = true
    struct Opening: RecoverableError {
      let isLocked: Held<Bool>
      var recoveryOptions: [String] { ["Unlock"] }
      func attemptRecovery(optionIndex: Int) -> Bool {
        isLocked.value = false
        return true
      }
    }
    let handled = try await chain { _ in .button(0) }.withErrorHandling(from: "x") { () throws -> String in
      log("try")
      if isLocked.value == true { throw Opening(isLocked: isLocked) }
      return "opened"
    }
    #expect(handled.value == "opened" && log.lines.count == 2)
  }

  @Test func `166: of several attempters the next is asked where one fails, by the same option`() async throws
  {
    let log = Log()
    let (no, yes) = (
      Attempter(name: "a", log: log, recovers: false), Attempter(name: "b", log: log, recovers: true)
    )
    let chain = try chain { _ in .button(1) }
    let both: [any RecoveryAttempter] = [no, yes, no]
    #expect(await chain.respond(to: vendor(both), from: "x").evaluation == .retry)
    #expect(log.lines == ["a 1 7", "b 1 7"])
    #expect(await chain.respond(to: vendor(no), from: "x").evaluation == .cancel)
    // Nobody attempts: titles alone recover nothing.
    #expect(await chain.respond(to: vendor(nil), from: "x").evaluation == .cancel)
  }

  @Test func `an attempt that hangs is given up, and recovers nothing`() async throws {
    struct Hanging: RecoverableError {
      var recoveryOptions: [String] { ["Wait"] }
      func attemptRecovery(optionIndex: Int) -> Bool { true }
      func attemptRecovery(optionIndex: Int, resultHandler: @escaping (Bool) -> Void) {
        // Kept for ever, never called.
        RecoveryTests.kept.withLock { $0.append(Kept(handler: resultHandler)) }
      }
    }
    let chain = try chain(limit: .zero) { _ in .button(0) }
    let resolution = await chain.respond(to: Hanging(), from: "x")
    #expect(resolution.evaluation == .cancel && resolution.failures.count == 1)
  }

  struct Kept: @unchecked Sendable {
    let handler: (Bool) -> Void
  }

  static let kept = Lock<[Kept]>([])

  @Test func `options that a rule gave are not tried on the error that had others`() async throws {
    let log = Log()
    let error = NSError(
      domain: "renamed",
      code: 1,
      userInfo: [
        NSLocalizedRecoveryOptionsErrorKey: ["Unlock"],
        NSRecoveryAttempterErrorKey: Attempter(name: "a", log: log, recovers: false),
      ]
    )
    let root = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - { id: app, rules: [ { id: ask, do: [ { present: { title: T, recovery: true } } ] } ] }
          - { id: page, parent: app, origins: [ "page" ], rules: [ { id: own, then: { transform: { options: [ { title: Later, recovers: true } ] } } } ] }
        """
      ),
      plugins: [.presenter { _ in .button(0) }]
    )
    #expect(await root.respond(to: error, from: "page").evaluation == .retry)
    #expect(log.lines.isEmpty)
  }

  @Test
  func
    `160: while an alert stands equal ones wait for it: one is shown and tried, three take what came of it`()
    async throws
  {
    let log = Log()
    let (isShown, isAnswered) = (Gate(), Gate())
    let chain = try chain { _ in
      log("shown")
      isShown.open()
      await isAnswered.opened()
      return .button(0)
    }
    let error = vendor(Attempter(name: "a", log: log, recovers: true))
    let box = Erased(error: error)
    async let first = chain.respond(to: box.error, from: "x")
    await isShown.opened()
    let others = (0..<3).map { _ in Task { await chain.respond(to: box.error, from: "x") } }
    while chain.openAlerts < 4 { await Task.yield() }
    isAnswered.open()
    var resolutions = [await first]
    for other in others { resolutions.append(await other.value) }
    #expect(resolutions.allSatisfy { $0.evaluation == .retry })
    #expect(resolutions.filter { $0.json.contains(#""coalesced":true"#) }.count == 3)
    #expect(log.lines == ["shown", "a 0 7"])
  }

  struct Erased: @unchecked Sendable {
    let error: NSError
  }
}
