import RuleEngine
import Testing

/// Answers two questions and performs one action, using only the public API.
private struct Trials: Plugin {
  struct HasAttribute: ErrorPredicate {
    let subject: Subject
    let value: String

    func holds(for error: borrowing ErrorView) -> Bool { error.string(subject) == value }
  }

  var customs: [CustomQuestion] {
    [
      CustomQuestion("isOnTrial", summary: "The customer pays nothing yet.") { with, context in
        if let with, with.string == nil {
          context.report(.wrongType(with, expected: "a plan"))
          return nil
        }
        return HasAttribute(subject: .attribute("plan"), value: with?.string ?? "trial")
      },
      CustomQuestion("isUrgent", summary: "The category is urgent.") { _, _ in
        HasAttribute(subject: .field(.category), value: "urgent")
      },
      CustomQuestion("isBroken", summary: "Refuses without a reason.") { _, _ in nil },
    ]
  }

  var performs: [String] { ["logout"] }
}

@Suite("A custom matcher")
struct CustomTests {
  private static let registry = Registry(plugins: [BuiltIn(), Trials()])
  private static let urgent = #""categories":[{"name":"urgent","when":{"status":500}},{"name":"calm"}]"#

  private static func compile(
    _ when: String,
    beside members: String = "",
    stubs: [String: Bool] = [:],
    requiresPlugins: Bool = false
  ) -> RuleSet.Compilation {
    var registry = Self.registry
    registry.stubs = stubs
    registry.requiresPlugins = requiresPlugins
    return Rules.compile(Rules.text(when: when, beside: members), registry: registry)
  }

  private static func answer(
    _ when: String,
    _ record: String,
    beside members: String = "",
    stubs: [String: Bool] = [:],
    explained: Bool = false
  ) throws -> Answered {
    let chain = try #require(compile(when, beside: members, stubs: stubs).chain)
    var evaluator = RuleEvaluator(chain)
    return try Answered(evaluator.resolution(of: record, explained: explained))
  }

