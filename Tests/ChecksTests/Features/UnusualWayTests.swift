import RuleEngine
import Testing

/// Faults written as few write them: inherited from an abstract responder, behind a named matcher, in parts.
@Suite("A fault written in an unusual way", .enabled(if: YAMLEvents.isSupported))
struct UnusualWayTests {
  typealias Question = AdversarialTests.Question

  /// Rules of an abstract responder, that `app` and, where that is asked for, `low` below it extend.
  private static func base(_ rules: String..., heirs: String = "") -> String {
    """
    - id: base
        abstract: true
        rules:
    \(rules.map { "      - \($0)\n" }.joined())    otherwise: { then: cancel }
      - id: app
        extends: { from: base }
    \(heirs)
    """
  }

  static let inherited = [
    Question(
      testDescription: "two rules of an abstract responder, of which one takes all of the other",
      code: "unreachable-rule",
      responders: base(
        "{ id: client, when: { status: 4xx }, then: cancel }",
        "{ id: gone, when: { status: 404 }, then: abort } # found"
      )
    ),
    Question(
      testDescription: "a rule that one heir takes all of and another does not",
      code: "unreachable-rule",
      responders: base(
        "{ id: gone, when: { status: 404 }, then: abort }",
        heirs: """
              rules: [ { id: client, when: { status: 4xx }, then: cancel } ]
            - id: low
              parent: app
              origins: [ low.* ]
              extends: { from: base }

          """
      )
    ),
    Question(
      testDescription: "an otherwise that one heir has no use for and another has",
      code: "unreachable-otherwise",
      responders: base(
        "{ id: gone, when: { status: 404 }, then: abort }",
        heirs: """
              rules: [ { id: all, then: cancel } ]
            - id: low
              parent: app
              origins: [ low.* ]
              extends: { from: base }

          """
      )
    ),
    Question(
      testDescription: "rules of an abstract responder that meet",
      code: "order-decides",
      responders: base(
        "{ id: a, when: { status: 400...450 }, then: cancel }",
        "{ id: b, when: { status: 440...460 }, then: abort } # found"
      )
    ),
    Question(
      testDescription: "a rate of an abstract responder, starved below one heir, counted at the other",
      code: "starved-rate",
      responders: base(
        "{ id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort } # found",
        heirs: """
            - id: counted
              parent: app
              origins: [ counted.* ]
              extends: { from: base }
            - id: starved
              parent: app
              origins: [ starved.* ]
              rules: [ { id: quiet, when: { status: 5xx }, then: cancel } ]

          """
      )
    ),
    Question(
      testDescription: "a rate that every responder below has too",
      code: "starved-rate",
      responders: base(
        "{ id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort }",
        heirs: """
            - id: counted
              parent: app
              origins: [ counted.* ]
              extends: { from: base }

          """
      )
    ),
    Question(
      testDescription: "a retry of an abstract responder, tried again above",
      code: "retry-above",
      responders: """
        - id: base
            abstract: true
            rules:
              - { id: in, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } } # found
          - id: app
            rules: [ { id: top, when: { status: 5xx }, then: { retry: { maxAttempts: 9 } } } ]
          - id: low
            parent: app
            origins: [ low.* ]
            extends: { from: base }

        """
    ),
    Question(
      testDescription: "an error raised by an event rule of an abstract responder, answered by nobody",
      code: "unanswered-raise",
      responders: """
        - id: base
            abstract: true
            events:
              - { id: tap, when: { event: Tap }, then: { raise: { type: Nobody } } } # found
              - { id: tap-2, when: { event: Tap2 }, then: { raise: { type: Known } } }
              - { id: tap-3, when: { event: Tap3 }, then: { raise: { type: Nobody, severity: error, payload: [ 1 ] } } } # found
              - { id: tap-4, when: { event: Tap4 }, then: { raise: { type: Other, is: [ Known ] } } }
          - id: app
            rules: [ { id: known, when: { type: Known }, then: cancel } ]
          - id: low
            parent: app
            origins: [ low.* ]
            extends: { from: base }

        """
    ),
    Question(
      testDescription: "a recovery alert of an abstract responder, of errors without options",
      code: "unreachable-button",
      responders: base(
        "{ id: wrap, then: { transform: { type: AppError, message: It did not work. } } }",
        "{ id: ask, do: [ { present: { title: Oh, recovery: true } } ] } # found"
      )
    ),
    Question(
      testDescription: "a problem type of the heir and of what it extends",
      code: "problem-type-twice",
      responders: base(
        #"{ id: a, when: { problem: { type: "https://a.example/x" } }, then: abort }"#,
        heirs: """
              rules:
                - { id: own, when: { problem: { type: "https://a.example/x" }, operation: pay }, then: cancel } # found

          """
      )
    ),
  ]

