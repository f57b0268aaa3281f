import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import Testing

@Suite("An error in a running program gets the outcome of its record")
struct SharedOutcomeTests {
  /// Rules that ask only what is cheap to know; such that ask for texts, payloads, causes and attributes; such that remember.
  static let ruleSets = [
    """
    version: 1
    defaults: { category: other }
    categories:
      - { name: retryable, when: { any: [ { status: 5xx }, { case: NetworkError.server } ] } }
      - { name: other }
    responders:
      - id: app
        rules:
          - { id: vendor, when: { domain: acme.pay, code: 4001 }, do: [ { perform: track } ], then: abort }
          - { id: ns, when: { domain: acme.ns }, then: proceed }
          - { id: base, when: { type: Base }, then: proceed }
          - { id: files, when: { domain: NSCocoaErrorDomain, code: NSFileNoSuchFileError }, then: cancel }
          - { id: again, when: { category: retryable }, then: retry }
          - { id: login, when: { case: unauthorized, origin: "shop.a" }, then: abort }
          - { id: long, when: { retryAfter: { greaterThan: 1m } }, then: cancel }
          - { id: wait, when: { type: Waiting }, then: retry }
    """,
    """
    version: 1
    responders:
      - id: app
        rules:
          - { id: card, when: { message: { contains: declined } }, then: cancel }
          - { id: gone, when: { payload: { 0: 404 } }, do: [ { perform: track, with: { code: "{error.code}" } } ], then: proceed }
          - { id: inside, when: { underlying: { case: offline } }, then: { unwrap: underlying } }
          - { id: offline, when: { case: NetworkError.offline }, then: proceed }
          - { id: trial, when: { attributes: { userInfo.plan: trial } }, then: abort }
          - { id: problem, when: { problem: { type: "urn:a" } }, then: { transform: { type: Known, message: "{error.type}" } } }
          - { id: known, when: { type: Known }, then: cancel }
    """,
    """
    version: 1
    responders:
      - id: app
        rules:
          - id: storm
            when: { rate: { atLeast: 3, within: 1m, per: [ type ] } }
            do: [ { perform: track, throttle: { per: [ type ], every: 10m } } ]
            then: continue
          - id: again
            when: { type: NetworkError }
            then: { retry: { maxAttempts: 3, per: [ type, case ], within: 10m } }
          - { id: ask, when: { type: Declined }, do: [ { present: { title: Again?, buttons: [ { title: Yes, then: retry }, { title: No, then: cancel } ] } } ] }
    """,
    """
    version: 1
    defaults: { category: other }
    categories: [ { name: down, when: { status: 5xx } }, { name: other } ]
    responders:
      - id: app
        rules:
          - { id: documented, when: { status: 409 }, do: [ { perform: track, with: { text: "{error.message}" } } ], then: abort }
          - id: again
            when: { any: [ { category: down }, { domain: acme.ns }, { type: [ Waiting, Vendor ] } ] }
            do: [ { perform: track, throttle: { per: [ type ], every: 2s } } ]
            then: { retry: { maxAttempts: 3, within: 10m, backoff: { initial: 1s, jitter: full } } }
          - id: offline
            when: { case: NetworkError.offline }
            do: [ { perform: track, with: { text: "{error.message} {error.id}", try: "{error.attempt}" } } ]
            then: { retry: { maxAttempts: 2, per: [ type, case ], within: 1m } }
          - { id: login, when: { case: unauthorized }, do: [ { perform: track } ], then: abort }
        otherwise: { do: [ { present: { title: "{error.type}", message: "{error.message}" } } ], then: cancel }
        always: [ { perform: track, with: { by: "{error.category}" } } ]
    """,
  ]

  @Test(arguments: ruleSets.indices)
  func `whatever is asked of it, and however often it was seen`(number: Int) throws {
    let time = VirtualClock()
    let chain = try RunningChain(
      .text(Self.ruleSets[number]),
      plugins: [.perform("track") { _ in }, .presenter { _ in .button(0) }],
      settings: ChainSettings(clock: time.clock, seed: 7)
    )
    var evaluator = RuleEvaluator(chain.rules, seed: 7)
    var ordinal = 0
    for _ in 0..<4 {
      for error in sampleErrors {
        ordinal += 1
        time.advance(by: .milliseconds(250))
        let resolution = chain.decide(error, from: "shop.a")
        let now = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
        let occurrence = ErrorOccurrence(time: now, id: "\(ordinal)", origin: "shop.a")
        let record = String(decoding: RecordedError(error, occurrence).line, as: UTF8.self)
        #expect(try resolution.json == evaluator.resolution(of: record), "\(error)")
      }
    }
  }

