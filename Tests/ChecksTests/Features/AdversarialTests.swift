import Checks
import RuleEngine
import Testing

/// Rules that a check must find something in, or must not, as people write them who have not read its page.
@Suite("A check under adversarial input", .enabled(if: YAMLEvents.isSupported))
struct AdversarialTests {
  struct Question: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: String
    /// What stands under `responders`, with an indent of two; a line that ends in `# found` is found, no other.
    let responders: String
    var before = ""

    /// Runs the checks, and expects what is marked and nothing else of the code.
    func ask() {
      let text =
        "version: 1\ndefaults: { unhandled: { evaluation: cancel, report: error } }\n\(before)responders:\n  \(responders)"
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let wanted = lines.indices.filter { lines[$0].hasSuffix("# found") }.map { $0 + 1 }
      let checked = CheckedText(text)
      #expect(!checked.compilation.hasErrors, "\(checked.compilation.diagnostics.map { $0.message })")
      let found = checked.findings.filter { $0.code == code }
      #expect(Set(found.map { $0.range.start.line }).sorted() == wanted, "\(checked.lines(code))")
    }
  }

  private static func app(_ rules: String...) -> String {
    "- id: app\n    rules:\n" + rules.map { "      - \($0)\n" }.joined()
  }

  static let questions = [
    // Retries of what can't succeed.
    Question(
      testDescription: "a rule before answers what can't succeed",
      code: "vain-retry",
      responders: app(
        "{ id: gone, when: { status: 4xx }, then: cancel }",
        "{ id: again, when: { status: { atLeast: 400 } }, then: { retry: { maxAttempts: 2 } } }",
        "{ id: rest, then: { retry: { maxAttempts: 2 } } }"
      )
    ),
    Question(
      testDescription: "everything but server errors is tried again",
      code: "vain-retry",
      responders: app(
        "{ id: again, when: { not: { status: 5xx } }, then: { retry: { maxAttempts: 2 } } } # found"
      )
    ),
    Question(
      testDescription: "a status of one alternative, any error of the other",
      code: "vain-retry",
      responders: app(
        "{ id: again, when: { any: [ { status: 503 }, { domain: acme } ] }, then: { retry: { maxAttempts: 2 } } }"
      )
    ),
    Question(
      testDescription: "a category that an earlier one leaves nothing vain",
      code: "vain-retry",
      responders: app("{ id: again, when: { category: temporary }, then: { retry: { maxAttempts: 2 } } }"),
      before:
        "categories: [ { name: gone, when: { status: 404 } }, { name: temporary, when: { status: [ 404, 503 ] } } ]\n"
    ),
    Question(
      testDescription: "names of types and cases say it, capitals and all",
      code: "vain-retry",
      responders: app(
        "{ id: a, when: { type: JSONParseError }, then: { retry: { maxAttempts: 2 } } } # found",
        "{ id: b, when: { case: NetworkError.unauthorized }, then: { retry: { maxAttempts: 2 } } } # found",
        "{ id: c, when: { type: SparseMatrixError }, then: { retry: { maxAttempts: 2 } } }",
        "{ id: d, when: { problem: { status: 422 } }, then: { retry: { maxAttempts: 2 } } } # found"
      )
    ),
    // Rates.
    Question(
      testDescription: "two rules below starve a rate together, one alone does not",
      code: "starved-rate",
      responders: """
        - id: app
            rules: [ { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort } ] # found
          - id: both
            parent: app
            origins: [ both.* ]
            rules:
              - { id: one, when: { status: 503, operation: { exists: true } }, then: cancel }
              - { id: two, when: { status: 503, operation: { exists: false } }, then: cancel }
          - id: half
            parent: app
            origins: [ half.* ]
            rules: [ { id: one, when: { status: 503, operation: { exists: true } }, then: cancel } ]

        """
    ),
    Question(
      testDescription: "a rule below that may escalate by a button starves nothing",
      code: "starved-rate",
      responders: """
        - id: app
            rules: [ { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort } ]
          - id: ask
            parent: app
            origins: [ ask.* ]
            rules:
              - id: ask
                do: [ { present: { title: A, buttons: [ { title: B, then: escalate }, { title: C, then: cancel } ] } } ]

        """
    ),
    // Contracts.
    Question(
      testDescription: "a type answered by alternatives that leave nothing stays below",
      code: "wider-contract",
      responders: """
        - id: app
            contract: { reports: [ Other ] }
            otherwise: { then: cancel }
          - id: feed
            parent: app
            origins: [ feed.* ]
            contract: { reports: [ ImageError ] }
            rules:
              - { id: some, when: { type: ImageError, status: { exists: true } }, then: cancel }
              - { id: rest, when: { type: ImageError, status: { exists: false } }, then: cancel }
          - id: movies
            parent: app
            origins: [ movies.* ]
            contract: { reports: [ ImageError ] } # found
            rules: [ { id: some, when: { type: ImageError, status: { exists: true } }, then: cancel } ]

        """
    ),
    Question(
      testDescription: "explicit wants the type or its category named",
      code: "unanswered-contract",
      responders: """
        - id: app
            rules:
              - { id: status, when: { status: 401 }, then: abort }
              - { id: net, when: { type: NetworkError }, then: cancel }
              - { id: image, when: { category: image }, then: cancel }
            otherwise: { then: cancel }
          - id: feed
            parent: app
            origins: [ feed.* ]
            contract: { explicit: true, reports: [ NetworkError, ImageError ] }
          - id: movies
            parent: app
            origins: [ movies.* ]
            contract: { explicit: true, reports: [ MovieError ] } # found
          - id: shorts
            parent: app
            origins: [ shorts.* ]
            contract: { reports: [ MovieError ] }

        """,
      before: "categories: [ { name: image, when: { type: ImageError } } ]\n"
    ),
    // Events.
    Question(
      testDescription: "what continues or escalates does not handle an event",
      code: "unheard-event",
      responders: """
        - id: app
            rules: [ { id: out, when: { status: 401 }, then: { emit: SignedOut } } ] # found
            events: [ { id: log, when: { event: SignedOut }, do: [ { log: out } ], then: continue } ]

        """
    ),
    Question(
      testDescription: "an event that another one becomes, and one behind a named alert's button",
      code: "unheard-event",
      responders: """
        - id: app
            rules: [ { id: pay, when: { status: 402 }, do: [ { present: pay } ] } ]
            events:
              - { id: old, when: { event: Old }, then: { transform: { event: Paid } } }
              - { id: other, when: { event: Other }, then: { transform: { event: Nobody } } } # found
              - { id: paid, when: { event: Paid }, then: handled }

        """,
      before:
        "alerts:\n  pay: { title: Pay, buttons: [ { title: Now, then: { emit: PayNow } }, { title: Later, then: cancel } ] } # found\n"
    ),
    Question(
      testDescription: "what is raised is answered by its status",
      code: "unanswered-raise",
      responders: """
        - id: app
            rules: [ { id: busy, when: { status: 503 }, then: cancel } ]
          - id: a
            parent: app
            origins: [ a.* ]
            events:
              - { id: one, when: { event: One }, then: { raise: { type: Busy, status: 503 } } }
              - { id: two, when: { event: Two }, then: { raise: { type: Busy } } } # found

        """
    ),
    // Ranges almost whole.
    Question(
      testDescription: "ranges that go on where another one ends leave nothing out",
      code: "partial-class",
      responders: app(
        "{ id: a, when: { status: 400..<420 }, then: cancel }",
        "{ id: b, when: { status: 420..<451 }, then: abort }",
        "{ id: c, when: { status: 451..<500 }, then: cancel }",
        "{ id: d, when: { status: 500..<512 }, then: abort } # found"
      )
    ),
    Question(
      testDescription: "a hole between two ranges, and a range of operators",
      code: "partial-class",
      responders: app(
        "{ id: a, when: { status: 400..<420 }, then: cancel }",
        "{ id: b, when: { status: 420..<450 }, then: abort } # found",
        "{ id: c, when: { status: 451..<500 }, then: cancel }",
        "{ id: d, when: { problem: { status: { atLeast: 500, lessThan: 512 } } }, then: abort } # found"
      )
    ),
    // Codes.
    Question(
      testDescription: "a domain beside the code under all, or beside the matcher wherever it is used",
      code: "code-without-domain",
      responders: app(
        "{ id: a, when: { all: [ { domain: acme }, { code: 3 } ] }, then: cancel }",
        "{ id: b, when: { matcher: four, domain: acme }, then: cancel }",
        "{ id: c, when: { any: [ { domain: acme }, { code: 3 } ] }, then: cancel } # found"
      ),
      before: "matchers: { four: { code: 4 } }\n"
    ),
    Question(
      testDescription: "an address is one with its number, not a glob around it",
      code: "private-type",
      responders: app(
        "{ id: a, when: { type: \"*(unknown context at *).DiskError\" }, then: cancel }",
        "{ id: b, when: { type: \"App.(unknown context at $10ab).DiskError\" }, then: abort } # found"
      )
    ),
    // Patterns.
    Question(
      testDescription: "patterns that are as good as everything",
      code: "pattern-matches-all",
      responders: app(
        "{ id: a, when: { operation: { matches: ^.*$ } }, then: cancel } # found",
        "{ id: b, when: { operation: { matches: .+ } }, then: cancel } # found",
        "{ id: c, when: { operation: { matches: \"a|.*\" } }, then: cancel } # found",
        "{ id: d, when: { operation: { matches: \"^..+$\" } }, then: cancel }",
        "{ id: e, when: { operation: { matches: \"[^a]\" } }, then: cancel }"
      )
    ),
    Question(
      testDescription: "plain text behind backslashes",
      code: "plain-pattern",
      responders: app(
        "{ id: a, when: { operation: { matches: '^api\\.example\\.com$' } }, then: cancel } # found",
        "{ id: b, when: { operation: { matches: '\\d' } }, then: cancel }"
      )
    ),
    Question(
      testDescription: "signs of expressions in names and in operators that know none",
      code: "literal-wildcard",
      responders: app(
        "{ id: a, when: { operation: ^up }, then: cancel } # found",
        "{ id: b, when: { operation: up* }, then: cancel }",
        "{ id: c, when: { attributes: { host: { contains: api.* } } }, then: cancel } # found",
        "{ id: d, when: { attributes: { price: { hasSuffix: US$ } } }, then: cancel }"
      )
    ),
    Question(
      testDescription: "numbers that YAML 1.1 reads as texts, texts that it reads as numbers and times",
      code: "other-yaml",
      responders: app(
        "{ id: a, when: { attributes: { v: 0o17 } }, then: cancel } # found",
        "{ id: b, when: { attributes: { v: 1e3 } }, then: cancel } # found",
        "{ id: c, when: { attributes: { v: 0b101 } }, then: cancel } # found",
        "{ id: d, when: { attributes: { v: 2026-11-21T08:15:02Z } }, then: cancel } # found",
        "{ id: e, when: { attributes: { v: [ 1.5e+3, 0x1F, 1.5, \"on\" ] } }, then: cancel }"
      )
    ),
    // Actions.
    Question(
      testDescription: "a value held back by a pattern that holds nothing back, or in one alternative only",
      code: "unconstrained-value",
      responders: app(
        "{ id: a, when: { problem: { ext: { url: { matches: .* } } } }, do: [ { perform: open, with: { url: \"{problem.ext.url}\" } } ], then: cancel } # found",
        "{ id: b, when: { any: [ { problem: { ext: { link: { hasPrefix: 'https://shop.example/' } } } }, { status: 5xx } ] }, do: [ { perform: open, with: { url: \"{problem.ext.link}\" } } ], then: cancel } # found",
        "{ id: c, when: { status: 404, problem: { ext: { page: { hasPrefix: 'https://shop.example/' } } } }, do: [ { perform: open, with: { url: \"{problem.ext.page}\" } } ], then: cancel }",
        "{ id: d, when: { status: 405 }, do: [ { perform: openURL, with: { where: \"{attributes.page}\" } } ], then: cancel } # found",
        "{ id: e, when: { status: 406 }, do: [ { perform: downloadLater, with: { episode: \"{attributes.episode}\" } } ], then: cancel }"
      )
    ),
    Question(
      testDescription: "an error's text in a named alert is the rule's that shows it",
      code: "technical-text",
      responders: app(
        "{ id: a, when: { type: ShopError }, do: [ { present: oh } ], then: cancel }",
        "{ id: b, when: { status: 5xx }, do: [ { present: oh } ], then: cancel } # found",
        "{ id: c, do: [ { present: oh } ], then: cancel } # found"
      ),
      before: "alerts: { oh: { title: Oh, message: \"{error.message}\" } }\n"
    ),
    // Buttons.
    Question(
      testDescription: "an alert whose answer never counts, and one whose answer may",
      code: "unreachable-button",
      responders: """
        - id: app
            policy: { match: all }
            rules:
              - { id: first, when: { status: 5xx }, then: cancel }
              - id: never
                when: { status: 503 }
                do: [ { present: { title: A, buttons: [ { title: B, then: retry }, { title: C, then: cancel } ] } } ] # found
              - id: some
                when: { status: [ 404, 503 ] }
                do: [ { present: { title: A, buttons: [ { title: B, then: retry }, { title: C, then: cancel } ] } } ]

        """
    ),
    // Names.
    Question(
      testDescription: "codes of a domain that nobody asks for",
      code: "unused-name",
      responders: app("{ id: a, when: { domain: acme.pay, code: DECLINED }, then: cancel }"),
      before: "codes:\n  acme.pay: { DECLINED: 1 }\n  acme.gone: { LOST: 1 } # found\n"
    ),
  ]

  @Test("reports exactly what it should", arguments: questions)
  func ask(question: Question) { question.ask() }

  @Test("advises to narrow the last clause and to change what is ignored")
  func advice() {
    let checked = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: gone, when: { cancelled: true }, then: abort }
            - { id: all, then: cancel }
          otherwise: { then: abort }

      """
    )
    #expect(checked.lines("unreachable-otherwise").first?.hasSuffix("Narrow that, or delete this.") ?? false)
    #expect(checked.lines("unreachable-rule").first?.contains("defaults: { ignore: none }") ?? false)
  }
}
