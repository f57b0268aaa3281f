import RuleEngine
import Testing

@Suite("A responder that extends another")
struct InheritanceTests {
  private static func file(_ app: String, mode: String? = nil, base: String = "abstract: true") -> String {
    """
    version: 1
    categories: [ { name: known } ]
    responders:
      - id: base
        \(base)
        rules:
          - { id: again, when: { status: 5xx }, then: retry }
          - { when: { status: 404 }, do: [ { perform: look } ], then: cancel }
        otherwise: { do: [ { perform: shrug } ], then: abort }
        always: [ { perform: track } ]
      - id: app
        extends: { from: base\(mode.map { ", mode: \($0)" } ?? "") }
    \(app.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
    """
  }

  @Test(
    "evaluates its own rules before the inherited ones, or after them if it appends",
    arguments: [(nil, "app/#1"), ("prepend", "app/#1"), ("append", "app/base/#2")]
  )
  func modes(mode: String?, by: String) throws {
    let rules = try Rules(Self.file("rules: [ { when: { status: 4xx }, then: proceed } ]", mode: mode))
    #expect(try rules.answer(#"{"status":404}"#).by == by)
    #expect(try rules.answer(#"{"status":500,"attempt":1}"#).by == "app/again")
    #expect(try rules.answer(#"{"status":500}"#).path == ["app"])
  }

