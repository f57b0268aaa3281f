import Reasoning
import RuleEngine
import Suites
import Testing

@testable import Mutation

@Suite("A local equivalence test")
struct NarrowQuestionTests {
  /// Neighbours that meet and neighbours that don't, in every way in which it may be asked.
  private static let rules = """
    version: 1
    defaults: { category: other }
    categories:
      - { name: login, when: { status: 401 } }
      - { name: busy, when: { status: 429 } }
      - { name: network, when: { rootCause: { domain: NSURLErrorDomain } } }
      - { name: down, when: { status: 5xx } }
      - { name: refused, when: { status: 4xx } }
      - { name: other }
    responders:
      - id: app
        rules:
          - { id: again, when: { category: [ busy, down ] }, then: { retry: { backoff: { initial: 1s, max: 8s } } } }
          - { id: log-in, when: { category: login }, then: abort }
          - { id: offline, when: { category: network }, then: cancel }
          - { id: mine, when: { type: AppError }, then: proceed }
        otherwise: { then: cancel }
      - id: cart
        parent: app
        rules:
          - { id: full, when: { case: CartError.full }, do: [ { set: { cart.full: true } } ], then: cancel }
          - { id: gone, when: { case: CartError.gone }, then: proceed }
          - { id: up, when: { status: 410 }, do: [ { log: gone } ], then: escalate }
      - id: pay
        parent: app
        rules:
          - { id: refused, when: { status: 402 }, then: cancel }
          - { id: late, when: { status: 408 }, then: proceed }
      - id: list
        parent: app
        policy: { order: lastFirst }
        rules:
          - { id: one, when: { status: 404 }, then: cancel }
          - { id: two, when: { status: 404, fatal: true }, then: abort }
    """

  private static let suite =
    "version: 1\ncases: [ { name: one, error: { status: 401 }, expect: { handled: true } } ]"

  /// Errors of every kind that the rules tell apart, raised everywhere.
  private static let errors: [TestStep] = {
    let kinds = [
      "\"type\": \"SomeError\"", "\"type\": \"AppError\"", "\"type\": \"CartError\", \"case\": \"full\"",
      "\"domain\": \"NSURLErrorDomain\"",
    ]
    var errors: [TestStep?] = []
    for kind in kinds {
      for status in [401, 402, 404, 410, 429, 499, 500, 600] {
        for origin in ["app", "cart", "pay", "list"] {
          for fatal in [false, true] where !fatal || status == 404 {
            errors.append(
              WitnessSteps.step(
                "{\(kind), \"status\": \(status), \"origin\": \"\(origin)\", \"fatal\": \(fatal)}"
              )
            )
          }
        }
      }
    }
    return errors.compactMap { $0 }
  }()

  @Test("is right for every error: a proof of equivalence has no counterexample")
  func agrees() throws {
    let subject = try MutatedFixture(Self.rules, suite: Self.suite).subject
    let base = try #require(MutantRunners(subject, with: nil).runner(0))
    let reasoner = Reasoner(aboutAll: base.chain, base.program)
    let answers = Self.errors.map { base.observations(of: [$0]).map { $0.json } }
    #expect(answers.count == 144)
    var proven: Set<String> = []
    var told: Set<String> = []
    for mutation in MutationOperators.mutations(of: subject.program, by: MutationOperators.all) {
      guard let mutant = MutantRunners(subject, with: mutation).runner(0),
        let narrow = LocalEquivalence(
          mutation,
          of: subject.program.roots,
          base.program,
          mutant.program,
          reasoner
        )
      else { continue }
      if narrow.isProven {
        proven.insert(mutation.kind)
        let others = Self.errors.map { mutant.observations(of: [$0]).map { $0.json } }
        #expect(others == answers, "\(mutation.kind): \(mutation.before) → \(mutation.after)")
      }
      let isTold = narrow.witnesses.contains { witness in
        guard let step = WitnessSteps.step(witness.json) else { return false }
        return base.observations(of: [step]).map { $0.json }
          != mutant.observations(of: [step]).map { $0.json }
      }
      if isTold { told.insert(mutation.kind) }
    }
    #expect(
      proven == [
        "swap-rules", "swap-categories", "change-policy", "change-verdict", "change-backoff", "move-boundary",
      ]
    )
    #expect(told.isSuperset(of: ["swap-rules", "swap-categories", "change-policy", "move-boundary"]))
  }

  @Test(
    "proves nothing if rules replace errors, custom code is run, or `types` leaves a case out",
    arguments: [
      """
      rules:
        - { id: first, when: { status: 404 }, then: { transform: { status: 410 } } }
        - { id: second, when: { status: 410 }, then: cancel }
      """,
      """
      rules:
        - { id: first, when: { status: 404 }, then: proceed }
        - { id: second, when: { status: 410, custom: isMine }, then: cancel }
      """,
      """
      rules:
        - { id: first, when: { type: NetworkError }, then: proceed }
        - { id: second, when: { case: od* }, then: cancel }
      """,
    ]
  )
  func provesNothingMore(_ rules: String) throws {
    let text = """
      version: 1
      types: { NetworkError: { cases: [ server ] } }
      responders:
        - id: app
          \(rules.split(separator: "\n").joined(separator: "\n    "))
      """
    let subject = try MutatedFixture(
      text,
      suite: Self.suite.replacing("handled: true", with: "handled: false")
    )
    .subject
    let base = try #require(MutantRunners(subject, with: nil).runner(0))
    let reasoner = Reasoner(aboutAll: base.chain, base.program)
    let swapped = MutationOperators.mutations(of: subject.program, by: [SwapRules()])
    let mutation = try #require(swapped.first)
    let mutant = try #require(MutantRunners(subject, with: mutation).runner(0))
    let narrow = LocalEquivalence(mutation, of: subject.program.roots, base.program, mutant.program, reasoner)
    #expect(narrow?.isProven != true)
  }

  @Test("writes delays in the format of a case")
  func writesDelays() async throws {
    let result = await (try MutatedFixture(named: "change-backoff")).run()
    let cases = result.survivors.map { survivor -> String? in
      if case .survived(.shown(let shown)) = survivor.outcome { shown.testCase } else { nil }
    }
    #expect(!cases.isEmpty)
    #expect(!cases.contains(nil))
  }
}
