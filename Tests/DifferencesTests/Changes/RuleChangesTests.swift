import Differences
import RuleEngine
import Testing

/// The changes between two rule files, in words.
struct RuleChangesTests {
  private func program(_ rules: String) throws -> RuleProgram {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    return try #require(compilation.program, "\(compilation.diagnostics)")
  }

  private func changes(_ old: String, _ new: String) throws -> [String] {
    RuleChanges(old: try program(old), new: try program(new)).list.map { "\($0.subject): \($0.text)" }
  }

  private static func rules(_ rules: [String], beside: String = "") -> String {
    "version: 1\n\(beside)responders:\n  - id: app\n    rules:\n" + rules.map { "      - \($0)\n" }.joined()
  }

  private static let again = "{ id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }"
  private static let login = "{ id: login, when: { status: 401 }, then: abort }"
  private static let gone = "{ id: gone, when: { status: 410 }, then: cancel }"

  @Test("A value is shown with its keys, before and after")
  func value() throws {
    let new = Self.again.replacing("maxAttempts: 3", with: "maxAttempts: 4, delay: 1s")
    #expect(
      try changes(Self.rules([Self.again]), Self.rules([new])) == [
        "app/again: then.retry.maxAttempts: 3 → 4", "app/again: then.retry.delay added: 1s",
      ]
    )
    #expect(
      try changes(Self.rules([new]), Self.rules([Self.again])) == [
        "app/again: then.retry.maxAttempts: 4 → 3", "app/again: then.retry.delay removed (1s)",
      ]
    )
  }

  @Test("Another kind of value is shown as a whole")
  func wholeValue() throws {
    #expect(
      try changes(
        Self.rules([Self.again]),
        Self.rules([Self.again.replacing("{ retry: { maxAttempts: 3 } }", with: "cancel")])
      ) == ["app/again: then: { retry: { maxAttempts: 3 } } → cancel"]
    )
  }

  @Test("An action of several is named by its place")
  func action() throws {
    func rule(_ actions: String) -> String {
      "{ id: a, when: { status: 401 }, do: [ \(actions) ], then: abort }"
    }
    let (log, present) = (
      "{ log: refused }", "{ present: { title: Log in, buttons: [ { title: Yes }, { title: No } ] } }"
    )
    #expect(
      try changes(
        Self.rules([rule("\(log), \(present)")]),
        Self.rules([rule("\(log), \(present.replacing("No", with: "Later"))")])
      ) == ["app/a: do[1].present.buttons[1].title: No → Later"]
    )
    #expect(
      try changes(Self.rules([rule(present)]), Self.rules([rule("\(log), \(present)")])) == [
        "app/a: do[0] added: { log: refused }"
      ]
    )
  }

  @Test("A rule that stands elsewhere was moved, and the others were not")
  func moved() throws {
    let (old, new) = ([Self.again, Self.login, Self.gone], [Self.gone, Self.again, Self.login])
    #expect(try changes(Self.rules(old), Self.rules(new)) == ["app/gone: moved before app/again"])
    #expect(try changes(Self.rules(new), Self.rules(old)) == ["app/gone: moved to the end"])
  }

  @Test("Rules are added, removed and renamed")
  func addedAndRemoved() throws {
    let renamed = Self.login.replacing("id: login", with: "id: relogin")
    #expect(
      try changes(Self.rules([Self.again, Self.login]), Self.rules([renamed, Self.gone])) == [
        "app/relogin: renamed, was app/login", "app/gone: added", "app/again: removed",
      ]
    )
  }

  @Test("A rule without an id is found again by its text, not by its number")
  func withoutID() throws {
    let bare = "{ when: { status: 404 }, then: proceed }"
    #expect(
      try changes(Self.rules([bare, Self.login]), Self.rules([Self.gone, bare, Self.login])) == [
        "app/gone: added"
      ]
    )
  }

  @Test("A rule that went to another responder was moved there, with the changes to it")
  func otherResponder() throws {
    func file(_ low: String, _ high: String) -> String {
      """
      version: 1
      responders:
        - { id: app, rules: [ \(high) ] }
        - { id: cart, parent: app, origins: [ cart ], rules: [ \(low) ] }
      """
    }
    #expect(
      try changes(file(Self.login, ""), file("", Self.login.replacing("abort", with: "cancel"))) == [
        "app/login: moved here from cart", "app/login: then: abort → cancel",
      ]
    )
  }

  @Test("Sections beside the responders have changes too")
  func sections() throws {
    let old =
      "defaults: { ignore: none }\nmatchers: { busy: { status: 503 } }\ncategories: [ { name: a, when: { status: 404 } }, { name: b } ]\n"
    let new =
      "defaults: { ignore: cancellation }\nmatchers: { idle: { status: 503 } }\ncategories: [ { name: b }, { name: a, when: { status: 410 } } ]\n"
    #expect(
      try changes(Self.rules([Self.login], beside: old), Self.rules([Self.login], beside: new)) == [
        "defaults: ignore: none → cancellation", "matchers.idle: added", "matchers.busy: removed",
        "categories.b: moved before categories.a", "categories.a: when.status: 404 → 410",
      ]
    )
  }

  @Test("Layout, the order of keys, descriptions and examples are no changes")
  func noChange() throws {
    let other = """
      id: again
              description: Try again.
              then: { retry: { "maxAttempts": 3 } }
              when:
                status: "5xx"
      """
    #expect(try changes(Self.rules([Self.again]), Self.rules([other])).isEmpty)
  }

  @Test("The fewest rules are moved", arguments: 0..<40)
  func fewestMoves(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let count = 1 + next(7)
    var order = Array(0..<count)
    for place in order.indices.reversed() { order.swapAt(place, next(place + 1)) }
    func file(_ order: [Int]) -> String {
      Self.rules(order.map { "{ id: r\($0), when: { status: \(500 + $0) }, then: cancel }" })
    }
    var longest = 0
    for chosen in 0..<(1 << count) {
      let values = order.indices.filter { chosen >> $0 & 1 == 1 }.map { order[$0] }
      if values == values.sorted() { longest = max(longest, values.count) }
    }
    #expect(try changes(file(Array(0..<count)), file(order)).count == count - longest)
  }
}
