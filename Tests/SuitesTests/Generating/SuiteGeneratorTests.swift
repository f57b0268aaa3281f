import RuleEngine
import Testing

@testable import Suites

@Suite("A generated suite")
struct SuiteGeneratorTests {
  /// The suite that is generated for rules alone, without its first lines, and what it lacks.
  private static func generate(_ rules: String) throws -> (suite: String, cases: Int, reasons: [String]) {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    let coverage = try #require(Trial(rules, withReasons: true).result.coverage)
    guard var generator = SuiteGenerator(compilation, coverage, limits: Limits()) else {
      Issue.record("There is no chain.")
      return ("", 0, [])
    }
    let result = generator.generate(for: "rules.yaml")
    // JSON is YAML, too.
    let json = result.json ?? "{}"
    let members = json.dropFirst().dropLast().split(separator: ",", maxSplits: 2)
    return (members.count == 3 ? String(members[2].drop { $0 == " " }) : "", result.cases, result.reasons)
  }

  private static let rules = """
    version: 1
    categories: [ { name: offline, when: { domain: net } }, { name: named } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 5xx }, then: retry }
          - { id: by-host, when: { type: Busy }, then: { retry: { maxAttempts: 4, per: attributes.host, exhausted: cancel } } }
          - { id: dead, when: { status: 500, type: X, not: { type: X } }, then: cancel }
          - id: ask
            when: { status: 404 }
            do: [ { present: { title: Gone, buttons: [ { title: Leave, then: cancel }, { title: Stay, then: proceed } ] } } ]
          - { id: tell, when: { status: 403, fatal: true }, then: { emit: opened } }
        otherwise: { then: cancel }
        events: [ { id: opened, when: { event: opened, with: { how: 1 } }, then: handled } ]
      - { id: login, parent: app, origins: [ login ], rules: [ { id: mine, when: { status: 401 }, then: abort } ] }
    """

  @Test("covers everything that can be covered, and all its cases pass")
  func isComplete() throws {
    let (suite, cases, reasons) = try Self.generate(Self.rules)
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.diagnostics.filter { $0.severity == .error }.map { $0.message } == [])
    #expect(trial.failed == [])
    #expect(trial.result.results.count == cases)
    #expect(trial.uncovered == ["app/dead", "app/dead: cancel"])
    #expect(reasons.first == "app/dead: it never takes effect: its conditions contradict each other")
    #expect(reasons.count == 2)
  }

  @Test("repeats an error as often as a rate requires, and reports items that no case can cover")
  func rates() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: storm, when: { status: 5xx, rate: { atLeast: 3, within: 10s } }, then: abort }
            - { id: special, when: { custom: special }, then: cancel }
      """
    let (suite, _, reasons) = try Self.generate(rules)
    let trial = Trial(rules, suite: suite)
    #expect(trial.failed == [])
    #expect(trial.uncovered == ["app/special", "app/special: cancel"])
    #expect(
      reasons
        == ["app/special", "app/special: cancel"].map {
          "\($0): it depends on a plugin or on earlier errors: write a case with “stubs” or “steps”"
        }
    )
  }

  @Test("has the last number that a rule handles, the first that it does not, and each condition negated")
  func nearMisses() throws {
    let trial = Trial(Self.rules, suite: try Self.generate(Self.rules).suite)
    let names = trial.result.results.map { $0.name }
    #expect(names.contains("app/again, boundary: status 599"))
    #expect(names.contains("app/again, near miss: status 600"))
    #expect(names.contains("app/again, near miss: status 499"))
    #expect(names.contains("app/by-host, near miss: not type Busy"))
    #expect(names.contains("app/tell, near miss: not status 403"))
    #expect(names.contains { $0.hasPrefix("app/tell, near miss: ") })
  }

  @Test("has a case for an ended deadline, and times that a suite reads")
  func limits() throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3, deadline: 5s } } }
            - { id: night, when: { time: { hasPrefix: "2026-11-20T08" } }, then: cancel }
      """
    let (suite, cases, reasons) = try Self.generate(rules)
    let trial = Trial(rules, suite: suite)
    #expect(trial.diagnostics.filter { $0.severity == .error }.map { $0.message } == [])
    #expect(trial.failed == [] && trial.uncovered == [] && reasons == [])
    #expect(trial.result.results.count == cases)
    #expect(trial.result.results.contains { $0.name == "app/again, near miss: the deadline ended" })
  }

  @Test("counts what its cases cover, not what was tried beside them")
  func triedBeside() throws {
    let rules = """
      version: 1
      defaults: { responder: page }
      responders:
        - { id: app, rules: [ { id: sign-in, when: { type: NotSignedIn }, then: abort } ] }
        - { id: page, parent: app, otherwise: { then: cancel }, events: [ { id: save, when: { event: Save }, then: handled } ] }
      """
    let (suite, _, reasons) = try Self.generate(rules)
    let trial = Trial(rules, suite: suite)
    #expect(trial.failed == [] && trial.uncovered == [] && reasons == [])
  }

  @Test("reports missing near misses")
  func noNearMiss() throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: a, when: { all: [ { status: 4xx }, { status: 404 } ] }, then: cancel } ] } ]
      """
    let (_, _, reasons) = try Self.generate(rules)
    #expect(reasons == ["app/a without “status 4xx”: no error meets all other conditions"])
  }

  @Test("is empty if nothing is missing")
  func nothing() throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: a, when: { status: 1 }, then: cancel, examples: { match: [ { status: 1 } ] } } ] } ]
      """
    let (_, cases, reasons) = try Self.generate(rules)
    #expect(cases == 0)
    #expect(reasons == [])
  }
}
