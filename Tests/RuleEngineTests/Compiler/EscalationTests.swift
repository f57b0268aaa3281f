import RuleEngine
import Testing

@Suite("The first responder of an error, and its escalation")
struct EscalationTests {
  private static let tree = """
    version: 1
    defaults: { responder: lobby }
    responders:
      - { id: app }
      - { id: lobby }
      - { id: login, parent: app, origins: [ com.shop.login, "com.shop.login.*" ] }
      - { id: form, parent: login, origins: [ "com.shop.login.form.*", "com.shop.cart" ] }
      - { id: exact, parent: app, origins: [ com.shop.login.help ] }
      - { id: com.shop.cart, parent: app }
      - { id: other, parent: app, origins: [ "com.shop.*", "app.*" ] }
    """

  static let starts: [(origin: String, path: [String])] = [
    ("login", ["login", "app"]),
    ("com.shop.login", ["login", "app"]),
    ("com.shop.login.x.y", ["login", "app"]),
    ("com.shop.login.form", ["form", "login", "app"]),
    ("com.shop.login.form.field", ["form", "login", "app"]),
    ("com.shop.login.formal", ["login", "app"]),
    ("com.shop.login.help", ["exact", "app"]),
    ("com.shop.login.help.me", ["login", "app"]),
    // The id takes precedence over any claim.
    ("com.shop.cart", ["com.shop.cart", "app"]),
    ("app", ["app"]),
    ("app.x", ["other", "app"]),
    ("com.shop", ["other", "app"]),
    ("com.shop.", ["other", "app"]),
    ("com.shopping", ["lobby"]),
    ("", ["lobby"]),
    ("unknown", ["lobby"]),
  ]

