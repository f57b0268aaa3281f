import RuleEngine
import Suites
import TestSupport
import Testing

@testable import Mutation

@Suite("Mutating a rule set")
struct MutationRunTests {
  private static let rules = """
    version: 1
    categories: [ { name: busy, when: { status: 5xx } }, { name: gone, when: { status: [ 404, 410 ] } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3, backoff: { initial: 1s } } } }
          - { id: dead, when: { category: busy, status: 404 }, then: proceed }
          - { id: tell, when: { category: gone }, do: [ { log: gone } ], then: cancel }
      - { id: login, parent: app, origins: [ login.* ], rules: [ { id: mine, when: { status: 401 }, then: abort } ] }
    """
  private static let suite = """
    version: 1
    cases:
      - { name: busy, error: { status: 503, attempt: 1 }, expect: { evaluation: retry, by: app/again } }
      - { name: gone, error: { status: 404 }, expect: { by: app/tell } }
      - { name: login, error: { status: 401, origin: login.form }, expect: { evaluation: abort, by: login/mine } }
      - { name: yet to come, todo: true }
    """

  /// The result for the rules above, computed once, and its cache.
  private static let once = Task {
    var cache = MutationCache(tool: "one")
    let result = await (try MutatedFixture(rules, suite: suite)).run(&cache)
    return (result, cache)
  }

  /// All that is said of a run.
  private static func described(_ result: MutationResult) -> String {
    var report = MutationReport()
    report.ruleSets = [result]
    return MutationJSON.text(of: report)
  }

  @Test("has the same result for any number of threads")
  func isDeterministic() async throws {
    let fixture = try MutatedFixture(Self.rules, suite: Self.suite)
    let (alone, _) = try await Self.once.value
    var options = MutationRun.Options()
    options.jobs = 3
    let together = await fixture.run(options)
    #expect(Self.described(alone) == Self.described(together))
    #expect(alone.mutants.count > 30)
    #expect(alone.equivalent > 0, "what never answers may be anything")
    #expect(!alone.survivors.isEmpty)
  }

  @Test("reuses all results from the cache if nothing changed")
  func isIncremental() async throws {
    let fixture = try MutatedFixture(Self.rules, suite: Self.suite)
    let (first, cache) = try await Self.once.value
    let text = cache.text
    var read = try #require(MutationCache(Array(text.utf8), tool: "one"))
    #expect(read.text == text)
    let second = await fixture.run(&read)
    #expect(Self.described(first) == Self.described(second))
    #expect(read.text == text)
    // Results of another tool are not used.
    let other = try #require(MutationCache(Array(text.utf8), tool: "two"))
    #expect(other.text.split(separator: "\n").count == 2)
  }

  @Test("tries mutants again if a test was added or removed")
  func asksAgain() async throws {
    let fixture = try MutatedFixture(Self.rules, suite: Self.suite)
    let (before, filled) = try await Self.once.value
    var cache = filled
    let more =
      Self.suite + "\n  - { name: logged, error: { status: 404 }, expect: { actions: [ { log: gone } ] } }\n"
    let after = await (try MutatedFixture(Self.rules, suite: more)).run(&cache)
    let isDropped = { (result: MutantResult) in result.mutation.kind == "drop-action" }
    #expect(before.survivors.contains(where: isDropped))
    #expect(!after.survivors.contains(where: isDropped))
    #expect(after.mutants.contains(where: isDropped))
    let again = await fixture.run(&cache)
    #expect(Self.described(again) == Self.described(before))
  }

  @Test("rejects a damaged cache")
  func refusesDamage() async throws {
    let bytes = Array(try await Self.once.value.1.text.utf8)
    for place in stride(from: 0, to: bytes.count, by: Scale.of(97, quick: 997)) {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(MutationCache(damaged, tool: "one") == nil, "byte \(place)")
    }
    #expect(MutationCache(Array(bytes.dropLast(40)), tool: "one") == nil)
    #expect(MutationCache([], tool: "one") == nil)
  }

  @Test("draws the same sample for a seed, and another one for another seed")
  func takesSamples() async throws {
    let fixture = try MutatedFixture(Self.rules, suite: Self.suite)
    var options = MutationRun.Options()
    options.most = 10
    options.seed = 1
    let one = await fixture.run(options)
    let again = await fixture.run(options)
    options.seed = 2
    let other = await fixture.run(options)
    #expect(one.mutants.count + one.invalid == 10)
    #expect(one.all > 30)
    #expect(Self.described(one) == Self.described(again))
    #expect(Self.described(one) != Self.described(other))
  }

  @Test("reports mutants not tried when the time is up")
  func isBounded() async throws {
    let fixture = try MutatedFixture(Self.rules, suite: Self.suite)
    var options = MutationRun.Options()
    options.isOver = { true }
    let result = await fixture.run(options)
    #expect(result.notTried == result.mutants.count)
    #expect(result.mutants.count == result.all)
  }

  @Test("writes a case that the rules pass and the mutant fails")
  func writesCases() async throws {
    let (result, _) = try await Self.once.value
    var cases: [String] = []
    for survivor in result.survivors {
      guard case .survived(.shown(let shown)) = survivor.outcome, let text = shown.testCase else { continue }
      if !cases.contains(text) { cases.append(text) }
    }
    #expect(cases.count > 5)
    let more = Self.suite + "\n" + cases.joined()
    let after = await (try MutatedFixture(Self.rules, suite: more)).run()
    let open = after.survivors.filter { survivor in
      if case .survived(.shown(let shown)) = survivor.outcome { shown.testCase != nil } else { false }
    }
    #expect(open.map { $0.change } == [])
  }

  @Test("changes a value everywhere that an alias repeats it")
  func followsAliases() async throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: a, when: { status: 404 }, do: &told [ { log: told } ], then: cancel }
            - { id: b, when: { status: 410 }, do: *told, then: cancel }
      """
    let suite = """
      version: 1
      cases:
        - { name: left, error: { status: 410 }, expect: { by: app/b, actions: [ { log: told } ] } }
      """
    let result = await (try MutatedFixture(rules, suite: suite)).run()
    let dropped = result.mutants.filter { $0.mutation.kind == "drop-action" }
    #expect(dropped.count == 1)
    #expect(!dropped.contains { $0.isSurvivor })
  }
}
