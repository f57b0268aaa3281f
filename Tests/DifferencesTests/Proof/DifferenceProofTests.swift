import Differences
import RuleEngine
import Testing

/// What is known of two rule sets without a stream.
struct DifferenceProofTests {
  private func compiled(_ rules: String, name: String = "rules.yaml") throws -> (
    chain: ResponderChain, program: RuleProgram
  ) {
    let compilation = RuleSet.compile(name: name, bytes: Array(rules.utf8))
    return (try #require(compilation.chain, "\(compilation.diagnostics)"), try #require(compilation.program))
  }

  private func proof(_ old: String, _ new: String) throws -> DifferenceProof {
    DifferenceProof(old: try compiled(old), new: try compiled(new), upTo: 5)
  }

  private static func rules(_ list: [String]) -> String {
    "version: 1\nresponders:\n  - id: app\n    rules:\n" + list.map { "      - \($0)\n" }.joined()
  }

  private static let examples = [
    rules(["{ id: a, when: { status: 5xx }, then: retry }", "{ id: b, when: { type: Net }, then: abort }"]),
    rules(["{ id: a, when: { message: { matches: '^t.*t$' } }, do: [ { log: x } ], then: cancel }"]),
    rules([
      "{ id: a, when: { domain: 'acme.*', code: 400..<500 }, then: { transform: { type: Refused } } }",
      "{ id: b, when: { type: Refused }, then: proceed }",
    ]),
  ]

  @Test("A rule set equals itself", arguments: examples)
  func itself(_ rules: String) throws {
    let proof = try proof(rules, rules)
    #expect(proof.verdict == .same && proof.differences.isEmpty)
  }

  @Test("Swapped overlapping rules are shown by an error that both evaluate differently")
  func swapped() throws {
    let rules = [
      "{ id: a, when: { status: 5xx }, then: retry }", "{ id: b, when: { type: Net }, then: abort }",
    ]
    let (old, new) = (Self.rules(rules), Self.rules(rules.reversed()))
    let proof = try proof(old, new)
    #expect(proof.verdict == .different)
    let found = try #require(proof.differences.first)
    #expect(found.oldWords == "retry by app/a" && found.newWords == "abort by app/b")
    var (one, other) = (try EvaluatorResult(compiled(old).chain), try EvaluatorResult(compiled(new).chain))
    #expect(try one.answer(found.error) == found.old)
    #expect(try other.answer(found.error) == found.new)
    #expect(found.old != found.new)
  }

  /// Answers errors, each as the first one ever.
  private struct EvaluatorResult {
    let chain: ResponderChain

    init(_ chain: ResponderChain) { self.chain = chain }

    mutating func answer(_ error: String) throws -> String {
      var evaluator = RuleEvaluator(chain)
      return try evaluator.resolution(of: error)
    }
  }

  @Test("Both rule sets evaluate every error that shows a difference differently", arguments: examples)
  func witnesses(_ rules: String) throws {
    let other = rules.replacing("then: retry", with: "then: { retry: { maxAttempts: 4 } }")
      .replacing("log: x", with: "log: y").replacing("then: proceed", with: "then: cancel")
    let proof = try proof(rules, other)
    #expect(proof.verdict == .different)
    for found in proof.differences {
      var (one, two) = (
        try EvaluatorResult(compiled(rules).chain), try EvaluatorResult(compiled(other).chain)
      )
      #expect(try one.answer(found.error) != two.answer(found.error))
      #expect(found.oldWords != found.newWords || !found.changes.isEmpty)
    }
  }

  @Test("Equivalent files are equal even if every line differs")
  func sameMeaning() throws {
    let old = """
      version: 1
      name: shop
      matchers: { broken: { status: 5xx } }
      responders:
        - id: app
          rules:
            - { id: again, when: { matcher: broken }, then: retry }
            - { id: gone, when: { status: [ 404, 410 ] }, then: cancel }
          otherwise: { then: abort }
      """
    let new = """
      {"version": 1, "matchers": {"missing": {"any": [{"status": 410}, {"status": 404}]}}, "responders": [
      {"id": "main", "otherwise": {"then": "abort"}, "rules": [
      {"id": "nothing-there", "when": {"matcher": "missing"}, "then": "cancel"},
      {"id": "once-more", "when": {"status": "500...599"}, "then": {"retry": {"maxAttempts": 3}}}]}]}
      """
    let proof = DifferenceProof(old: try compiled(old), new: try compiled(new, name: "rules.json"), upTo: 5)
    #expect(proof.verdict == .same)
  }
}
