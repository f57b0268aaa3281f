import RuleEngine
import Testing

@Suite("A transform")
struct TransformTests {
  /// A responder that transforms every error, below one that logs a text about the result.
  private func text(of template: String, after transform: String, _ record: String, then more: String = "")
    throws -> String?
  {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, rules: [ { do: [ { log: '\(template)' } ], then: proceed } ] }
        - { id: low, parent: app, rules: [ { then: { transform: \(transform) } }\(more) ] }
      """
    )
    let start = record.dropLast()
    return try rules.answer("\(start),\"origin\":\"low\"}").actions.first?["log"] as? String
  }

  private static let record = #"""
    {"type":"Old","case":"c","payload":[1],"is":"P","domain":"d","code":5,"message":"m","reason":"r","suggestion":"s",\#
    "options":["o"],"severity":"fatal","fatal":true,"cancelled":false,"status":500,"problem":{"title":"t"},\#
    "underlying":{"type":"Cause"},"id":"i","time":1700000000,"operation":"op","attempt":2,"retryAfter":"2s",\#
    "platform":"linux","attributes":{"host":"h"},"extra":1}
    """#

  private static let whatItIs =
    "{error.type}|{error.case}|{error.payload.0}|{error.is}|{error.domain}|{error.code}|{error.message}|{error.reason}|{error.suggestion}|{error.options}|{error.severity}|{error.fatal}|{error.cancelled}|{error.status}|{problem.title}|{error.underlying}"
  private static let whatHappened =
    "{error.id}|{error.time}|{error.operation}|{error.attempt}|{error.retryAfter}|{error.platform}|{attributes.host}|{attributes.extra}"

  @Test("with a type or domain is a new error whose identity consists only of the given members")
  func new() throws {
    let empty = "|||||||||||false||||"
    #expect(try text(of: Self.whatItIs, after: "{ type: New }", Self.record) == "New" + empty)
    #expect(
      try text(of: Self.whatItIs, after: "{ domain: new, status: 404 }", Self.record)
        == "||||new|||||||false||404||"
    )
  }

  @Test("keeps the circumstances of the error")
  func happened() throws {
    for transform in ["{ type: New }", "{ message: new }", "{ wrap: true }", "{ domain: new, wrap: true }"] {
      #expect(
        try text(of: Self.whatHappened, after: transform, Self.record) == "i|1700000000|op|2|2s|linux|h|1"
      )
    }
  }

  @Test("without a type or domain is the same error, with only the given members changed")
  func edited() throws {
    #expect(
      try text(of: Self.whatItIs, after: "{ message: new, case: d }", Self.record)
        == #"Old|d|1|P|d|5|new|r|s|["o"]|fatal|true|false|500|t|{"type":"Cause"}"#
    )
  }

  @Test("fills its texts from the old error, and inserted text is not parsed again")
  func templates() throws {
    let filled = try text(
      of: "{error.message}|{error.reason}",
      after:
        "{ type: New, message: '{error.code}', reason: '{error.type} of {attributes.nothing ?? \"all\"}' }",
      Self.record
    )
    #expect(filled == "5|Old of all")
    let rules = try Rules(
      #"{"version":1,"responders":[{"id":"app","rules":[{"then":{"transform":{"message":"{error.code}"}}}]}]}"#
    )
    #expect(try rules.answer(#"{"type":"E","code":5}"#).text.contains(#""message":"5""#))
    // Inserted text is not parsed again.
    #expect(
      try rules.answer(#"{"type":"E","code":"{error.type}"}"#).text.contains(#""message":"{error.type}""#)
    )
  }

  @Test("continues with the next rule, which sees the new error")
  func next() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: a, when: { type: New }, then: abort }
            - { id: b, then: { transform: { type: New } } }
            - { id: c, when: { type: Old }, then: abort }
            - { id: d, when: { type: New }, then: cancel }
      """
    )
    let answered = try rules.answer(#"{"type":"Old"}"#)
    #expect(answered.by == "app/d")
    #expect(answered.text.hasSuffix(#""error":{"type":"New"}}"#))
  }

  @Test("resolves the category again, from the new error")
  func category() throws {
    let rules = try Rules(
      """
      version: 1
      categories: [ { name: lost, when: { type: Lost } }, { name: found, when: { type: Found } } ]
      responders:
        - id: app
          rules:
            - { when: { category: found }, then: { transform: { type: Lost } } }
            - { when: { type: Own }, then: { transform: { category: found } } }
            - { id: l, when: { category: lost }, then: cancel }
            - { id: f, when: { category: found }, then: proceed }
      """
    )
    #expect(try rules.answer(#"{"type":"Found"}"#).category == "lost")
    #expect(try rules.answer(#"{"type":"Found"}"#).by == "app/l")
    #expect(try rules.answer(#"{"type":"Own"}"#).by == "app/f")
  }

  @Test("keeps a recorded category that still applies, and the report of an unknown one")
  func ownCategory() throws {
    let rules = try Rules(
      """
      version: 1
      categories: [ { name: lost, when: { type: Lost } }, { name: found } ]
      responders:
        - { id: app, rules: [ { when: { status: 1 }, then: { transform: { message: m } } }, { when: { status: 2 }, then: { transform: { type: Lost } } } ] }
      """
    )
    #expect(try rules.answer(#"{"type":"Lost","category":"found","status":1}"#).category == "found")
    #expect(try rules.answer(#"{"type":"E","category":"found","status":2}"#).category == "lost")
    let unknown = try rules.answer(#"{"type":"E","category":"odd","status":2}"#)
    #expect(unknown.category == "lost" && unknown.members["unknownCategory"] as? String == "odd")
  }

  @Test("gets a warning if it sets a category that is not listed, which would be ignored")
  func unlistedCategory() {
    let text =
      #"{"version":1,"responders":[{"id":"app","rules":[{"then":{"transform":{"category":"odd"}}}]}]}"#
    let compilation = Rules.compile(text)
    #expect(compilation.diagnostics.map { "\($0.severity) \($0.code)" } == ["warning unknown-category"])
    #expect(compilation.chain != nil)
  }

  @Test("gives the same category as an error recorded with those members")
  func categoryFromScratch() throws {
    let rules = try Rules(
      """
      version: 1
      categories:
        - { name: again, when: { rootCause: { category: first } } }
        - { name: first, when: { message: m } }
      responders: [ { id: app, rules: [ { when: { message: m }, then: { transform: { reason: r } } } ] } ]
      """
    )
    #expect(try rules.answer(#"{"type":"E","message":"m"}"#).category == "first")
  }

  @Test("wraps the old error before its causes")
  func wraps() throws {
    func answered(_ transform: String, _ when: String, _ record: String) throws -> String? {
      try Rules(
        """
        version: 1
        responders: [ { id: app, rules: [ { then: { transform: \(transform) } }, { id: asked, when: \(when), then: proceed } ] } ]
        """
      ).answer(record).by
    }
    let record = #"{"type":"Old","message":"m","underlying":{"type":"Cause","underlying":{"type":"Root"}}}"#
    for transform in ["{ type: New, wrap: true }", "{ message: new, wrap: true }", "{ wrap: true }"] {
      #expect(try answered(transform, "{ underlying: { type: Old, message: m } }", record) == "app/asked")
      #expect(try answered(transform, "{ underlying: { type: Cause } }", record) == "app/asked")
      #expect(try answered(transform, "{ rootCause: { type: Root } }", record) == "app/asked")
      #expect(try answered(transform, "{ rootCause: { type: Old } }", #"{"type":"Old"}"#) == "app/asked")
    }
    #expect(try answered("{ type: New }", "{ underlying: { exists: false } }", record) == "app/asked")
    #expect(try answered("{ message: x }", "{ rootCause: { type: Root } }", record) == "app/asked")
    #expect(
      try answered("{ message: x, underlying: { type: Named } }", "{ rootCause: { type: Named } }", record)
        == "app/asked"
    )
  }

  @Test("wraps repeatedly up to the limit of causes, keeping the nearest")
  func wrapsWithoutEnd() throws {
    let wraps = (0..<200).map { #"{"then":{"transform":{"type":"T\#($0)","wrap":true}}}"# }
    func by(_ when: String) throws -> String? {
      let asked = #"{"id":"asked","when":\#(when),"then":"proceed"}"#
      let rules = (wraps + [asked]).joined(separator: ",")
      return try Rules(#"{"version":1,"responders":[{"id":"app","rules":[\#(rules)]}]}"#).answer(
        #"{"type":"E"}"#
      ).by
    }
    #expect(try by(#"{"type":"T199","underlying":{"type":"T198"}}"#) == "app/asked")
    #expect(try by(#"{"rootCause":{"type":"T\#(199 - Limits().causes)"}}"#) == "app/asked")
    #expect(try by(#"{"underlying":{"type":"E"}}"#) == nil)
  }

  @Test("leaves the fallbacks of the status to recorded errors")
  func status() throws {
    let record = #"{"type":"E","attributes":{"http.response.status_code":503}}"#
    #expect(try text(of: "is {error.status}", after: "{ message: m }", record) == "is 503")
    #expect(try text(of: "is {error.status}", after: "{ type: New }", record) == "is ")
    #expect(
      try text(of: "is {error.status}", after: "{ type: New, problem: { status: 404 } }", record) == "is "
    )
  }

  @Test("is not ignored if it makes a cancellation")
  func cancellation() throws {
    #expect(
      try text(of: "{error.type}", after: "{ type: CancellationError }", #"{"type":"E"}"#)
        == "CancellationError"
    )
  }

  @Test("can be behind a button and under otherwise")
  func places() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - { id: app, rules: [ { id: new, when: { type: New }, then: proceed }, { id: other, when: { type: Other }, then: cancel } ] }
        - id: low
          parent: app
          rules: [ { when: { status: 1 }, do: [ { present: { title: A, buttons: [ { title: New, then: { transform: { type: New } } }, { title: No, then: cancel } ] } } ] } ]
          otherwise: { then: { transform: { type: Other } } }
      """
    )
    #expect(try rules.answer(#"{"type":"E","origin":"low","status":1,"answers":["No"]}"#).by == "low/#1")
    #expect(try rules.answer(#"{"type":"E","origin":"low"}"#).by == "app/other")
    // `otherwise` applies when no rule decided after a transform.
    #expect(try rules.answer(#"{"type":"E","origin":"low","status":1,"answers":["New"]}"#).by == "app/other")
  }

  @Test("shows the identity of the final error")
  func identity() throws {
    let rules = try Rules(
      #"{"version":1,"responders":[{"id":"app","rules":[{"then":{"transform":{"type":"N","case":"c","domain":"d","code":7,"status":9,"message":"m","reason":"r"}}}]}]}"#
    )
    #expect(
      try rules.text(#"{"type":"E"}"#).hasSuffix(
        #""error":{"type":"N","case":"c","domain":"d","code":7,"status":9,"message":"m"}}"#
      )
    )
  }

  @Test("looks up a code's symbol in its own domain")
  func codes() throws {
    #expect(
      try text(
        of: "is {error.code}",
        after: "{ domain: NSURLErrorDomain, code: NSURLErrorTimedOut }",
        #"{"type":"E"}"#
      ) == "is -1001"
    )
    #expect(
      try text(of: "is {error.code}", after: "{ domain: acme, code: DECLINED }", #"{"type":"E"}"#)
        == "is DECLINED"
    )
  }

  @Test("of a button still applies if one of its members is ignored with a warning")
  func ignoredMember() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - when: { type: E }
              do: [ { present: { title: T, buttons: [ { title: B, then: { transform: { type: N, problem: { status: "500" } } } } ] } } ]
            - { id: new, when: { type: N }, then: proceed }
      """
    )
    #expect(try rules.answer(#"{"type":"E","answers":["B"]}"#).by == "app/new")
  }
}
