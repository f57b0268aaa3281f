import RuleEngine
import Testing

/// A plugin as another package would write it, using only the public API.
struct Acme: Plugin {
  var matchers: [any MatcherPlugin] { [AgedMatcher(), EvenMatcher()] }
  var actions: [any ActionPlugin] { [PageAction()] }
}

/// `shopRegion`: a matcher that translates to an existing condition.
struct AgedMatcher: MatcherPlugin {
  let key = "shopRegion"
  let summary = "The region of the shop."
  let examples = [
    MatcherExample(
      when: #"{"shopRegion": "eu"}"#,
      matches: [#"{"type": "E", "shop": {"region": "eu"}}"#],
      doesNotMatch: [#"{"type": "E"}"#]
    )
  ]

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    context.any(of: value) { node in
      guard let region = node.string else {
        context.report(.wrongType(node, expected: "a region"))
        return nil
      }
      return .compare(
        .attribute("shop.region"),
        .text(TextTest(.equals, region, ignoresCase: false)),
        context.source(node)
      )
    }
  }
}

/// `even`: a condition that only code can decide.
struct EvenMatcher: MatcherPlugin {
  struct IsEven: ErrorPredicate {
    let subject: Subject

    func holds(for error: borrowing ErrorView) -> Bool {
      guard case .integer(let number) = error.number(subject) else { return false }
      return number % 2 == 0
    }
  }

  let key = "even"
  let summary = "An attribute that is an even number."
  let examples = [
    MatcherExample(
      when: #"{"even": "retries"}"#,
      matches: [#"{"type": "E", "retries": 4}"#],
      doesNotMatch: [#"{"type": "E", "retries": 3}"#, #"{"type": "E"}"#]
    )
  ]

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let name = value.string else {
      context.report(Diagnostic("wrong-type", .error, "“even” takes an attribute's name.", at: value.range))
      return nil
    }
    return .predicate(IsEven(subject: .attribute(name)), context.source(value))
  }
}

/// `page`: pages the person on call.
struct PageAction: ActionPlugin {
  let key = "page"
  let summary = "Wakes somebody up."
  let companions = ["because"]
  let examples = [#"{"page": "oncall", "because": "{error.message}"}"#]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    var written: [Action.Member] = []
    for member in members {
      guard let content = context.template(member.value) else { return nil }
      written.append(Action.Member(member.key, content))
    }
    return Action(written, label: "page")
  }
}

@Suite("A third-party plugin")
struct PluginTests {
  private static let registry = Registry(plugins: [BuiltIn(), Acme()])
  private static let file = """
    version: 1
    matchers:
      european: { shopRegion: [ eu, uk ] }
    responders:
      - id: app
        rules:
          - id: wake
            when: { matcher: european, not: { even: retries } }
            do: [ { because: "{error.message} in {attributes.shop.region}", page: oncall } ]
            then: abort
    """

  @Test("adds matchers for rules, named matchers and not")
  func matchers() throws {
    let rules = try Rules(Self.file, registry: Self.registry)
    let records = [
      #"{"message":"down","shop":{"region":"uk"},"retries":3}"#,
      #"{"message":"down","shop":{"region":"uk"},"retries":4}"#,
      #"{"message":"down","shop":{"region":"us"},"retries":3}"#,
    ]
    #expect(try rules.answers(records).map { $0.by } == ["app/wake", nil, nil])
    for matcher in Acme().matchers {
      for example in matcher.examples {
        try expect(example.when, matches: example.matches, not: example.doesNotMatch, registry: Self.registry)
      }
    }
  }

  @Test("adds actions, with filled templates and the kind first")
  func actions() throws {
    let rules = try Rules(Self.file, registry: Self.registry)
    let text = try rules.text(#"{"message":"down","shop.region":"eu","retries":1}"#)
    #expect(
      text.contains(#""actions":[{"page":"oncall","because":"down in eu","responder":"app","rule":"wake"}]"#)
    )
  }

  @Test("is explained like a built-in one")
  func explained() throws {
    let rules = try Rules(Self.file, registry: Self.registry)
    let answered = try rules.answer(#"{"message":"down","shop.region":"eu","retries":4}"#, explained: true)
    let compared = try #require(answered.steps.last?["compared"] as? [[String: Any]])
    #expect(compared.map { $0["expected"] as? String } == ["eu", "retries"])
    #expect(compared.map { $0["holds"] as? Bool } == [true, true])
    #expect(compared[0]["field"] as? String == "attributes.shop.region")
    #expect(compared[0]["found"] as? String == "eu")
    #expect(answered.steps.last?["result"] as? String == "not matched")
  }

  @Test("reports mistakes in its own values, and is unknown if it is not registered")
  func reports() {
    let wrong = Rules.text(when: #"{"even": 3}"#)
    #expect(Rules.compile(wrong, registry: Self.registry).diagnostics.map { $0.code } == ["wrong-type"])
    #expect(Rules.faults(when: #"{"even": "retries"}"#) == ["unknown-key"])
  }

  @Test("that rejects an action without a reason is reported itself, in a rule and in a named alert")
  func silentActions() {
    struct Silent: Plugin {
      struct Refusing: ActionPlugin {
        let key: String
        let summary = "Refuses everything."
        let examples: [String] = []
        func action(for members: [Node.Member], in context: ActionContext) -> Action? { nil }
      }
      var actions: [any ActionPlugin] { [Refusing(key: "page"), Refusing(key: "present")] }
    }
    let registry = Registry(plugins: [BuiltIn(), Silent()])
    let files = [
      "responders: [ { id: app, rules: [ { id: a, do: [ { page: oncall } ], then: cancel } ] } ]",
      "alerts: { sorry: { title: Sorry } }\nresponders: [ { id: app } ]",
      "alerts: { sorry: { title: Sorry } }",
    ]
    for file in files {
      let compilation = Rules.compile("version: 1\n\(file)\n", registry: registry)
      #expect(compilation.chain == nil)
      #expect(compilation.diagnostics.map { $0.code } == ["wrong-value"])
      #expect(compilation.diagnostics.first?.message.contains("without a reason") == true)
    }
  }

  @Test("can replace a built-in key when it is registered later")
  func replaces() {
    struct Quiet: Plugin {
      struct Log: ActionPlugin {
        let key = "log"
        let summary = "Logs nothing."
        let examples = [#"{"log": "x"}"#]
        func action(for members: [Node.Member], in context: ActionContext) -> Action? {
          Action([Action.Member("log", .scalar(.string("")))], label: "log")
        }
      }
      var actions: [any ActionPlugin] { [Log()] }
    }
    let registry = Registry(plugins: [BuiltIn(), Quiet()])
    #expect(registry.actions.first { $0.key == "log" }?.summary == "Logs nothing.")
  }
}