  @Test("inherits otherwise and always, under its own name")
  func inherits() throws {
    let answered = try Rules(Self.file("")).answer(#"{"type":"E"}"#)
    #expect(answered.by == "app/otherwise" && answered.evaluation == "abort")
    #expect(answered.acts == ["shrug", "track"])
    #expect(answered.actions.map { $0["responder"] as? String } == ["app", "app"])
  }

  @Test("keeps its own otherwise and always, even empty ones")
  func keepsItsOwn() throws {
    let rules = try Rules(Self.file("otherwise: { then: escalate }\nalways: []"))
    let answered = try rules.answer(#"{"type":"E"}"#)
    #expect(answered.isHandled == false && answered.acts.isEmpty)
  }

  @Test("inherits neither parent nor origins, contract or unhandled")
  func inheritsNoPlace() throws {
    let base = """
      parent: root
          origins: [ com.shop.* ]
          contract: { reports: [ Known ] }
      """
    let file = Self.file("unhandled: { evaluation: abort }\notherwise: { then: continue }", base: base)
    let rules = try Rules(
      file.replacing("version: 1", with: "version: 1\ndefaults: { responder: app }")
        + "\n  - { id: root, unhandled: { evaluation: proceed } }"
    )
    let there = try rules.answer(#"{"type":"E","origin":"com.shop.cart"}"#)
    #expect(there.path == ["base"] && there.text.contains(#""outOfContract":["base"]"#))
    let here = try rules.answer(#"{"type":"E"}"#)
    #expect(here.path == ["app"] && here.evaluation == "abort" && !here.text.contains("outOfContract"))
  }

  @Test(
    "puts a rule in place of the one that it replaces, by any of its names",
    arguments: ["\"#2\"", "base/#2"]
  )
  func replaces(name: String) throws {
    let own = """
      rules:
        - { when: { status: 503 }, then: abort }
        - { replaces: \(name), when: { status: 4xx }, then: proceed }
        - { replaces: base/again, id: again, when: { status: 500 }, then: cancel }
      """
    let rules = try Rules(Self.file(own, mode: "append"))
    #expect(rules.chain.clauses.prefix(3).map { $0.name } == ["again", "#2", "#1"])
    let by = try rules.answers([500, 503, 418].map { #"{"status":\#($0)}"# }).map { $0.by }
    #expect(by == ["app/again", "app/#1", "app/#2"])
  }

  @Test("removes a rule by replacing it with a disabled one")
  func disables() throws {
    let rules = try Rules(Self.file("rules: [ { replaces: again, enabled: false, then: cancel } ]"))
    #expect(try rules.answer(#"{"status":500}"#).by == "app/otherwise")
  }

  @Test("inherits inherited rules too, under the names of the declaring responder")
  func grandchildren() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          extends: { from: middle }
          rules:
            - { replaces: base/#1, when: { status: 400 }, then: abort }
            - { replaces: middle/late, when: { status: 401 }, then: abort }
        - id: middle
          abstract: true
          extends: { from: base, mode: append }
          rules:
            - { id: late, when: { status: 402 }, then: cancel }
            - { when: { status: 403 }, then: cancel }
        - id: base
          abstract: true
          rules:
            - { when: { status: 404 }, then: cancel }
            - { when: { status: 405 }, then: cancel }
            - { id: last, when: { status: 406 }, then: cancel }
      """
    )
    #expect(rules.chain.clauses.map { $0.name } == ["#1", "base/#2", "last", "#2", "middle/#2"])
    #expect(rules.chain.responders == ["app"])
  }

  @Test("has budgets of its own in inherited rules")
  func budgets() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: base
          rules: [ { id: again, then: { retry: { maxAttempts: 2, per: type } } } ]
        - { id: app, parent: base, extends: { from: base } }
      """
    )
    let record = #"{"type":"E","origin":"app"}"#
    // One try in app, one in base, then the budget is exhausted.
    #expect(try rules.answers([record, record, record]).map { $0.by } == ["app/again", "base/again", nil])
  }

  @Test("may extend a responder of the chain or a disabled one: rules are inherited, positions are not")
  func extendsConcrete() throws {
    let rules = try Rules(Self.file("parent: base", base: "enabled: false"))
    #expect(try rules.answer(#"{"status":404,"origin":"base"}"#).by == nil)
    #expect(try rules.answer(#"{"status":404,"origin":"app"}"#).by == "app/base/#2")
  }

  @Test("is the only root beside abstract responders, which no origin finds by name")
  func abstractIsNoRoot() throws {
    let rules = try Rules(Self.file(""))
    #expect(rules.chain.responders == ["app"])
    #expect(try rules.answer(#"{"type":"E","origin":"base"}"#).path == ["app"])
  }

  @Test("is missing in a file of abstract responders, which is a fragment to be extended")
  func fragment() {
    let compiled = Rules.compile("version: 1\nresponders: [ { id: base, abstract: true } ]")
    #expect(compiled.chain == nil && compiled.diagnostics.isEmpty)
  }

  @Test("adds no finding to the one reported for the extended responder")
  func faultsOnce() {
    let heirs = (0..<5).map { "\n  - { id: app\($0), parent: base, extends: { from: base } }" }.joined()
    let file = """
      version: 1
      responders:
        - id: base
          rules:
            - { id: a, when: { stauts: 404 }, do: [ { log: "{nothing}" } ] }
            - { id: a, then: cancel, replaces: b }
          otherwise: { then: 5 }
          always: [ { perform: 5 } ]
      """
    let alone = Rules.faults(file).sorted()
    #expect(alone.count == 6)
    #expect(Rules.faults(file + heirs).sorted() == alone)
  }

  @Test(
    "may inherit at most as much as a file may contain",
    arguments: [(9, [String]()), (10, ["limit-exceeded"])]
  )
  func bound(heirs: Int, faults: [String]) {
    // Each heir inherits the list and a hundred rules of two values.
    let rules = (0..<100).map { _ in #"{"then":"cancel"}"# }.joined(separator: ",")
    let heirs = (0..<heirs).map { #",{"id":"h\#($0)","parent":"base","extends":{"from":"base"}}"# }.joined()
    let file = #"{"version":1,"responders":[{"id":"base","rules":[\#(rules)]}\#(heirs)]}"#
    var limits = Limits()
    limits.ruleFileNodes = 2_000
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(file.utf8), limits: limits)
    #expect(compiled.diagnostics.map { $0.code } == faults)
  }

  @Test("may be the last of ten thousand that extend one another")
  func deep() throws {
    let heirs = (1..<10_000).map {
      ",{\"id\":\"h\($0)\",\"abstract\":true,\"extends\":{\"from\":\"h\($0 - 1)\"}}"
    }
    let file =
      #"{"version":1,"responders":[{"id":"h0","rules":[{"id":"only","then":"abort"}]}\#(heirs.joined())"#
      + #",{"id":"app","parent":"h0","extends":{"from":"h9999"}}]}"#
    #expect(try Rules(file).answer(#"{"type":"E","origin":"app"}"#).by == "app/only")
  }
}