  @Test("is found by id, then name, then the longest prefix, then the default", arguments: starts)
  func starting(origin: String, path: [String]) throws {
    let answered = try Rules(Self.tree).answer(#"{"type":"E","origin":"\#(origin)"}"#)
    #expect(answered.path == path)
  }

  @Test("is the default if the origin is missing or not a string")
  func noOrigin() throws {
    let rules = try Rules(Self.tree)
    #expect(try rules.answer(#"{"type":"E"}"#).path == ["lobby"])
    #expect(try rules.answer(#"{"type":"E","origin":5}"#).path == ["lobby"])
  }

  @Test("is found by name before name.*, in any order of declaration")
  func nameBeforePrefix() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app }
        - { id: below, parent: app, origins: [ "a.b.*" ] }
        - { id: named, parent: app, origins: [ a.b ] }
      """
    )
    #expect(try rules.answer(#"{"type":"E","origin":"a.b"}"#).path == ["named", "app"])
    #expect(try rules.answer(#"{"type":"E","origin":"a.b.c"}"#).path == ["below", "app"])
  }

  @Test("is the only root if there is no default; several roots need a default")
  func onlyRoot() throws {
    let one = "{ id: app }\n  - { id: a, parent: app, origins: [ a ] }"
    let rules = try Rules("version: 1\nresponders:\n  - \(one)")
    #expect(try rules.answer(#"{"type":"E","origin":"zzz"}"#).path == ["app"])
    #expect(Rules.faults("version: 1\nresponders: [ { id: a }, { id: b } ]") == ["several-roots"])
  }

  @Test("does not exist if the default is none: unhandled by the defaults, without path or always")
  func defaultNone() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { responder: none, unhandled: { evaluation: abort } }
      responders:
        - { id: app, rules: [ { then: proceed } ], always: [ { perform: track } ], unhandled: { evaluation: proceed } }
      """
    )
    #expect(
      try rules.text(#"{"type":"E","origin":"x"}"#)
        == #"{"id":"1","origin":"x","evaluation":"abort","handled":false}"#
    )
    #expect(try rules.text(#"{"type":"E"}"#) == #"{"id":"1","evaluation":"abort","handled":false}"#)
    #expect(try rules.answer(#"{"type":"E","origin":"app"}"#).by == "app/#1")
  }

  @Test("can be given by escalation at the top level, the short form of parents")
  func shortForm() throws {
    let rules = try Rules(
      """
      version: 1
      escalation: [ a, b, c ]
      responders: [ { id: c }, { id: b, parent: c }, { id: a } ]
      """
    )
    #expect(try rules.answer(#"{"type":"E","origin":"a"}"#).path == ["a", "b", "c"])
  }

  @Test("skips a disabled responder, which is not on the path but whose unhandled still applies")
  func disabledResponders() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, enabled: false, unhandled: { evaluation: abort }, rules: [ { then: proceed } ], always: [ nothing ] }
        - { id: mid, parent: app, enabled: false, rules: [ { then: proceed } ] }
        - { id: low, parent: mid }
      """
    )
    #expect(
      try rules.text(#"{"type":"E","origin":"low"}"#)
        == #"{"id":"1","origin":"low","path":["low"],"evaluation":"abort","handled":false}"#
    )
    // No responder was visited.
    #expect(try rules.answer(#"{"type":"E","origin":"mid"}"#).path == nil)
  }

  private static let pipeline = """
    version: 1
    defaults: { ignore: none }
    responders:
      - id: app
        rules: [ { id: last, when: { not: { type: Nobody } }, do: [ { log: app } ], then: cancel } ]
        always: [ { log: always app } ]
      - id: low
        parent: app
        rules:
          - { id: off, enabled: false, do: [ { log: off } ], then: abort }
          - { id: note, do: [ { log: note } ], then: continue }
          - { id: up, when: { type: Up }, do: [ { log: up } ], then: escalate }
          - { id: mine, when: { type: Mine }, do: [ { log: mine } ], then: proceed }
          - { id: never, when: { type: [ Up, Mine ] }, do: [ { log: never } ], then: abort }
        otherwise: { do: [ { log: otherwise } ], then: continue }
        always: [ { log: always low } ]
    """

  @Test("rules are evaluated in order: continue moves on, an evaluation ends the search")
  func evaluations() throws {
    let answered = try Rules(Self.pipeline).answer(#"{"type":"Mine","origin":"low"}"#)
    #expect(answered.by == "low/mine" && answered.evaluation == "proceed" && answered.isHandled == true)
    #expect(answered.path == ["low"])
    #expect(answered.acts == ["note", "mine", "always low"])
  }

  @Test("escalate leaves the responder, skipping its later rules and its otherwise")
  func escalating() throws {
    let answered = try Rules(Self.pipeline).answer(#"{"type":"Up","origin":"low"}"#)
    #expect(answered.by == "app/last" && answered.path == ["low", "app"])
    #expect(answered.acts == ["note", "up", "app", "always low", "always app"])
  }

  @Test("otherwise runs if no rule decided, and may escalate the error itself")
  func otherwise() throws {
    let answered = try Rules(Self.pipeline).answer(#"{"type":"Else","origin":"low"}"#)
    #expect(answered.by == "app/last")
    #expect(answered.acts == ["note", "otherwise", "app", "always low", "always app"])
    let unhandled = try Rules(Self.pipeline).answer(#"{"type":"Nobody","origin":"low"}"#)
    #expect(unhandled.by == nil && unhandled.isHandled == false)
    #expect(unhandled.acts == ["note", "otherwise", "always low", "always app"])
  }

  static let otherwises: [(verdict: String, by: String?, evaluation: String)] = [
    ("proceed", "low/otherwise", "proceed"), ("abort", "low/otherwise", "abort"),
    ("cancel", "low/otherwise", "cancel"),
    ("retry", "low/otherwise", "retry"), ("continue", nil, "cancel"), ("escalate", nil, "cancel"),
  ]

  @Test("otherwise may have any verdict", arguments: otherwises)
  func otherwiseVerdicts(verdict: String, by: String?, evaluation: String) throws {
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app }, { id: low, parent: app, otherwise: { then: \(verdict) } } ]"
    )
    let answered = try rules.answer(#"{"type":"E","origin":"low"}"#)
    #expect(answered.by == by && answered.evaluation == evaluation)
    #expect(answered.text.contains(#""otherwise":true"#) == (by != nil))
  }

  @Test("rules without an id are named by their ordinal; disabled rules count")
  func ordinals() throws {
    let rules = try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { enabled: false, then: abort }, { id: a, when: { type: X }, then: abort }, { then: cancel } ] } ]"
    )
    #expect(try rules.answer(#"{"type":"E"}"#).by == "app/#3")
  }
}

@Suite("An unhandled error")
struct UnhandledTests {
  static let merges: [(root: String, defaults: String, evaluation: String, report: String)] = [
    ("", "", "cancel", "error"),
    ("unhandled: { evaluation: abort }", "", "abort", "error"),
    ("unhandled: { evaluation: abort }", "unhandled: { evaluation: proceed, report: none }", "abort", "none"),
    (
      "unhandled: { report: assert }", "unhandled: { evaluation: proceed, report: none }", "proceed", "assert"
    ),
    ("", "unhandled: { report: fatal }", "cancel", "fatal"),
  ]

  @Test("gets its keys one by one from the root, then the defaults, then cancel and error", arguments: merges)
  func merging(root: String, defaults: String, evaluation: String, report: String) throws {
    let rules = try Rules(
      "version: 1\ndefaults: { \(defaults) }\nresponders: [ { id: app\(root.isEmpty ? "" : ", \(root)") } ]"
    )
    let answered = try rules.answer(#"{"type":"E"}"#)
    #expect(answered.text == #"{"id":"1","path":["app"],"evaluation":"\#(evaluation)","handled":false}"#)
    #expect(rules.chain.unhandledReports == [report])
  }

  @Test("ignores the setting of a responder with a parent")
  func onlyRoots() {
    let file = "version: 1\nresponders: [ { id: a }, { id: b, parent: a, unhandled: { evaluation: abort } } ]"
    #expect(Rules.faults(file) == ["wrong-value"])
  }
}

@Suite("A cancellation")
struct IgnoreTests {
  private static let file = """
    version: 1
    categories: [ { name: all, when: {} } ]
    responders: [ { id: app, rules: [ { id: r, do: [ { perform: x } ], then: abort } ], always: [ { perform: y } ] } ]
    """

  @Test(
    "is ignored: no responder is asked, and no action runs",
    arguments: [
      #"{"type":"E","cancelled":true}"#, #"{"type":"CancellationError"}"#,
      #"{"type":"Swift.CancellationError"}"#,
      #"{"type":"MyCancel","is":["Swift.CancellationError"]}"#, #"{"domain":"NSURLErrorDomain","code":-999}"#,
      #"{"domain":"NSURLErrorDomain","code":"-999"}"#, #"{"domain":"NSCocoaErrorDomain","code":3072}"#,
      #"{"domain":"grpc","code":1}"#,
    ]
  )
  func ignored(record: String) throws {
    #expect(
      try Rules(Self.file).text(record)
        == #"{"id":"1","category":"all","by":{"ignore":"cancellation"},"evaluation":"cancel","handled":true}"#
    )
  }

  @Test(
    "is recognized only by its documented forms",
    arguments: [
      #"{"type":"E","cancelled":false}"#, #"{"type":"MyCancellationError"}"#,
      #"{"domain":"NSURLErrorDomain","code":-1}"#,
      #"{"domain":"grpc","code":2}"#, #"{"domain":"x","code":1}"#, #"{"type":"E","cancelled":"true"}"#,
      #"{"type":"E","underlying":{"type":"CancellationError"}}"#, #"{"type":"E","code":-999}"#,
    ]
  )
  func notIgnored(record: String) throws {
    #expect(try Rules(Self.file).answer(record).by == "app/r")
  }

  @Test("is evaluated like any error if ignore does not list it")
  func switchedOff() throws {
    let rules = try Rules(
      "version: 1\ndefaults: { ignore: none }\nresponders: [ { id: app, rules: [ { then: abort } ] } ]"
    )
    #expect(try rules.answer(#"{"type":"CancellationError","cancelled":true}"#).by == "app/#1")
  }

  @Test("advances the clock and uses no budget")
  func clock() throws {
    let rules = try Rules(
      """
      version: 1
      responders: [ { id: app, rules: [ { then: { retry: { maxAttempts: 2, per: type, within: 10s } } } ] } ]
      """
    )
    let answers = try rules.answers([
      #"{"type":"E","time":0}"#, #"{"type":"E","time":5,"cancelled":true}"#, #"{"type":"E"}"#,
      #"{"type":"E","time":10,"cancelled":true}"#, #"{"type":"E"}"#,
    ])
    #expect(answers.map { $0.evaluation } == ["retry", "cancel", "cancel", "cancel", "retry"])
  }
}