  @Test("calls a plugin by name with its argument, or with one of several")
  func known() throws {
    let trial = #"{"type":"E","plan":"trial"}"#
    let gold = #"{"type":"E","plan":"gold"}"#
    let free = #"{"type":"E","plan":"free"}"#
    for (when, matches, others) in [
      (#"{"custom":"isOnTrial"}"#, [trial], [gold, free]),
      (#"{"custom":{"name":"isOnTrial"}}"#, [trial], [gold, free]),
      (#"{"custom":{"name":"isOnTrial","with":"gold"}}"#, [gold], [trial, free]),
      (#"{"custom":["isOnTrial",{"name":"isOnTrial","with":"gold"}]}"#, [trial, gold], [free]),
      (#"{"not":{"custom":"isOnTrial"}}"#, [gold, free], [trial]),
      (#"{"underlying":{"custom":"isOnTrial"}}"#, [#"{"type":"E","underlying":[\#(trial)]}"#], [trial]),
    ] {
      try expect(when, matches: matches, not: others, registry: Self.registry)
    }
    #expect(try Self.answer(#"{"custom":"isOnTrial"}"#, trial).members["assumed"] == nil)
  }

  @Test("passes the assigned category to its code, and for another error the recorded one")
  func category() throws {
    let when = #"{"custom":"isUrgent"}"#
    let cause = #"{"underlying":{"custom":"isUrgent"}}"#
    try expect(
      when,
      matches: [#"{"status":500}"#, #"{"type":"E","category":"urgent"}"#],
      not: [#"{"status":500,"category":"calm"}"#, #"{"status":400}"#],
      beside: Self.urgent,
      registry: Self.registry
    )
    try expect(
      cause,
      matches: [#"{"type":"E","underlying":[{"type":"F","category":"urgent"}]}"#],
      not: [#"{"status":500,"underlying":[{"type":"F"}]}"#],
      beside: Self.urgent,
      registry: Self.registry
    )
    // A word that is not listed is not the category.
    let unrecognized = #"{"status":400,"category":"urgent"}"#
    let unlisted = Self.urgent.replacing("\"urgent\"", with: "\"pressing\"")
    try expect(when, not: [unrecognized], beside: unlisted, registry: Self.registry)
  }

  @Test("reports a plugin's finding about a value at its position, and a plugin without a result")
  func rejected() throws {
    let wrong = Self.compile(#"{"custom":{"name":"isOnTrial","with":3}}"#).diagnostics
    #expect(wrong.map { $0.code } == ["wrong-type"] && wrong[0].range.text == "3")
    let silent = Self.compile(#"{"custom":"isBroken"}"#).diagnostics
    #expect(silent.map { $0.code } == ["wrong-value"] && silent[0].message.contains("isBroken"))
  }

  @Test("without a plugin gets a note and is assumed to be false wherever it is used")
  func unknown() throws {
    let compiled = Self.compile(#"{"custom":"isOnTrail"}"#)
    #expect(compiled.diagnostics.map { $0.code } == ["unknown-custom"])
    #expect(compiled.diagnostics.map { $0.severity } == [.note])
    #expect(compiled.diagnostics[0].message.hasSuffix("Did you mean “isOnTrial”?"))
    #expect(compiled.chain?.unknownCustoms == ["isOnTrail"])
    let asked = try Self.answer(#"{"status":500,"custom":"ask"}"#, #"{"status":500}"#)
    #expect(asked.by == nil && asked.members["assumed"] as? Bool == true)
    let unasked = try Self.answer(#"{"status":500,"custom":"ask"}"#, #"{"status":404}"#)
    #expect(unasked.by == nil && unasked.members["assumed"] == nil)
    let negated = try Self.answer(#"{"not":{"custom":"ask"}}"#, #"{"type":"E"}"#)
    #expect(negated.by == "app/asked" && negated.members["assumed"] as? Bool == true)
  }

  @Test("is assumed in a category, too")
  func inCategory() throws {
    let categories = #""categories":[{"name":"odd","when":{"custom":"ask"}}]"#
    let when = #"{"category":"odd"}"#
    let without = try Self.answer(when, #"{"type":"E"}"#, beside: categories)
    #expect(without.category == nil && without.members["assumed"] as? Bool == true)
    let with = try Self.answer(when, #"{"type":"E"}"#, beside: categories, stubs: ["ask": true])
    #expect(with.category == "odd" && with.by == "app/asked")
    #expect(with.members["assumed"] as? Bool == true)
  }

  @Test("with a stub has the stub's value without a note; a plugin takes precedence")
  func stubs() throws {
    let yes = try Self.answer(#"{"custom":"ask"}"#, #"{"type":"E"}"#, stubs: ["ask": true])
    #expect(yes.by == "app/asked" && yes.members["assumed"] as? Bool == true)
    let no = try Self.answer(#"{"custom":"ask"}"#, #"{"type":"E"}"#, stubs: ["ask": false])
    #expect(no.by == nil && no.members["assumed"] as? Bool == true)
    #expect(Self.compile(#"{"custom":"ask"}"#, stubs: ["ask": false]).diagnostics.isEmpty)
    let known = try Self.answer(#"{"custom":"isOnTrial"}"#, #"{"type":"E"}"#, stubs: ["isOnTrial": true])
    #expect(known.by == nil && known.members["assumed"] == nil)
  }

  @Test("without a plugin is an error if plugins are required, with or without a stub")
  func required() {
    for stubs in [[:], ["ask": true]] {
      let compiled = Self.compile(#"{"custom":"ask"}"#, stubs: stubs, requiresPlugins: true)
      #expect(compiled.diagnostics.map { $0.code } == ["unknown-custom"])
      #expect(compiled.hasErrors && compiled.chain == nil)
    }
    #expect(Self.compile(#"{"custom":"isOnTrial"}"#, requiresPlugins: true).diagnostics.isEmpty)
  }

  @Test("is explained by its name and the source of its result")
  func explained() throws {
    for (when, stubs, assumed, stub) in [
      (#"{"custom":"isOnTrial"}"#, [:], nil, nil), (#"{"custom":"ask"}"#, [:], true, nil),
      (#"{"custom":"ask"}"#, ["ask": false], true, true),
    ] as [(String, [String: Bool], Bool?, Bool?)] {
      let answered = try Self.answer(when, #"{"type":"E"}"#, stubs: stubs, explained: true)
      let compared = try #require(answered.steps.last?["compared"] as? [[String: Any]])
      let name = stubs.isEmpty && assumed == nil ? "isOnTrial" : "ask"
      #expect(compared.map { $0["field"] as? String } == ["custom \(name)"])
      #expect(compared[0]["expected"] as? String == "\"\(name)\"")
      #expect(compared[0]["holds"] as? Bool == false)
      #expect(compared[0]["assumed"] as? Bool == assumed && compared[0]["stub"] as? Bool == stub)
    }
  }

  @Test("corresponds to perform: without a plugin, it is an error if plugins are required")
  func performs() {
    let file =
      #"{"version":1,"responders":[{"id":"app","always":[{"perform":"logoff"},{"perform":"logout"}]}]}"#
    #expect(Rules.compile(file, registry: Self.registry).diagnostics.isEmpty)
    var registry = Self.registry
    registry.requiresPlugins = true
    let found = Rules.compile(file, registry: registry).diagnostics
    #expect(found.map { $0.code } == ["unknown-perform"] && found[0].range.text == "\"logoff\"")
    #expect(found[0].message.hasSuffix("Did you mean “logout”?"))
  }
}
