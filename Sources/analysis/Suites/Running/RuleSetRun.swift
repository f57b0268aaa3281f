package import ErrorStreams
internal import Reasoning
package import Bytes
package import Engine
package import Records
package import Secrets
internal import Source
package import SystemPackage

/// Runs the suites and examples of one rule set, and counts their coverage.
package struct RuleSetRun {
  package static let explained = 20

  private let limits: Limits
  private let failing: [String]
  private let redactor: Redactor
  private let isWanted: (String) -> Bool
  private var compilation: RuleSet.Compilation
  private var counts: CoverageCounter.Counts?
  private var failures = 0
  private var reasoner: Reasoner?
  var chosenRule: String?
  package private(set) var result: RuleSetResult

  /// A run of the compiled rule file, which has a chain; `isWanted` selects cases and examples by name, and the
  /// actions of the names in `failing` fail where no result is recorded. The results have the secrets of the tested errors
  /// hidden; the rules stay as they are written.
  package init(
    _ file: String, _ compilation: RuleSet.Compilation, limits: Limits, failing: [String] = [],
    hidingBy redactor: Redactor = .off, isWanted: @escaping (String) -> Bool = { _ in true }
  ) {
    self.compilation = compilation
    self.limits = limits
    self.failing = failing
    self.redactor = redactor
    self.isWanted = isWanted
    result = RuleSetResult(file: file)
  }

  package mutating func noteUnusable() { result.unusable += 1 }

  /// Runs a suite, compiled with its stubs. `isOneOfSeveral`: it also tests other rule files.
  package mutating func run(
    _ suite: TestSuite, against compilation: RuleSet.Compilation, isOneOfSeveral: Bool = false
  ) {
    guard let chain = compilation.chain else { return }
    var runner = CaseRunner(chain, limits: limits, failing: failing)
    // Its runs are no tests, and cover nothing.
    var search = CaseRunner(chain, limits: limits, failing: failing)
    var group = RuleSetResult.Group(file: suite.file.name, isExamples: false, rules: result.file)
    for testCase in suite.cases {
      let isChosen = chosenRule.map { isAbout($0, testCase, seed: suite.seed, &search) } ?? true
      guard isChosen, isWanted(testCase.name) else {
        result.leftOut += 1
        continue
      }
      var tested = run(testCase, seed: suite.seed, &runner, compilation)
      if isOneOfSeveral { tested.rules = result.file }
      group.results.append(tested)
    }
    result.groups.append(group)
    add(runner.coverage.counts)
  }

  private mutating func run(
    _ testCase: TestCase, seed: UInt64, _ runner: inout CaseRunner, _ compilation: RuleSet.Compilation
  ) -> TestResult {
    var failed: (step: Int, turn: Int, observation: ObservedOutcome)?
    runner.run(testCase, seed: seed) { step, turn, observation in
      guard let expectation = testCase.steps[step].expectation,
        !ExpectationCheck.holds(expectation, observation)
      else {
        return true
      }
      failed = (step, turn, observation)
      return false
    }
    let isTodo = testCase.todo != nil
    guard let failed else {
      let status: TestResult.Status = !isTodo ? .passed : testCase.steps.isEmpty ? .todo : .todoPassed
      return TestResult(
        name: testCase.name, place: testCase.place, status: status, todo: testCase.todo, redactor)
    }
    let step = testCase.steps[failed.step]
    let error = JSONWriter.line(step.error)
    let own = redactor.about(json: error)
    var explanation: Explanation?
    if !isTodo { failures += 1 }
    if failures <= Self.explained, !isTodo {
      explanation = runner.explanation(
        of: testCase, step: failed.step, turn: failed.turn, seed: seed, own)
    }
    if let explanation, let expectation = step.expectation {
      reportUnreachable(expectation, failed.observation, explanation, compilation)
    }
    let isOne = testCase.steps.count == 1 && step.times == 1
    let turn = step.times > 1 ? ", error \(failed.turn) of \(step.times)" : ""
    let failure = TestResult.Failure(
      step: isOne ? "" : "step \(failed.step + 1) of \(testCase.steps.count)\(turn)",
      comparisons: step.expectation.map { ExpectationCheck.comparisons($0, failed.observation) } ?? [],
      error: error, resolution: failed.observation.json, explanation: explanation, own)
    return TestResult(
      name: testCase.name, place: testCase.place, status: isTodo ? .todo : .failed, todo: testCase.todo,
      failure: failure, own)
  }

  /// Reports an expected rule that the error, or any error, never reaches.
  private mutating func reportUnreachable(
    _ expectation: Expectation, _ observation: ObservedOutcome, _ explanation: Explanation,
    _ compilation: RuleSet.Compilation
  ) {
    guard let chain = compilation.chain, !explanation.ending.isIgnored else { return }
    let ending = explanation.ending
    let way = ending.path + ending.notVisited
    for item in expectation.items {
      let names: [String]
      switch item.meaning {
      case .by(let name): names = [name]
      case .rules(let rules): names = rules
      default: continue
      }
      for name in names {
        guard observation.by != name, !observation.ran.contains(name),
          let index = chain.clauses.indices.first(where: { chain.name(ofClause: $0) == name })
        else { continue }
        let responder = chain.responders[chain.clauses[index].responder]
        if !way.contains(responder) {
          result.diagnostics.report(Self.offTheWay(name, responder, way, ending, item))
        } else if let reason = neverAnswers(index, compilation) {
          result.diagnostics.report(
            Diagnostic(
              "unreachable-case",
              "“\(name)” never takes effect, whatever the error: \(reason). Fix the rules, or expect another rule.",
              at: item.place))
        }
      }
    }
  }

  private static func offTheWay(
    _ name: String, _ responder: String, _ way: [String], _ ending: Explanation.Ending,
    _ item: Expectation.Item
  ) -> Diagnostic {
    let reason =
      way.isEmpty
      ? "no responder receives it"
      : ending.passedThrough.contains(responder)
        ? "“\(responder)” is disabled" : "it escalates along \(way.joined(separator: " → "))"
    return Diagnostic(
      "unreachable-case",
      "This error never reaches “\(name)”: \(reason). Change its origin, or expect another rule.",
      at: item.place)
  }

  private mutating func neverAnswers(_ clause: Int, _ compilation: RuleSet.Compilation) -> String? {
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    let reasoner = self.reasoner ?? Reasoner(chain, program)
    self.reasoner = reasoner
    return CoverageReasons.never(reasoner.reachability(ofClause: clause), chain)
  }

  package mutating func runExamples() {
    guard let chain = compilation.chain, let program = compilation.program else { return }
    var runner = CaseRunner(chain, limits: limits, failing: failing)
    var group = RuleSetResult.Group(file: result.file, isExamples: true, rules: result.file)
    let examples = ExampleList(program, chain).examples
    for example in examples {
      guard chosenRule == nil || chosenRule == example.name, isWanted(example.name) else {
        result.leftOut += 1
        continue
      }
      group.results.append(run(example, &runner))
    }
    guard !examples.isEmpty else { return }
    result.groups.append(group)
    add(runner.coverage.counts)
  }

  private mutating func run(_ example: RuleExample, _ runner: inout CaseRunner) -> TestResult {
    guard !ExampleRunner.holds(example, &runner) else {
      return TestResult(
        name: example.name, place: example.error.range, status: .passed, redactor)
    }
    failures += 1
    let place = example.places.first
    let error = JSONWriter.line(example.error)
    let (own, record) = (redactor.about(json: error), Array(error.utf8))
    let explanation = place.flatMap { runner.explanation(of: record, at: $0.responder, own) }
    let failure = TestResult.Failure(
      sentence: example.sentence,
      rejection: explanation == nil ? runner.rejection(of: record) : nil,
      error: error, resolution: explanation?.resolution ?? "",
      explanation: failures <= Self.explained ? explanation : nil, own)
    return TestResult(
      name: example.name, place: example.error.range, status: .failed, failure: failure, own)
  }

  /// - Parameter admits: whether records of a time are wanted.
  package mutating func cover(
    _ stream: FileDescriptor, named name: String = "", times: TimeDefaults = TimeDefaults(),
    admits: (Timestamp?) -> Bool = { _ in true }
  ) throws(FoundRecords.Failure) -> (StreamContents, StreamFault?) {
    guard let chain = compilation.chain else { return (StreamContents(), nil) }
    var runner = CaseRunner(chain, limits: limits, failing: failing)
    let read = try runner.cover(stream, named: name, times: times, admits: admits)
    add(runner.coverage.counts)
    return read
  }

  private mutating func add(_ counts: CoverageCounter.Counts) {
    if self.counts == nil { self.counts = counts } else { self.counts?.add(counts) }
  }

  package mutating func concludeCoverage(withReasons: Bool) {
    guard let chain = compilation.chain else { return }
    let counts = counts ?? CoverageCounter(chain).counts
    guard let list = CoverageList(compilation, counts) else { return }
    var items = list.items
    if withReasons, let reasons = CoverageReasons(compilation, counts) {
      for index in items.indices where !items[index].isCovered {
        items[index].reason = reasons.reason(items[index])
      }
    }
    result.coverage = CoverageReport(file: result.file, items: items)
  }
}
