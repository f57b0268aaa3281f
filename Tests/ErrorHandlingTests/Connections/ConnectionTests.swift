import SwiftErrors
import ErrorHandling
import RuleEngine
import Testing

@Suite("Code and rules form one chain")
struct ConnectionTests {
  static let rules = """
    version: 1
    responders:
      - { id: app, rules: [ { id: out, when: { case: unauthorized }, then: abort } ], always: [ { perform: track } ], events: [ { id: shown, when: { event: Shown }, then: handled } ] }
      - { id: login, parent: app, rules: [ { id: off, when: { case: offline }, then: proceed } ] }
    """

  static func chain(_ log: Log = Log()) throws -> RunningChain {
    try RunningChain(
      .text(rules),
      plugins: [.perform("track") { _ in log("track") }],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
  }

  // Cases 100 to 104 of the seed systems.
  @Test func `the one connected last is asked first, and the first answer counts`() async throws {
    let log = Log()
    let chain = try Self.chain()
    let first = chain.connect(at: "login") { raised in
      log("first \(raised.origin) \(raised.responder)")
      return raised.error is Declined ? .proceed : nil
    }
    let second = chain.connect(at: "login") { raised in
      log("second")
      return raised.error is Declined ? .retry : nil
    }
    let resolution = await chain.respond(to: Declined(), from: "login")
    #expect(resolution.evaluation == .retry && resolution.by == .connected(responder: "login"))
    #expect(resolution.json.contains(#""by":{"responder":"login","connected":true},"evaluation":"retry""#))
    #expect(log.lines == ["second"])
    chain.disconnect(second)
    chain.disconnect(second)
    #expect(await chain.respond(to: Declined(), from: "login").evaluation == .proceed)
    #expect(log.lines == ["second", "first login login"])
    // All leave it to the rules, then to the parent.
    #expect(await chain.respond(to: NetworkError.offline, from: "login").evaluation == .proceed)
    #expect(await chain.respond(to: NetworkError.unauthorized, from: "login").path == ["login", "app"])
    chain.disconnect(first)
    #expect(await chain.respond(to: Declined(), from: "login").isHandled == false)
  }

  @Test func `each error goes through those who were connected when it was raised`() async throws {
    let chain = try Self.chain()
    let log = Log()
    let connection = Held<Connection>()
    connection.value = chain.connect(at: "login") { _ in
      log("first")
      return nil
    }
    let second = chain.connect(at: "login") { [connection] _ in
      if let connection = connection.value { chain.disconnect(connection) }
      _ = chain.connect(at: "login") { _ in .abort }
      return nil
    }
    #expect(await chain.respond(to: Declined(), from: "login").isHandled == false)
    #expect(log.lines == ["first"])
    chain.disconnect(second)
    #expect(await chain.respond(to: Declined(), from: "login").evaluation == .abort)
    #expect(log.lines == ["first"])
  }

  @Test func `what is counted and done on the way is so once, whatever has to be asked`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - { id: storm, when: { rate: { atLeast: 2, within: 1m, per: [ type ] } }, do: [ { perform: track } ], then: abort }
          - id: page
            parent: app
            rules:
              - { id: note, do: [ { perform: track } ], then: continue }
        """
      ),
      plugins: [.perform("track") { log($0.rule) }],
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    _ = chain.connect(at: "page") { _ in nil }
    _ = chain.connect(at: "app") { _ in nil }
    #expect(await chain.respond(to: Declined(), from: "page").isHandled == false)
    #expect(await chain.respond(to: Declined(), from: "page").evaluation == .abort)
    #expect(log.lines == ["note", "note", "storm"])
  }

  @Test func `always runs for errors that code handled`() async throws {
    let log = Log()
    let chain = try Self.chain(log)
    _ = chain.connect(at: "app") { _ in .proceed }
    #expect(await chain.respond(to: Declined(), from: "login").isHandled)
    #expect(log.lines == ["track"])
  }

  @Test func `events climb beside errors, and code may handle them`() async throws {
    let chain = try Self.chain()
    #expect(await chain.send("Shown", from: "login").isHandled)
    #expect(await chain.send("Hidden", with: ["at": 3], from: "login").isHandled == false)
    let connection = chain.connect(at: "login") { $0.event == "Hidden" ? .proceed : nil }
    let resolution = await chain.send("Hidden", from: "login")
    #expect(resolution.isHandled && resolution.by == .connected(responder: "login"))
    chain.disconnect(connection)
  }

  @Test(.timeLimit(.minutes(30)))
  func `code that takes its time holds back its own error alone, and hears of cancellation`() async throws {
    let chain = try Self.chain()
    let isAsked = Gate()
    _ = chain.connect(at: "login") { raised in
      guard raised.error is Declined else { return nil }
      isAsked.open()
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
      return nil
    }
    let task = Task { await chain.respond(to: Declined(), from: "login") }
    await isAsked.opened()
    #expect(await chain.respond(to: NetworkError.offline, from: "login").evaluation == .proceed)
    task.cancel()
    #expect(await task.value.isHandled == false)
  }

  @Test func `code may call back from another thread, and re-enter`() async throws {
    let chain = try Self.chain()
    _ = chain.connect(at: "login") { raised in
      guard raised.error is Declined else { return nil }
      let inner = await Task.detached { await chain.respond(to: NetworkError.unauthorized, from: "login") }
        .value
      return inner.evaluation
    }
    #expect(await chain.respond(to: Declined(), from: "login").evaluation == .abort)
  }
}

@Suite("Responders in code have parents")
struct ErrorResponderTests {
  final class Screen: ErrorResponder {
    let name: String
    let log: Log
    let answer: Evaluation?
    private let parent = Held<WeakLink>()

    init(_ name: String, _ log: Log, answer: Evaluation? = nil, parent: (any ErrorResponder)? = nil) {
      (self.name, self.log, self.answer) = (name, log, answer)
      self.parent.value = WeakLink(parent)
    }

    var parentResponder: (any ErrorResponder)? {
      get { parent.value?.object }
      set { parent.value = WeakLink(newValue) }
    }

    func respond(to raised: RaisedError) async -> Evaluation? {
      log(name)
      return answer
    }
  }

  struct WeakLink: Sendable {
    weak let object: (any ErrorResponder)?

    init(_ object: (any ErrorResponder)?) { self.object = object }
  }

  @Test func `each leaves an error to its parent, up to a rule file`() async throws {
    let log = Log()
    let chain = try ConnectionTests.chain()
    let root = chain.responder("login")
    let tab = Screen("tab", log, parent: root)
    let page = Screen("page", log, parent: tab)
    #expect(
      await page.handle(NetworkError.unauthorized) == ResponderOutcome(evaluation: .abort, isHandled: true)
    )
    #expect(log.lines == ["page", "tab"])
  }

  @Test func `a rule file's responder leaves what it does not handle to a parent that is code`() async throws
  {
    let log = Log()
    let chain = try ConnectionTests.chain()
    let window = Screen("window", log, answer: .proceed)
    let rules = chain.responder("login", parent: window)
    let page = Screen("page", log, parent: rules)
    #expect(await page.handle(Declined()).evaluation == .proceed)
    #expect(log.lines == ["page", "window"])
  }

  @Test func `parents in a circle end where it closes`() async throws {
    let log = Log()
    let (one, two) = (Screen("one", log), Screen("two", log))
    one.parentResponder = two
    two.parentResponder = one
    #expect(await one.handle(Declined()) == ResponderOutcome(evaluation: .cancel, isHandled: false))
    #expect(log.lines == ["one", "two"])
  }

  // Case 108 of the seed systems: who vanished is passed by.
  @Test func `a responder that vanishes on the way is passed by`() async throws {
    let log = Log()
    let chain = try ConnectionTests.chain()
    var screen: Screen? = Screen("screen", log, answer: .proceed)
    if let screen { _ = chain.connect(at: "login", screen) }
    #expect(await chain.respond(to: Declined(), from: "login").evaluation == .proceed)
    screen = nil
    #expect(await chain.respond(to: Declined(), from: "login").isHandled == false)
    #expect(log.lines == ["screen"])
  }

  @Test func `what is done with errors travels down with the task`() async throws {
    #expect(await ErrorAction.current(Declined(), "x") == .cancel)
    let evaluation = await ErrorAction.with({ _, _ in .abort }) {
      let outer = ErrorAction.current
      return await ErrorAction.with({ error, origin in
        error is Declined ? .proceed : await outer(error, origin)
      }) {
        async let own = ErrorAction.current(Declined(), "x")
        async let forwarded = ErrorAction.current(Base(), "x")
        return await [own, forwarded]
      }
    }
    #expect(evaluation == [.proceed, .abort])
    #expect(!ErrorAction.isSet)
  }
}
