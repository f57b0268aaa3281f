import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

@Suite("Actions of a rule are run")
struct ActionsTests {
  @Test func `actions run in order, with their values, always last`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - id: out
                when: { case: unauthorized }
                do: [ { log: "{error.case} at {error.origin}", level: warning }, { set: { login.label: Again } }, { wait: 2s }, { perform: logout, with: { now: true } } ]
                then: abort
            always: [ { perform: track, with: { as: "{outcome.evaluation}" } } ]
        """
      ),
      plugins: [
        .log { log("\($0): \($1)") },
        .set { log("\($0) = \($1.string ?? "")") },
        .perform("logout") {
          log("\($0.responder)/\($0.rule) logout \($0.with["now"]?.bool == true) \($0.error is NetworkError)")
        },
        .perform("track") { log("\($0.rule) track \($0.with["as"]?.string ?? "")") },
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    for _ in 0..<2 {
      let resolution = await chain.respond(to: NetworkError.unauthorized, from: "login")
      #expect(resolution.evaluation == .abort && resolution.failures.isEmpty)
    }
    let once = [
      "warning: unauthorized at login", "login.label = Again", "app/out logout true true",
      "always track abort",
    ]
    #expect(log.lines == once + once)
  }

  @Test(.timeLimit(.minutes(30)))
  func `one that throws or hangs is told, and the answer stands`() async throws {
    struct Broken: Error {}
    let time = VirtualClock()
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: a, do: [ { perform: throws }, { perform: hangs }, { perform: works } ], then: proceed } ]
        """
      ),
      plugins: [
        .perform("throws") { _ in throw Broken() },
        .perform("hangs") { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
        .perform("works") { _ in log("worked") },
      ],
      settings: ChainSettings(
        clock: ChainClock(
          now: time.clock.now,
          sleep: { if $0 == .seconds(5) { try await Task.sleep(for: .milliseconds(20)) } }
        ),
        actionLimit: .seconds(5)
      )
    )
    let resolution = await chain.respond(to: Declined(), from: "x")
    #expect(resolution.evaluation == .proceed)
    #expect(resolution.failures.map { $0.action["perform"]?.string } == ["throws", "hangs"])
    guard case .threw(let error)? = resolution.failures.first?.reason else {
      Issue.record("the first failure has no error")
      return
    }
    #expect(error is Broken)
    if case .tookTooLong? = resolution.failures.last?.reason {
    } else {
      Issue.record("the second one did not take too long")
    }
    #expect(log.lines == ["worked"])
  }

  @Test func `errors raised while one is handled are answered, to a depth`() async throws {
    let log = Log()
    let inner = Held<RunningChain>()
    let chain = try RunningChain(
      .text(
        "version: 1\nresponders: [ { id: app, rules: [ { id: a, do: [ { perform: again } ], then: proceed } ] } ]"
      ),
      plugins: [
        .perform("again") { _ in
          let resolution = await inner.value?.respond(to: Declined(), from: "x")
          log("\(resolution?.evaluation.name ?? "") \(resolution?.isTooDeep == true)")
        }
      ],
      settings: ChainSettings(clock: VirtualClock().clock, nestingLimit: 3)
    )
    inner.value = chain
    #expect(await chain.respond(to: Declined(), from: "x").evaluation == .proceed)
    #expect(log.lines == ["cancel true", "proceed false", "proceed false"])
    inner.value = nil
  }
}