  private static func app(_ rules: String...) -> String {
    "- id: app\n    rules:\n" + rules.map { "      - \($0)\n" }.joined()
  }

  private static func opening(_ url: String, when: String) -> String {
    "{ id: \(url), when: { \(when) }, do: [ { perform: open, with: { url: \"{problem.ext.\(url)}\" } } ], then: cancel }"
  }

  private static func asked(_ url: String, _ question: String) -> String {
    opening(url, when: "problem: { ext: { \(url): \(question) } }")
  }

  static let values = [
    Question(
      testDescription:
        "what stands anywhere or at the end, or a beginning that ends inside the host, holds nothing back",
      code: "unconstrained-value",
      responders: app(
        "\(asked("a", "{ contains: shop.example }")) # found",
        "\(asked("b", "{ hasSuffix: shop.example }")) # found",
        "\(asked("c", #"{ matches: "shop[.]example" }"#)) # found",
        "\(asked("d", #"{ glob: "*shop.example*" }"#)) # found",
        "\(asked("e", "{ hasPrefix: http }")) # found",
        "\(asked("f", #"{ hasPrefix: "https://shop.example" }"#)) # found",
        "\(opening("g", when: #"not: { problem: { ext: { g: { hasPrefix: "https://evil.example/" } } } }"#)) # found",
        "\(opening("h", when: #"any: [ { type: Other }, { problem: { ext: { h: { hasPrefix: "https://shop.example/" } } } } ]"#)) # found"
      )
    ),
    Question(
      testDescription:
        "a beginning, a list of values, a pattern from end to end hold it, negated twice and by a matcher too",
      code: "unconstrained-value",
      responders: app(
        asked("a", #"{ hasPrefix: "https://shop.example/" }"#),
        asked("b", #"[ "https://shop.example/x", "https://shop.example/y" ]"#),
        asked("c", #"{ matches: "^https://shop[.]example/[a-z]+$" }"#),
        asked("d", #"{ glob: "https://shop.example/*" }"#),
        opening(
          "e",
          when: #"not: { not: { problem: { ext: { e: { hasPrefix: "https://shop.example/" } } } } }"#
        ),
        opening("f", when: "matcher: ours")
      ),
      before: #"matchers: { ours: { problem: { ext: { f: { hasPrefix: "https://shop.example/" } } } } }"#
        + "\n"
    ),
    Question(
      testDescription: "a rule before takes what begins otherwise",
      code: "unconstrained-value",
      responders: app(
        #"{ id: foreign, when: { not: { problem: { ext: { a: { hasPrefix: "https://shop.example/" } } } } }, then: abort }"#,
        opening("a", when: "status: 402")
      )
    ),
    Question(
      testDescription: "a text of an error that is only known not to be of a type",
      code: "technical-text",
      responders: app(
        #"{ id: a, when: { not: { type: X } }, do: [ { present: { title: T, message: "{error.reason}" } } ], then: cancel } # found"#,
        #"{ id: b, when: { type: X }, do: [ { present: { title: T, message: "{error.reason}" } } ], then: cancel }"#
      )
    ),
  ]

  static let parts = [
    Question(
      testDescription: "a half-open range in two parts, of a status as an attribute, with a bound left out",
      code: "partial-class",
      responders: app(
        "{ id: a, when: { all: [ { status: { atLeast: 400 } }, { status: { lessThan: 451 } } ] }, then: cancel } # found",
        "{ id: b, when: { attributes: { http.response.status_code: 400..<499 } }, then: abort } # found",
        "{ id: c, when: { type: X, status: { greaterThan: 499, lessThan: 511 } }, then: abort } # found",
        "{ id: d, when: { type: Y, any: [ { status: { atLeast: 400 } }, { status: { lessThan: 451 } } ] }, then: abort }",
        "{ id: e, when: { type: Z, all: [ { status: { atLeast: 400 } }, { status: { lessThan: 500 } } ] }, then: abort }"
      )
    ),
    Question(
      testDescription: "a code beside a named matcher that asks for the domain of an enum",
      code: "code-of-swift-enum",
      responders: app(
        "{ id: a, when: { matcher: net, code: 2 }, then: cancel } # found",
        "{ id: b, when: { matcher: url, code: 2 }, then: cancel }"
      ),
      before: "matchers: { net: { domain: Shop.NetworkError }, url: { domain: NSURLErrorDomain } }\n"
    ),
    Question(
      testDescription: "a pattern with anything before and after plain text",
      code: "plain-pattern",
      responders: app(
        #"{ id: a, when: { operation: { matches: ".*upload.*" } }, then: cancel } # found"#,
        #"{ id: b, when: { operation: { matches: "^.*load" } }, then: abort }"#,
        #"{ id: c, when: { operation: { matches: "end\\.*" } }, then: abort }"#
      )
    ),
    Question(
      testDescription: "other capitals behind an operator",
      code: "letter-case",
      responders: app(
        "{ id: a, when: { domain: NSURLErrorDomain, code: 5 }, then: cancel }",
        "{ id: b, when: { domain: { equals: nsurlErrorDomain } }, then: abort } # found",
        "{ id: c, when: { domain: { equals: NSUrlErrorDomain, ignoreCase: true } }, then: abort }"
      )
    ),
    Question(
      testDescription: "budgets that count by different keys add up",
      code: "retry-above",
      responders: """
        - id: app
            rules: [ { id: top, when: { status: 5xx }, then: { retry: { maxAttempts: 3, per: [ type ] } } } ]
          - id: low
            parent: app
            origins: [ low.* ]
            rules: [ { id: in, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } } ] # found
          - id: other
            parent: app
            origins: [ other.* ]
            rules: [ { id: in, when: { status: 404 }, then: { retry: { maxAttempts: 3 } } } ]

        """
    ),
    Question(
      testDescription: "an event with values that nobody wants, and one that a pattern misses",
      code: "unheard-event",
      responders: """
        - id: app
            rules:
              - { id: a, when: { type: A }, then: { emit: Lost, with: { count: 1 } } } # found
              - { id: b, when: { type: B }, then: { emit: Lost, with: { count: 2 } } }
              - { id: c, when: { type: C }, then: { emit: Lost, with: { count: "{attributes.count}" } } }
              - { id: d, when: { type: D }, then: { emit: Pressed } } # found
              - { id: e, when: { type: E }, then: { emit: Lost } } # found
            events:
              - { id: lost, when: { event: Lost, with: { count: 2 } }, then: handled }
              - { id: press, when: { event: { glob: "Pres?" } }, then: handled }

        """
    ),
  ]

  @Test("is reported once where it is inherited", arguments: inherited)
  func askOfHeirs(question: Question) { question.ask() }

  @Test("is reported if a value is compared but not constrained", arguments: values)
  func askOfValues(question: Question) { question.ask() }

  @Test("is reported if it is spread over several parts", arguments: parts)
  func askOfParts(question: Question) { question.ask() }
}
