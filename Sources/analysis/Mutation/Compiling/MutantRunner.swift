internal import Bytes
internal import Engine
internal import Suites

final class MutantRunner {
  let compilation: RuleSet.Compilation
  let chain: ResponderChain
  let program: RuleProgram
  private let limits: Limits
  private var runner: CaseRunner

  init?(_ compilation: RuleSet.Compilation, limits: Limits) {
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    self.compilation = compilation
    self.chain = chain
    self.program = program
    self.limits = limits
    runner = CaseRunner(chain, limits: limits)
  }

  struct Run {
    var isBroken = false
    /// The first error with another resolution than the original, by step and repetition.
    var difference: (step: Int, turn: Int)?
  }

  func run(_ test: MutatedTest) -> Run {
    var run = Run()
    var index = 0
    runner.run(test.testCase, seed: test.seed) { step, turn, observation in
      defer { index += 1 }
      if let expectation = test.testCase.steps[step].expectation,
        !ExpectationCheck.holds(expectation, observation)
      {
        run.isBroken = true
        return false
      }
      if run.difference == nil, index < test.resolutions.count,
        test.resolutions[index] != Self.hash(observation.json)
      {
        run.difference = (step, turn)
      }
      return true
    }
    return run
  }

  /// Runs a whole case on the original rules and records what it covers. Returns whether it passes.
  func note(_ test: inout MutatedTest) -> Bool {
    var holds = true
    var resolutions: [UInt64] = []
    runner.coverage = CoverageCounter(chain)
    let testCase = test.testCase
    runner.run(testCase, seed: test.seed) { step, _, observation in
      resolutions.append(Self.hash(observation.json))
      if let expectation = testCase.steps[step].expectation {
        holds = holds && ExpectationCheck.holds(expectation, observation)
      }
      return true
    }
    test.resolutions = resolutions
    let counts = runner.coverage.counts
    for (index, result) in counts.clauses.enumerated() where result.evaluations > 0 {
      test.evaluated.append(Int32(index))
      if result.matched > 0 || result.exhausted > 0 { test.matched.append(Int32(index)) }
    }
    return holds
  }

  func observations(of steps: [TestStep], seed: UInt64 = 0) -> [ObservedOutcome] {
    guard let first = steps.first else { return [] }
    let testCase = TestCase(name: "", place: first.place, todo: nil, steps: steps)
    var observations: [ObservedOutcome] = []
    runner.run(testCase, seed: seed) { _, _, observation in
      observations.append(observation)
      return true
    }
    return observations
  }

  func examples() -> (broken: [String], count: Int) {
    let examples = ExampleList(program, chain).examples
    let broken = examples.filter { !ExampleRunner.holds($0, &runner) }
    return (broken.map { $0.name }, examples.count)
  }

  private static func hash(_ text: String) -> UInt64 { ContentHash.of(text).first }
}
