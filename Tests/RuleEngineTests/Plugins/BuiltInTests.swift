import RuleEngine
import Testing

@Suite("The examples of built-in plugins")
struct BuiltInTests {
  static let matchers = Registry().matchers.map { $0.key }
  static let actions = Registry().actions.map { $0.key }

  @Test("match exactly the errors that they claim to match", arguments: matchers)
  func matcherExamples(key: String) throws {
    let matcher = try #require(Registry().matchers.first { $0.key == key })
    // A name needs a file or a plugin that defines it, and only event rules match events: these have tests of
    // their own.
    let elsewhere = ["matcher", "category", "custom", "open", "event", "with"]
    if !elsewhere.contains(key) { #expect(!matcher.examples.isEmpty) }
    #expect(!matcher.summary.isEmpty)
    for example in matcher.examples {
      #expect(!example.matches.isEmpty && !example.doesNotMatch.isEmpty, "\(example.when)")
      if ["event", "with"].contains(key) {
        try expectOfEvents(example)
      } else {
        try expect(example.when, matches: example.matches, not: example.doesNotMatch)
      }
    }
  }

  /// The examples for event rules, with records that are events.
  private func expectOfEvents(_ example: MatcherExample) throws {
    let rule = #"{"id":"asked","when":\#(example.when),"then":"handled"}"#
    let rules = try Rules(#"{"version":1,"responders":[{"id":"app","events":[\#(rule)]}]}"#)
    for record in example.matches { #expect(try rules.answer(record).by == "app/asked", "\(record)") }
    for record in example.doesNotMatch { #expect(try rules.answer(record).by == nil, "\(record)") }
  }

  @Test("compile and run if they are actions", arguments: actions)
  func actionExamples(key: String) throws {
    let action = try #require(Registry().actions.first { $0.key == key })
    #expect(!action.examples.isEmpty && !action.summary.isEmpty)
    for example in action.examples {
      let decides = example.contains("\"then\"") || example.contains("\"recovery\"")
      let verdict = decides ? "" : #","then":"proceed""#
      let rules = try Rules(
        #"{"version":1,"responders":[{"id":"app","rules":[{"id":"a","do":[\#(example)]\#(verdict)}]}]}"#
      )
      let answered = try rules.answer(#"{"type":"E"}"#)
      #expect(answered.by == "app/a")
      #expect(answered.actions.count == 1 && answered.actions[0][key] != nil, "\(example)")
    }
  }

  @Test("cover every field that rules can use")
  func everyFieldHasAMatcher() {
    let unasked = Field.allCases.map { $0.name }.filter { !Self.matchers.contains($0) }
    #expect(unasked.isEmpty)
  }
}