@Suite("Alerts are shown one at a time, and decide")
struct AlertTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - id: ask
            when: { type: Declined }
            do:
              - { perform: before }
              - present: { title: "{error.message}", message: Again?, style: sheet, at: origin, coalesce: [ type ], buttons: [ { title: Yes, then: retry, do: [ { perform: yes } ] }, { title: No, then: cancel } ] }
            then: RULE
          - { id: tell, when: { type: Base }, do: [ { present: { title: Told, for: 2s } } ], then: proceed }
    """.replacing("        then: RULE\n", with: "")

  private func chain(_ log: Log, _ present: @escaping ChainPlugin.Presenter) throws -> RunningChain {
    try RunningChain(
      .text(Self.rules),
      plugins: [
        .perform("before") { _ in log("before") }, .perform("yes") { _ in log("yes") }, .presenter(present),
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
  }

  @Test(arguments: [
    (AlertChoice.button(0), Evaluation.retry, ["before", "yes"]), (.title("No"), .cancel, ["before"]),
    (.never, .cancel, ["before"]), (.button(9), .retry, ["before", "yes"]),
  ])
  func `a person's choice is the verdict`(choice: AlertChoice, evaluation: Evaluation, done: [String])
    async throws
  {
    let log = Log()
    let chain = try chain(log) { alert in
      #expect(
        alert.title == "The card was declined." && alert.message == "Again?"
          && alert.buttons == ["Yes", "No"]
      )
      #expect(alert.style == .sheet && alert.place == .origin && alert.decides)
      return choice
    }
    let resolution = await chain.respond(to: Declined(), from: "x")
    #expect(resolution.evaluation == evaluation && resolution.isHandled)
    #expect(resolution.isAssumed == (choice == .button(9)))
    #expect(log.lines == done)
  }

  @Test func `a presenter that throws leaves the alert unanswered`() async throws {
    struct Broken: Error {}
    let resolution = try await chain(Log()) { _ in throw Broken() }.respond(to: Declined(), from: "x")
    #expect(resolution.evaluation == .cancel && resolution.failures.count == 1)
  }

  @Test func `one that its own presenter raises is not waited for`() async throws {
    let (held, inner) = (Held<RunningChain>(), Held<Resolution>())
    let chain = try chain(Log()) { _ in
      if inner.value == nil, let chain = held.value {
        inner.value = await chain.respond(to: Declined(), from: "x")
      }
      return .title("Yes")
    }
    held.value = chain
    #expect(await chain.respond(to: Declined(), from: "x").evaluation == .retry)
    let resolution = try #require(inner.value)
    #expect(resolution.evaluation == .cancel && resolution.isHandled && chain.openAlerts == 0)
    guard case .threw(let error)? = resolution.failures.first?.reason else {
      Issue.record("\(resolution.failures)")
      return
    }
    #expect(error is AlertInsideAlert)
  }

  @Test func `a cancelled task waits for no answer`() async throws {
    let chain = try chain(Log()) { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<AlertChoice, Never>) in }
    }
    let task = Task { await chain.respond(to: Declined(), from: "x").evaluation }
    task.cancel()
    #expect(await task.value == .cancel)
  }

  @Test func `one that decides nothing is shown, and nobody waits for it`() async throws {
    let shown = Gate()
    let chain = try chain(Log()) { alert in
      #expect(alert.standsFor == "2s" && !alert.decides && alert.buttons == ["OK"])
      shown.open()
      return .never
    }
    #expect(await chain.respond(to: Base(), from: "x").evaluation == .proceed)
    await shown.opened()
  }

  @Test func `the same alert raised while it stands takes its answer`() async throws {
    let log = Log()
    let (isShown, isAnswered) = (Gate(), Gate())
    let chain = try chain(log) { _ in
      log("shown")
      isShown.open()
      await isAnswered.opened()
      return .title("No")
    }
    async let first = chain.respond(to: Declined(), from: "x")
    await isShown.opened()
    let others = Task {
      await withTaskGroup(of: Resolution.self) { group in
        for _ in 0..<4 { group.addTask { await chain.respond(to: Declined(), from: "x") } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    while chain.openAlerts < 5 { await Task.yield() }
    isAnswered.open()
    let resolutions = await others.value + [first]
    #expect(resolutions.allSatisfy { $0.evaluation == .cancel })
    #expect(resolutions.filter { $0.json.contains("\"coalesced\":true") }.count == 4)
    #expect(log.lines.filter { $0 == "shown" }.count == 1)
  }

  @Test func `alerts of different kinds stand one after the other`() async throws {
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: ask, do: [ { present: { title: "{error.type}", buttons: [ { title: A, then: cancel } ] } } ] } ]
        """
      ),
      plugins: [.presenter(OneAtATime().present)]
    )
    let evaluations = await withTaskGroup(of: Evaluation.self) { group in
      for index in 0..<20 {
        group.addTask { await chain.respond(to: sampleErrors[index % 5], from: "x").evaluation }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(evaluations == Array(repeating: .cancel, count: 20))
  }

  // Case 162 of the seed systems: only what stands side by side is the same alert.
  @Test func `another alert between two like ones keeps them apart`() async throws {
    let log = Log()
    let isAnswered = Gate()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: ask, do: [ { present: { title: "{error.type}", coalesce: [ type ], buttons: [ { title: A, then: cancel } ] } } ] } ]
        """
      ),
      plugins: [
        .presenter { alert in
          log(alert.title)
          await isAnswered.opened()
          return .button(0)
        }
      ],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    var tasks: [Task<Resolution, Never>] = []
    for error in [Declined(), Base(), Declined()] as [any Error] {
      tasks.append(Task { await chain.respond(to: error, from: "x") })
      while chain.openAlerts < tasks.count { await Task.yield() }
    }
    isAnswered.open()
    for task in tasks { #expect(await task.value.evaluation == .cancel) }
    #expect(log.lines.count == 3)
  }

  // Case 122: the call site tries again as long as a person asks for it.
  @Test func `a person's retries are made, until the answer is another one`() async throws {
    let choices = Log()
    let chain = try chain(Log()) { _ in
      choices("asked")
      return .title(choices.lines.count < 3 ? "Yes" : "No")
    }
    var tries = 0
    let handled = await chain.withErrorHandling(from: "x") { () throws -> Void in
      tries += 1
      throw Declined()
    }
    guard case .cancel = handled else {
      Issue.record("not cancelled")
      return
    }
    #expect(tries == 3 && choices.lines.count == 3)
  }
}

/// A presenter that fails the test where two alerts stand at once.
private final class OneAtATime: Sendable {
  private let isShowing = Held<Bool>()

  @Sendable func present(_ alert: PresentedAlert) async -> AlertChoice {
    #expect(isShowing.value != true)
    isShowing.value = true
    await Task.yield()
    isShowing.value = false
    return .button(0)
  }
}