  @Test(arguments: ruleSets.indices)
  func `whatever is told of it`(number: Int) throws {
    let time = VirtualClock()
    let chain = try RunningChain(
      .text(Self.ruleSets[number]),
      plugins: [.perform("track") { _ in }, .presenter { _ in .button(0) }],
      settings: ChainSettings(clock: time.clock, seed: 7)
    )
    var evaluator = RuleEvaluator(chain.rules, seed: 7)
    let occurrences = [
      ErrorOccurrence(origin: "shop.a"),
      ErrorOccurrence(origin: "shop.a", operation: "pay", attempt: 1),
      ErrorOccurrence(origin: "shop.a", operation: "pay", attempt: 2),
      ErrorOccurrence(origin: "shop.a", severity: .critical, retryAfter: .seconds(3)),
      ErrorOccurrence(origin: "shop.a", attributes: ["host": "a"]),
      ErrorOccurrence(origin: "shop.b", isFatal: true, operation: "\"sign\" in"),
      ErrorOccurrence(),
    ]
    var ordinal = 0
    for round in 0..<4 {
      for (place, error) in sampleErrors.enumerated() {
        ordinal += 1
        time.advance(by: .milliseconds(400))
        var occurrence = occurrences[(place + round) % occurrences.count]
        let resolution = chain.decide(error, occurrence)
        occurrence.time = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
        occurrence.id = "\(ordinal)"
        // A chain takes an error without an origin for one with an empty origin.
        occurrence.origin = occurrence.origin ?? ""
        let record = String(decoding: RecordedError(error, occurrence).line, as: UTF8.self)
        #expect(try resolution.json == evaluator.resolution(of: record), "\(error) \(occurrence)")
        #expect(resolution.json.contains("\"actions\"") == !resolution.actions.isEmpty)
      }
    }
  }

  @Test func `another origin is another question`() throws {
    let chain = try RunningChain(.text(Self.ruleSets[0]), plugins: [.perform("track") { _ in }])
    for _ in 0..<3 {
      #expect(chain.decide(NetworkError.unauthorized, from: "shop.a").evaluation == .abort)
      #expect(chain.decide(NetworkError.unauthorized, from: "shop.b").isHandled == false)
    }
  }

  @Test func `what is known of an occurrence is asked too`() throws {
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - { id: third, when: { attempt: { atLeast: 3 } }, then: abort }
              - { id: paying, when: { operation: pay, severity: { atLeast: error } }, then: cancel }
              - { id: host, when: { attributes: { host: a } }, then: proceed }
        """
      )
    )
    let by: [Resolution.Decider?] = [
      chain.decide(Declined(), ErrorOccurrence(origin: "x", attempt: 3)).by,
      chain.decide(Declined(), ErrorOccurrence(origin: "x", severity: .critical, operation: "pay")).by,
      chain.decide(Declined(), ErrorOccurrence(origin: "x", attributes: ["host": "a"])).by,
      chain.decide(Declined(), from: "x").by,
    ]
    #expect(by == ["third", "paying", "host"].map { .rule(responder: "app", rule: $0) } + [nil])
  }

  @Test func `categories come from code where the error has none of its own`() throws {
    let chain = try RunningChain(
      .text(
        """
        version: 1
        categories: [ { name: outage }, { name: retryable } ]
        responders:
          - { id: app, rules: [ { id: out, when: { category: outage }, then: abort }, { id: again, when: { category: retryable }, then: cancel } ] }
        """
      ),
      plugins: [.category { $0 is NetworkError ? "outage" : nil }]
    )
    for _ in 0..<3 {
      #expect(chain.decide(NetworkError.offline, from: "x").category == "outage")
      #expect(chain.decide(Sorted(category: "retryable"), from: "x").category == "retryable")
      #expect(chain.decide(Declined(), from: "x").category == nil)
    }
  }

  @Test func `an NSError's domain is its own, though the type was seen before`() throws {
    let chain = try RunningChain(
      .text("version: 1\nresponders: [ { id: app, rules: [ { id: a, when: { domain: a }, then: abort } ] } ]")
    )
    for _ in 0..<3 {
      #expect(chain.decide(NSError(domain: "a", code: 1), from: "x").evaluation == .abort)
      #expect(chain.decide(NSError(domain: "b", code: 1), from: "x").isHandled == false)
    }
  }

  @Test func `custom questions are answered by plugins; one that throws says no`() throws {
    struct Broken: Error {}
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - { id: app, rules: [ { id: b, when: { custom: broken }, then: abort }, { id: t, when: { custom: onTrial }, then: proceed } ] }
        """
      ),
      plugins: [
        .custom("broken") { _ in throw Broken() },
        .custom("onTrial") { $0.string(.attribute("userInfo.plan")) == "trial" },
      ]
    )
    for _ in 0..<3 {
      let trial = NSError(domain: "d", code: 1, userInfo: ["plan": "trial"])
      #expect(chain.decide(trial, from: "x").evaluation == .proceed)
      #expect(chain.decide(NSError(domain: "d", code: 1), from: "x").isHandled == false)
    }
  }

  @Test func `a custom question may ask the chain itself, to a depth`() throws {
    let log = Log()
    let inner = Held<RunningChain>()
    let chain = try RunningChain(
      .text(
        "version: 1\nresponders: [ { id: app, rules: [ { id: a, when: { custom: again }, then: abort } ] } ]"
      ),
      plugins: [
        .custom("again") { _ in
          guard let resolution = inner.value?.decide(Declined(), from: "x") else { return false }
          log("\(resolution.isTooDeep) \(resolution.isHandled)")
          return resolution.isTooDeep
        }
      ],
      settings: ChainSettings(nestingLimit: 3)
    )
    inner.value = chain
    defer { inner.value = nil }
    // The deepest one is left unasked, the one around it says yes to that, and so it alternates.
    #expect(chain.decide(Declined(), from: "x").isHandled == false)
    #expect(log.lines == ["true false", "false true", "false false"])
  }
}
