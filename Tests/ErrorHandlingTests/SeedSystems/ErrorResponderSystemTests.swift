import ErrorHandling
import Foundation
import RuleEngine
import Testing

/// Cases of ErrorResponder and of Sundell's categories that only running code can show, numbered as in
/// `rules/originals/conformance.md`. Cases 100 to 104, 108 and R4 are in `Connections/ConnectionTests.swift`, 131 and 132 in
/// `Protocols/TypedProblemTests.swift`.
@Suite("ErrorResponder and Sundell's categories, in running code")
struct ErrorResponderSystemTests {
  enum Service: Error {
    case nonCritical, critical, trouble
  }

  private static let rules = """
    version: 1
    defaults: { unhandled: { report: none, evaluation: abort } }
    responders:
      - id: service
        rules:
          - { id: soft, when: { case: nonCritical }, then: proceed }
          - { id: hard, when: { case: critical }, then: abort }
          - { id: ask, when: { case: trouble }, do: [ { present: { title: Network Issue, buttons: [ { title: Cancel, then: cancel }, { title: Retry, then: retry } ] } } ] }
    """

  private func chain(_ answers: [String] = []) throws -> RunningChain {
    let left = Lock(Array(answers.reversed()))
    return try RunningChain(
      .text(Self.rules),
      plugins: [.presenter { _ in left.withLock { $0.popLast() }.map { .title($0) } ?? .never }],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
  }

  @Test func `107: a service goes on polling after proceed, and starts again after anything else`()
    async throws
  {
    let chain = try chain(["Retry", "Cancel"])
    let log = Log()
    // What the sample's service does with an evaluation.
    for error in [Service.nonCritical, .critical, .trouble, .trouble] {
      switch await chain.respond(to: error, from: "service").evaluation {
      case .proceed: log("polls on")
      case .retry, .cancel, .abort: log("starts again")
      }
    }
    #expect(log.lines == ["polls on", "starts again", "starts again", "starts again"])
  }

  @Test func `109: a root that asserts says so, one that is silent says none`() throws {
    let asserting = try RunningChain(
      .text(
        "version: 1\ndefaults: { unhandled: { report: assert, evaluation: abort } }\nresponders: [ { id: app } ]"
      )
    )
    let resolution = asserting.decide(Declined(), from: "x")
    #expect(resolution.report == "assert" && resolution.evaluation == .abort && !resolution.isHandled)
    #expect(try chain().decide(Declined(), from: "x").report == "none")
  }

  @Test func `122, 145: the call site runs again once for each Retry, and ends with Cancel`() async throws {
    let chain = try chain(["Retry", "Retry", "Cancel"])
    var tries = 0
    let handled = await chain.withErrorHandling(from: "service") { () throws -> Int in
      tries += 1
      throw Service.trouble
    }
    #expect(tries == 3)
    guard case .cancel = handled else {
      Issue.record("\(handled)")
      return
    }
  }

  @Test func `R5: who is connected is not kept, and the chain keeps nobody's parent`() async throws {
    let chain = try chain()
    weak var gone: ErrorResponderTests.Screen?
    do {
      let screen = ErrorResponderTests.Screen(
        "page",
        Log(),
        answer: .proceed,
        parent: chain.responder("service")
      )
      _ = chain.connect(at: "service", screen)
      gone = screen
      #expect(await chain.respond(to: Declined(), from: "service").evaluation == .proceed)
    }
    #expect(gone == nil)
    #expect(await chain.respond(to: Declined(), from: "service").evaluation == .abort)
  }

  // A connected responder whose parents lead back to the rule file's own responder: the depth limit ends it.
  @Test func `parents that lead from code into the rules and back end at the depth limit`() async throws {
    let chain = try RunningChain(
      .text(Self.rules),
      plugins: [.presenter { _ in .never }],
      settings: ChainSettings(clock: VirtualClock().clock, nestingLimit: 3)
    )
    let log = Log()
    let rules = chain.responder("service")
    let screen = ErrorResponderTests.Screen("screen", log, parent: rules)
    _ = chain.connect(at: "service", screen)
    let resolution = await chain.respond(to: Declined(), from: "service")
    #expect(screen.parentResponder === rules)
    #expect(resolution.evaluation == .abort && !resolution.isHandled)
    #expect(log.lines == ["screen", "screen", "screen"])
  }

  @Test func `146: where nothing was thrown nothing is asked`() async throws {
    let observed = Log()
    let chain = try RunningChain(
      .text(Self.rules),
      plugins: [.presenter { _ in .never }],
      settings: ChainSettings(observe: { observed($0.resolution.id) })
    )
    #expect(await chain.withErrorHandling(from: "service") { 3 }.value == 3)
    #expect(observed.lines.isEmpty)
  }

  // J7: a view that is drawn again asks again; the answer is another one each time, and none is joined.
  @Test func `J7: the same error raised at every drawing is answered at each`() async throws {
    let chain = try chain()
    let ordinals = await [
      chain.respond(to: Service.nonCritical, from: "service"),
      chain.respond(to: Service.nonCritical, from: "service"),
    ].map { $0.ordinal }
    #expect(ordinals == [1, 2])
  }
}
