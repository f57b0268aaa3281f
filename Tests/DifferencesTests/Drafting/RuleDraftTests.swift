import Differences
import RuleEngine
import Source
import TestSupport
import Testing

/// Rules drafted for errors that nobody handles.
struct RuleDraftTests {
  private static func compile(_ rules: String, name: String = "rules.json") -> RuleDrafting.Rules? {
    let compilation = RuleSet.compile(name: name, bytes: Array(rules.utf8))
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    return (chain, program)
  }

  private static func drafting(_ rules: String, name: String = "rules.json") throws -> RuleDrafting {
    let compiled = try #require(compile(rules, name: name))
    return RuleDrafting(compiled, inFile: name, limits: Limits()) { compile($0) }
  }

  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }
          - { id: locked, when: { type: Shop.CartError, case: locked }, then: abort }
      - { id: cart, parent: app, origins: [ cart ], rules: [ { id: full, when: { case: full }, then: cancel } ] }
    """

  @Test(
    "The narrowest condition that names the kind of an error is drafted, at the root where it ends",
    arguments: [
      (
        #"{"type":"Shop.PayError","case":"declined","origin":"cart"}"#, "declined",
        #"{"type":"Shop.PayError","case":"declined"}"#
      ),
      (
        #"{"domain":"NSPOSIXErrorDomain","code":28}"#, "posix-error-28",
        #"{"domain":"NSPOSIXErrorDomain","code":28}"#
      ),
      (
        #"{"type":"Shop.CartError","status":404}"#, "cart-error-404",
        #"{"type":"Shop.CartError","status":404}"#
      ),
      (#"{"status":404,"message":"not there"}"#, "status-404", #"{"status":404}"#),
      (
        #"{"message":"disk 3 is full, 12 left"}"#, "disk-is-full-left",
        #"{"message":{"glob":"disk * is full, * left"}}"#
      ),
      // What differs from one error of the kind to the next.
      (
        #"{"message":"user 'bob' of 10.0.0.1 waited 4.5s for 3f2504e0-4f89-11d3-9a0c-0305e82c3301"}"#,
        "user-of-waited-for", #"{"message":{"glob":"user '*' of * waited * for *"}}"#
      ),
      // A status that is a text is none.
      (#"{"type":"T","status":"503"}"#, "t", #"{"type":"T"}"#),
      // A glob of numbers alone would take every message.
      (#"{"message":"5"}"#, "draft", #"{"message":{"equals":"5"}}"#),
      (
        #"{"problem":{"type":"https://shop/lost","status":404,"instance":"/o/1"}}"#, "lost",
        #"{"problem":{"type":"https://shop/lost","status":404}}"#
      ),
      // No secret is written in a rule file.
      (#"{"type":"U","code":"AKIAIOSFODNN7EXAMPLE"}"#, "u", #"{"type":"U"}"#),
      (#"{"status":404,"domain":"password=hunter2","code":4}"#, "status-404", #"{"status":404}"#),
      (
        #"{"message":"key AKIAIOSFODNN7EXAMPLE refused"}"#, "key-refused",
        #"{"message":{"glob":"key * refused"}}"#
      ),
      (#"{"message":"a * of 3"}"#, "a-of", #"{"message":{"glob":"a * of *"}}"#),
    ]
  )
  func narrowest(record: String, name: String, condition: String) throws {
    var drafting = try Self.drafting(Self.rules, name: "rules.yaml")
    let draft = try drafting.draft(for: record)
    #expect(draft.responder == "app")
    #expect(draft.name == name)
    #expect(JSONWriter.line(draft.condition).filter { $0 != " " } == condition.filter { $0 != " " })
    #expect(!drafting.leaves(record))
  }

  @Test(
    "A condition asks for what the next error of the kind has, too, and for nothing that others have",
    arguments: [
      // What a kind's name has a word for: quotes, digests, durations, paths. A secret, too.
      (
        #"{"message":"lost 'a' of /srv/a/b after 5ms (ddd3e4b0731c)"}"#, "lost-of-after",
        #"{"message":{"glob":"lost '*' of * after * (*)"}}"#
      ),
      (
        #"{"message":"denied 'bob' (using password: hunter2)"}"#, "denied-using-password",
        #"{"message":{"glob":"denied '*' (using password: *)"}}"#
      ),
      (#"{"message":"password=hunter2"}"#, "password", #"{"message":{"glob":"password=*"}}"#),
      // The first line, as far as it says what happened.
      (#"{"message":"it failed\nat 7"}"#, "it-failed", #"{"message":{"glob":"it failed*"}}"#),
      (
        #"{"message":"It failed:\nno disk 7"}"#, "it-failed-no-disk",
        #"{"message":{"glob":"It failed:\nno disk *"}}"#
      ),
      // The place that the record has beside its message.
      (
        #"{"origin":"shop-a.service","message":"Cannot start shop-a.service, shop-a.services."}"#,
        "cannot-start-shop-a-services", #"{"message":{"glob":"Cannot start *, shop-a.services."}}"#
      ),
      (
        #"{"origin":"mysqld","message":"mysqld: gone"}"#, "mysqld-gone",
        #"{"message":{"equals":"mysqld: gone"}}"#
      ),
      // A domain without a code, a code that is a word, and a number that is not a name.
      (#"{"domain":"oom-kill","message":"It failed."}"#, "oom-kill", #"{"domain":"oom-kill"}"#),
      (#"{"code":"ECONNRESET","message":"socket 5"}"#, "econnreset", #"{"code":"ECONNRESET"}"#),
      (#"{"code":"57P01","message":"it ends"}"#, "it-ends", #"{"code":"57P01"}"#),
      (#"{"code":"23505","message":"twice"}"#, "twice", #"{"code":"23505"}"#),
      (#"{"code":5,"message":"socket 5"}"#, "socket", #"{"code":5,"message":{"glob":"socket *"}}"#),
      // The domain of all numbers of a system says less than the type.
      (
        #"{"type":"amqp.Lost","domain":"NSPOSIXErrorDomain","code":111}"#, "lost-111",
        #"{"type":"amqp.Lost","code":111}"#
      ),
      (
        #"{"type":"OSError","domain":"NSPOSIXErrorDomain","code":28}"#, "posix-error-28",
        #"{"domain":"NSPOSIXErrorDomain","code":28}"#
      ),
      // Every struct of Swift has the code 1.
      (
        #"{"type":"Shop.APIProblem","domain":"Shop.APIProblem","code":1,"status":403}"#, "api-problem-403",
        #"{"type":"Shop.APIProblem","status":403}"#
      ),
      // A type that stands for everything, and one that says the status or the code once more.
      (
        #"{"type":"RuntimeError","message":"peer 4 is gone"}"#, "runtime-error-peer-is-gone",
        #"{"type":"RuntimeError","message":{"glob":"peer * is gone"}}"#
      ),
      (#"{"type":"404","status":404}"#, "status-404", #"{"status":404}"#),
      (#"{"type":"aws.Denied","code":"Denied"}"#, "denied", #"{"type":"aws.Denied"}"#),
      // What happened, where the type and the status are those of many errors.
      (
        #"{"type":"a.BadRequestError","status":400,"attributes":{"error.code":"no_tool"}}"#,
        "bad-request-error-400-no-tool",
        #"{"type":"a.BadRequestError","status":400,"attributes":{"error.code":"no_tool"}}"#
      ),
      (#"{"type":"APIStatusError"}"#, "api-status-error", #"{"type":"APIStatusError"}"#),
    ]
  )
  func nextOne(record: String, name: String, condition: String) throws {
    try narrowest(record: record, name: name, condition: condition)
  }

  @Test(
    "Errors of other kinds are left alone by a type that is their ancestor's, the end of theirs, or the same",
    arguments: [
      (
        #"{"type":"api.StatusError"}"#, #"{"type":"api.Denied","is":["api.StatusError"]}"#,
        #"{"type":{"exactly":"api.StatusError"}}"#
      ),
      (#"{"type":"AppError"}"#, #"{"type":"shop.AppError"}"#, #"{"type":{"equals":"AppError"}}"#),
      // Several are told apart by what this one lacks; a single one is the same error, of which more is known.
      (
        #"{"type":"A"}"#, #"{"type":"A","status":503} {"type":"A","status":404}"#,
        #"{"type":"A","status":{"exists":false}}"#
      ),
      (
        #"{"domain":"d"}"#, #"{"domain":"d","code":4} {"domain":"d","code":5}"#,
        #"{"domain":"d","code":{"exists":false}}"#
      ),
      (#"{"type":"A"}"#, #"{"type":"B","status":503} {"type":"B"}"#, #"{"type":"A"}"#),
    ]
  )
  func others(record: String, other: String, condition: String) throws {
    var drafting = try Self.drafting("version: 1\nresponders: [ { id: app, rules: [] } ]", name: "rules.yaml")
    let others = other.split(separator: " ").map { String($0) }
    let draft = try drafting.draft(for: record, among: others.compactMap { Node.made(json: $0) })
    #expect(JSONWriter.line(draft.condition).filter { $0 != " " } == condition)
    #expect(!drafting.leaves(record) && others.allSatisfy { drafting.leaves($0) })
  }

  @Test(
    "A name that a condition would read as a pattern, a list or a range is compared as it is",
    arguments: [
      (#"{"type":"*","message":"it broke"}"#, #"{"type":{"equals":"*"}}"#),
      (#"{"domain":"$x","code":5}"#, #"{"domain":{"equals":"$x"},"code":5}"#),
      (#"{"type":"$x","message":"it broke"}"#, #"{"type":{"equals":"$x"}}"#),
      (#"{"type":"A","code":"4xx"}"#, #"{"type":"A","code":{"equals":"4xx"}}"#),
      (
        #"{"domain":"NSURLErrorDomain","code":"timedOut"}"#,
        #"{"domain":"NSURLErrorDomain","code":{"equals":"timedOut"}}"#
      ),
      (
        #"{"problem":{"type":"https://a/?b","status":404}}"#,
        #"{"problem":{"type":{"equals":"https://a/?b"},"status":404}}"#
      ),
      (
        #"{"type":"A","attributes":{"error.code":"$no"}}"#,
        #"{"type":"A","attributes":{"error.code":{"equals":"$no"}}}"#
      ),
    ]
  )
  func literal(record: String, condition: String) throws {
    var drafting = try Self.drafting("version: 1\nresponders: [ { id: app, rules: [] } ]", name: "rules.yaml")
    let draft = try drafting.draft(for: record)
    #expect(JSONWriter.line(draft.condition).filter { $0 != " " } == condition.filter { $0 != " " })
    #expect(!drafting.leaves(record))
  }

  @Test(
    "An errno number that means something else on the other platform is asked for by its symbol there",
    arguments: [
      ("", #""code":35"#, #""code":"EAGAIN""#),
      ("", #""code":35,"platform":"linux""#, #""code":"EDEADLK""#),
      ("defaults: { platform: linux }\n", #""code":35"#, #""code":"EDEADLK""#),
      ("defaults: { platform: linux }\n", #""code":35,"platform":"darwin""#, #""code":"EAGAIN""#),
      // Only the other platform has a symbol for it.
      ("", #""code":130"#, #""code":130,"platform":"darwin""#),
      ("", #""code":28"#, #""code":28"#),
    ]
  )
  func errno(defaults: String, record: String, condition: String) throws {
    var drafting = try Self.drafting(
      "version: 1\n\(defaults)responders: [ { id: app, rules: [] } ]",
      name: "rules.yaml"
    )
    let draft = try drafting.draft(for: #"{"domain":"NSPOSIXErrorDomain",\#(record)}"#)
    #expect(
      JSONWriter.line(draft.condition).filter { $0 != " " }
        == #"{"domain":"NSPOSIXErrorDomain",\#(condition)}"#
    )
    #expect(!drafting.leaves(#"{"domain":"NSPOSIXErrorDomain",\#(record)}"#))
  }

  @Test(
    "The message of a type that says nothing is asked for with a * wherever others of the kind show that it varies",
    arguments: [
      // A word that is folded in one of them.
      ("timeout after 5 s on host a1", ["timeout after <n> s on host alpha"], "timeout after * s on host *"),
      ("no room on disk sda, sorry", ["no room on disk <path>, sorry"], "no room on disk *, sorry"),
      // What happened differs, or too much does.
      ("disk is full", ["disk is gone"], "disk is full"),
      ("disk: full", ["disk: <n>"], "disk: full"),
      ("peer 5 is gone", ["disk <path> was full", "peer <n> is gone, too"], "peer * is gone"),
      // So many words at one place are names.
      ("no such user a here", ["b", "c", "d", "e"].map { "no such user \($0) here" }, "no such user * here"),
      ("no such user a here", ["b", "c", "d"].map { "no such user \($0) here" }, "no such user a here"),
    ]
  )
  func alike(message: String, alike: [String], pattern: String) throws {
    for messages in [alike, alike.reversed()] {
      var drafting = try Self.drafting(
        "version: 1\nresponders: [ { id: app, rules: [] } ]",
        name: "rules.yaml"
      )
      let draft = try drafting.draft(
        for: #"{"type":"RuntimeError","message":"\#(message)"}"#,
        alike: messages
      )
      let asked = draft.condition["message"]
      #expect((asked?["glob"] ?? asked?["equals"])?.string == pattern)
    }
  }

  @Test("Why only the message is asked for is said as it is")
  func onlyMessage() throws {
    for (record, reason) in [
      (#"{"message":"it broke"}"#, "these errors have nothing but a message"),
      (#"{"type":"AKIAIOSFODNN7EXAMPLE","message":"it broke"}"#, "only their message can be asked for"),
    ] {
      var drafting = try Self.drafting(
        "version: 1\nresponders: [ { id: app, rules: [] } ]",
        name: "rules.yaml"
      )
      let draft = try drafting.draft(for: record)
      #expect(draft.rule(then: "cancel")["suppress"]?["localised-text"]?.string == reason)
    }
  }

  @Test("An error of the same type, of which more is known, is taken by the same rule")
  func moreIsKnown() throws {
    var drafting = try Self.drafting("version: 1\nresponders: [ { id: app, rules: [] } ]", name: "rules.yaml")
    let other = #"{"type":"A","status":500}"#
    let draft = try drafting.draft(for: #"{"type":"A"}"#, among: [#require(Node.made(json: other))])
    #expect(JSONWriter.line(draft.condition).filter { $0 != " " } == #"{"type":"A"}"#)
    #expect(!drafting.leaves(other))
  }

  @Test(
    "An error that the rules unwrap or transform gets a rule for what it has become",
    arguments: [
      (
        #"{"type":"APIError","case":"transport","payload":[{"type":"Disk","case":"full"}]}"#, "full",
        #"{"type":"Disk","case":"full"}"#
      ),
      (
        #"{"type":"APIError","case":"transport","payload":[{"type":"Request","underlying":[{"message":"disk 3"}]}]}"#,
        "disk", #"{"message":{"glob":"disk *"}}"#
      ),
      // The first cause that is an error.
      (
        #"{"type":"Request","underlying":["lost",{"problem":{"type":"https://shop/lost","status":404}}]}"#,
        "lost",
        #"{"problem":{"type":"https://shop/lost","status":404}}"#
      ),
      // Nothing is inside.
      (
        #"{"type":"APIError","case":"transport","payload":["late"]}"#, "transport",
        #"{"type":"APIError","case":"transport"}"#
      ),
      (#"{"type":"Old","status":410}"#, "new", #"{"type":"New"}"#),
      (#"{"type":"Batch","payload":[{"type":"Old","code":7}]}"#, "new", #"{"type":"New"}"#),
      // No secret is written, from the inside either.
      (
        #"{"type":"Request","underlying":[{"type":"U","code":"AKIAIOSFODNN7EXAMPLE"}]}"#, "u",
        #"{"type":"U"}"#
      ),
    ]
  )
  func changed(record: String, name: String, condition: String) throws {
    var drafting = try Self.drafting(
      """
      version: 1
      defaults:
        unwrap:
          - { when: { case: APIError.transport }, path: payload.0 }
          - { when: { type: Request }, path: underlying }
      responders:
        - id: app
          rules:
            - { id: inside, when: { type: Batch }, then: { unwrap: payload.0 } }
            - { id: renamed, when: { type: Old }, then: { transform: { type: New } } }
      """,
      name: "rules.yaml"
    )
    let draft = try drafting.draft(for: record)
    #expect(draft.name == name)
    #expect(JSONWriter.line(draft.condition).filter { $0 != " " } == condition.filter { $0 != " " })
    #expect(!drafting.leaves(record))
  }

  @Test("An error that is handled, or that nothing tells from handled ones, gets no draft")
  func refused() throws {
    var drafting = try Self.drafting(Self.rules, name: "rules.yaml")
    #expect(throws: RuleDrafting.Refusal.isHandled) { try drafting.draft(for: #"{"status":503}"#) }
    var origins = try Self.drafting(
      """
      version: 1
      responders:
        - { id: app, rules: [] }
        - { id: here, parent: app, origins: [ here ], rules: [ { id: net, when: { type: Net }, then: cancel } ] }
      """,
      name: "rules.yaml"
    )
    // At the root, the rule is behind those of the children: nothing is taken from them.
    #expect(try origins.draft(for: #"{"type":"Net","origin":"there"}"#).responder == "app")
    #expect(throws: RuleDrafting.Refusal.isHandled) {
      try origins.draft(for: #"{"type":"Net","origin":"there"}"#)
    }
    var sent = try Self.drafting(
      "version: 1\nresponders: [ { id: app, rules: [ { id: on, when: { type: Net }, then: escalate } ] } ]\n",
      name: "rules.yaml"
    )
    #expect(throws: RuleDrafting.Refusal.isNotAsked(responder: "app", rule: "on")) {
      try sent.draft(for: #"{"type":"Net"}"#)
    }
    #expect(throws: RuleDrafting.Refusal.isUnnamed) {
      try origins.draft(for: #"{"origin":"there","domain":"password=hunter2"}"#)
    }
  }

  @Test(
    "An error that only an “otherwise” handles gets a rule there, and every other error keeps what handles it"
  )
  func otherwise() throws {
    let rules = """
      version: 1
      responders:
        - { id: app, rules: [ { id: net, when: { type: Net }, then: retry } ], otherwise: { then: abort } }
        - { id: cart, parent: app, origins: [ cart ], rules: [], otherwise: { then: cancel } }
      """
    var drafting = RuleDrafting(
      try #require(Self.compile(rules, name: "rules.yaml")),
      for: .otherwise,
      inFile: "rules.yaml",
      limits: Limits()
    ) { Self.compile($0) }
    #expect(try drafting.draft(for: #"{"type":"Disk","origin":"cart"}"#).responder == "cart")
    #expect(drafting.leaves(#"{"type":"Disk"}"#) && !drafting.leaves(#"{"type":"Disk","origin":"cart"}"#))
    #expect(try drafting.draft(for: #"{"type":"Disk"}"#).responder == "app")
    #expect(throws: RuleDrafting.Refusal.isHandled) { try drafting.draft(for: #"{"type":"Net"}"#) }
  }

  @Test(
    "No rule is drafted where one at the end may take errors that are handled",
    arguments: [
      (
        "- { id: app, policy: { order: lastFirst }, rules: [ { id: net, when: { status: 5xx }, then: cancel } ] }",
        RuleDrafting.Obstacle.lastFirst
      ),
      (
        "- { id: app, policy: { match: all }, rules: [ { id: net, when: { status: 5xx }, then: cancel } ] }",
        .allRun
      ),
      (
        "- { id: app, policy: { otherwise: unmatched }, rules: [ { id: all, then: continue } ], otherwise: { then: cancel } }",
        .leavesSome
      ),
      (
        """
        - { id: app, rules: [ { id: net, when: { status: 5xx }, then: cancel } ] }
          - { id: heir, extends: { from: app }, parent: app, origins: [ heir ], otherwise: { then: abort } }
        """, .isExtended
      ),
    ]
  )
  func notLast(responders: String, obstacle: RuleDrafting.Obstacle) throws {
    let rules = "version: 1\nresponders:\n  \(responders)\n"
    var drafting = try Self.drafting(rules, name: "rules.yaml")
    #expect(throws: RuleDrafting.Refusal.isNotLast(responder: "app", because: obstacle)) {
      try drafting.draft(for: #"{"type":"Disk"}"#)
    }
  }

  @Test(
    "A draft handles its record, and every error that needs none is decided as before",
    arguments: [RuleDrafting.Ending.unhandled, .otherwise]
  )
  func nothingElse(ending: RuleDrafting.Ending) throws {
    var drafts = 0
    for seed in 0..<UInt64(Scale.of(300, quick: 40)) {
      var world = RandomRules(seed: seed &+ 4_100)
      let rules = Written.json(world.file())
      guard let before = Self.compile(rules) else { continue }
      let records = (0..<40).map { _ in Written.json(world.record()) }
      var drafting = RuleDrafting(before, for: ending, inFile: "rules.json", limits: Limits()) {
        Self.compile($0)
      }
      let needy = records.map { drafting.leaves($0) }
      for record in records where drafting.leaves(record) {
        guard (try? drafting.draft(for: record)) != nil else { continue }
        drafts += 1
        #expect(!drafting.leaves(record), "seed \(seed): \(record)")
      }
      let after = try #require(Self.compile(JSONWriter.line(drafting.root)))
      for (record, isNeedy) in zip(records, needy) where !isNeedy {
        let one = try Self.resolution(of: record, before)
        // An error that an event raises may need a rule itself.
        if one.contains("\"raised\"") { continue }
        #expect(try one == Self.resolution(of: record, after), "seed \(seed): \(record)")
      }
    }
    #expect(drafts > 20)
  }

  private static func resolution(of record: String, _ rules: RuleDrafting.Rules) throws -> String {
    var evaluator = RuleEvaluator(rules.chain)
    return try evaluator.resolution(of: record)
  }
}
