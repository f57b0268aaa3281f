import Engine
import Explanations
import Secrets
import Source
import TestSupport
import Testing

@Suite("An explanation of a record with its secret in every text")
struct ExplanationSecretsTests {
  private static let secret = "Sw0rdfish-7"

  /// Every kind of step, test, reading, action and change, and nested evaluations.
  private static let rules = """
    version: 1
    defaults: { unwrap: [ { when: { domain: { exists: true } }, path: underlying } ] }
    categories: [ { name: known, when: { operation: nothing } } ]
    breakers: { shop: { when: { operation: { exists: true } }, atLeast: 9, within: 1m, stays: 1m, per: [ attributes.password ] } }
    responders:
      - id: root
        origins: [ com.shop ]
        events:
          - { id: changed, when: { event: "*" }, then: { transform: { event: Told } } }
          - { id: raises, when: { event: Told }, then: { raise: { type: Raised } } }
        rules:
          - { id: last, when: { any: [ { type: Other }, { operation: other } ] }, then: cancel }
      - id: app
        parent: root
        origins: [ com.shop.app.* ]
        rules:
          - id: compares
            when: { operation: { exists: true }, attributes: { password: { exists: true }, note: { hasPrefix: a } }, underlying: { domain: Other } }
            then: cancel
          - { id: rated, when: { operation: { exists: true }, rate: { atLeast: 9, within: 1m, per: [ attributes.password, operation ] } }, then: cancel }
          - { id: renamed, then: { transform: { message: "{error.operation} again", reason: "{attributes.password}" } } }
          - id: told
            do:
              - log: "{error.message} of {attributes.password}"
              - { perform: mend, with: { of: "{error.operation}" } }
              - set: { last: "{error.message}" }
              - present: { title: "{error.message}", message: "{error.operation}", buttons: [ { title: Again, then: continue }, { title: Stop, then: cancel } ] }
          - { id: emits, then: { emit: Ask, with: { why: "{error.message}" }, evaluation: cancel } }
    """

  /// An error inside a wrapper, one with a category of its own, and an event.
  private static let records = [
    #""domain":"D \#(secret)","code":1,"message":"m \#(secret)","category":"\#(secret)","underlying":[{"message":"t \#(secret)","reason":"r \#(secret)","operation":"u \#(secret)"}]"#,
    #""type":"T.\#(secret)","case":"\#(secret)","category":"\#(secret)","suggestion":"\#(secret)""#,
    #""event":"\#(secret)","with":{"why":"\#(secret)","token":"\#(secret)"}"#,
  ].map {
    #"{"time":"2026-11-20T08:00:00Z","id":"\#(secret)","origin":"com.shop.app.\#(secret)","operation":"o \#(secret)","answers":["\#(secret)"],"attributes":{"password":"\#(secret)","note":"n \#(secret)"},"#
      + $0 + "}"
  }

  private static func explanations(hidingBy redactor: Redactor) throws -> [Explanation] {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    let chain = try #require(compilation.chain, "\(compilation.diagnostics.map { $0.message })")
    return try records.map { record in
      var evaluator = RuleEvaluator(chain)
      evaluator.redactor = redactor
      return try evaluator.explanation(of: record)
    }
  }

  private static func written(_ explanation: Explanation) -> [String] {
    [
      explanation.explainedResolution,
      ExplanationText.text(of: explanation, terminalStyle: TerminalStyle(isOn: true)),
      ExplanationView(explanation, explanation.redactor).html,
    ]
  }

  @Test func `holds it nowhere`() throws {
    for explanation in try Self.explanations(hidingBy: Redactor(isOn: true)) {
      #expect(HeldTexts.places(of: Self.secret, in: explanation, except: ["redactor"]) == [])
      for text in Self.written(explanation) { #expect(!text.contains(Self.secret)) }
    }
  }

  @Test func `shows it everywhere without redaction`() throws {
    for explanation in try Self.explanations(hidingBy: .off) {
      #expect(HeldTexts.places(of: Self.secret, in: explanation).count >= 12)
      for text in Self.written(explanation) { #expect(text.contains(Self.secret)) }
    }
  }
}
