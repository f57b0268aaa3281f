import RuleEngine
import Testing

@Suite("By which values errors have to meet")
struct StateNeedsTests {
  private static func meeting(_ rules: String, file: String = "") -> String {
    let text = "version: 1\n\(file)\nresponders:\n  - id: app\n    rules:\n" + rules
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
    guard compilation.chain != nil, let program = compilation.program else {
      return "\(compilation.diagnostics.map { $0.message })"
    }
    switch StateNeeds(program).meeting {
    case .nothing: return "nothing"
    case .by(let fields): return fields.map { $0.name }.joined(separator: " ")
    case .together(let reason): return reason
    }
  }

  @Test("is worked out from all keys")
  func keys() {
    #expect(Self.meeting("      - { when: { status: 5xx }, then: cancel }") == "nothing")
    #expect(
      Self.meeting("      - { when: { status: 5xx }, then: { retry: { maxAttempts: 2 } } }") == "operation"
    )
    #expect(
      Self.meeting(
        """
              - { when: { rate: { atLeast: 2, within: 1m, per: [ attributes.host, operation ] } }, then: abort }
              - { when: { status: 5xx }, do: [ { perform: x, throttle: { per: operation, every: 1m } } ], then: cancel }
        """
      ) == "operation"
    )
    #expect(
      Self.meeting(
        """
              - { id: often, when: { rate: { atLeast: 2, within: 1m, per: attributes.host } }, then: abort }
              - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 2 } } }
        """
      )
        == "The rate of app/often counts by attributes.host, The budget of app/again by operation: no field is in all keys."
    )
  }

  @Test("is one place if something has no key")
  func keyless() {
    #expect(
      Self.meeting("      - { id: often, when: { rate: { atLeast: 2, within: 1m } }, then: abort }")
        == "The rate of app/often has no key."
    )
    #expect(
      Self.meeting(
        "      - { when: { open: pay }, then: cancel }",
        file: "breakers: { pay: { atLeast: 2, within: 1m, stays: 1m } }"
      ) == "The breaker pay has no key."
    )
    #expect(
      Self.meeting(
        """
              - id: ask
                when: { status: 401 }
                do: [ { present: { title: T, coalesce: operation, buttons: [ { title: A, then: retry }, { title: B, then: cancel } ] } } ]
        """
      ) == "The open alert of app/ask has no key."
    )
    #expect(
      Self.meeting(
        "      - { id: again, when: { status: 5xx }, then: { retry: { maxAttempts: 2, quota: { retries: 9, within: 1m } } } }"
      ) == "The quota of app/again has no key."
    )
  }

  @Test("is one place if a rule may change a key")
  func changed() {
    let byHost =
      "      - { id: often, when: { rate: { atLeast: 2, within: 1m, per: attributes.host } }, then: abort }\n"
    let byType = "      - { id: often, when: { rate: { atLeast: 2, within: 1m, per: type } }, then: abort }\n"
    let unwraps = "      - { id: inner, when: { type: Page }, then: { unwrap: payload.0 } }\n"
    let transforms = "      - { id: other, when: { type: Page }, then: { transform: { type: Sheet } } }\n"
    #expect(Self.meeting(byHost) == "attributes.host")
    #expect(Self.meeting(byType) == "type")
    #expect(Self.meeting(transforms + byHost) == "attributes.host")
    #expect(
      Self.meeting(unwraps + byHost)
        == "The rate of app/often counts by attributes.host, which a rule may change."
    )
    #expect(
      Self.meeting(transforms + byType) == "The rate of app/often counts by type, which a rule may change."
    )
  }
}
