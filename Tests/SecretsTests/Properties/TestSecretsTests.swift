import Mutation
import RuleEngine
import Secrets
import TestSupport
import Testing

@testable import Suites

/// The results of tests, of mutants and of proofs about errors with a secret.
struct TestSecretsTests {
  private static let secret = "Sw0rdfish-7"

  /// Rules and tests as they are written, with their places.
  private static let written: Set<String> = [
    "redactor", "place", "range", "meaning", "mutation", "expectation", "related", "witness", "coverage",
  ]

  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - id: told
            when: { status: 503 }
            do: [ { log: "{error.message} of {attributes.password}" } ]
            then: cancel
            examples: { match: [ { status: 404, message: "password=\(secret)", attributes: { token: \(secret) } } ] }
    """

  private static let suite = """
    version: 1
    rules: rules.yaml
    cases:
      - name: no login with password=\(secret)
        error: { status: 503, message: "password=\(secret)", attributes: { password: \(secret) } }
        expect: { actions: [ { log: "another token=\(secret)" } ] }
      - name: later with password=\(secret)
        todo: token=\(secret)
        error: { status: 503, message: "password=\(secret)", attributes: { password: \(secret) } }
        expect: { evaluation: retry }
    """

  private static func result(_ redactor: Redactor) throws -> RuleSetResult {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    #expect(compilation.chain != nil, "\(compilation.diagnostics.map { $0.message })")
    var file = SuiteFile(name: "rules.test.yaml", bytes: Array(suite.utf8))
    let read = file.suite(against: compilation, records: FoundRecords())
    var run = RuleSetRun("rules.yaml", compilation, limits: Limits(), hidingBy: redactor)
    run.run(try #require(read, "\(file.diagnostics.sorted.map { $0.message })"), against: compilation)
    run.runExamples()
    return run.result
  }

  private static func mutated(_ redactor: Redactor) async throws -> MutationResult {
    let rules = self.rules.split(separator: "\n").dropLast().joined(separator: "\n")
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    let passing = """
      version: 1
      rules: rules.yaml
      cases:
        - name: no login with password=\(secret)
          error: { status: 503, message: "password=\(secret)", attributes: { password: \(secret) } }
          expect: { evaluation: cancel }
      """
    var file = SuiteFile(name: "rules.test.yaml", bytes: Array(passing.utf8))
    let read = file.suite(against: compilation, records: FoundRecords())
    let subject = MutationSubject(
      "rules.yaml",
      compilation,
      imports: nil,
      suites: [try #require(read)].map { ($0, [:]) },
      registry: Registry(),
      limits: Limits()
    )
    var options = MutationRun.Options()
    options.redactor = redactor
    var cache = MutationCache(tool: "test")
    return await MutationRun(try #require(subject), MutationOperators.all, options).run(&cache)
  }

  @Test func `hold it nowhere`() async throws {
    let result = try Self.result(Redactor(isOn: true))
    #expect(result.results.map { $0.status } == [.failed, .todo, .failed])
    #expect(HeldTexts.places(of: Self.secret, in: result, except: Self.written) == [])
    let mutated = try await Self.mutated(Redactor(isOn: true))
    #expect(HeldTexts.places(of: Self.secret, in: mutated, except: Self.written) == [])
  }

  @Test func `show it without redaction`() async throws {
    #expect(HeldTexts.places(of: Self.secret, in: try Self.result(.off), except: Self.written).count > 12)
    #expect(
      HeldTexts.places(of: Self.secret, in: try await Self.mutated(.off), except: Self.written).count > 3
    )
  }
}
