internal import Engine
internal import Source
internal import Reasoning
internal import Secrets
internal import Suites

struct MutantFinding: Sendable {
  let outcome: MutantOutcome
  let kept: MutationCache.Finding
}

/// Searches for errors that a mutant evaluates differently, or for a proof that there are none.
final class WitnessSearch {
  private let base: MutantRunner
  private let subject: MutationSubject
  private let pool: [TestStep]
  private let redactor: Redactor
  private lazy var answers: [String?] = pool.map { base.observations(of: [$0]).last?.json }
  private lazy var reasoner = Reasoner(base.chain, base.program, limits: Self.limits)
  /// A reasoner for local questions about all errors, including those that `types` excludes but that may be recorded.
  private lazy var narrowReasoner = Reasoner(aboutAll: base.chain, base.program)

  /// The limits of a comparison: a tenth of the usual ones, because there are many mutants.
  private static var limits: ReasoningLimits {
    var limits = ReasoningLimits()
    limits.steps /= 10
    return limits
  }

  init(_ base: MutantRunner, _ subject: MutationSubject, _ pool: [String], _ redactor: Redactor) {
    self.base = base
    self.subject = subject
    self.redactor = redactor
    self.pool = pool.compactMap { WitnessSteps.step($0) }
  }

  func finding(
    _ mutation: Mutation, _ runners: MutantRunners, _ runner: MutantRunner, _ seen: MutantTrial.Seen?
  )
    -> MutantFinding
  {
    // A difference that no expectation can express is reported only if nothing else is found.
    var plain: MutantFinding?
    func isFound(_ finding: MutantFinding?) -> Bool {
      guard let finding else { return false }
      if plain == nil { plain = finding }
      guard case .survived(.shown(let shown)) = finding.outcome, shown.testCase != nil else { return false }
      plain = finding
      return true
    }
    if isFound(finding(mutation, runners, seenAt: seen)), let plain { return plain }
    for (index, step) in pool.enumerated() where runner.observations(of: [step]).last?.json != answers[index]
    {
      if isFound(shown([step], mutation, base, runner)), let plain { return plain }
    }
    for step in OriginProbes.errors(of: mutation) {
      if isFound(shown([step], mutation, base, runner)), let plain { return plain }
    }
    let roots = subject.program.roots
    if let narrow = LocalEquivalence(mutation, of: roots, base.program, runner.program, narrowReasoner) {
      for witness in narrow.witnesses {
        guard let step = WitnessSteps.step(witness.json) else { continue }
        if isFound(shown([step], mutation, base, runner)), let plain { return plain }
      }
      if narrow.isProven, plain == nil { return MutantFinding(outcome: .equivalent, kept: .equivalent) }
    }
    let other = Reasoner(runner.chain, runner.program, limits: Self.limits)
    let compared = other.differences(from: reasoner, comparesClauses: true, upTo: 3)
    for witness in compared.witnesses {
      guard let step = WitnessSteps.step(witness.json) else { continue }
      if isFound(shown([step], mutation, base, runner)), let plain { return plain }
    }
    var answer = compared.answer
    if answer.isNever {
      answer = CategoryDifference.answer(base.program, runner.program, narrowReasoner)
      if let witness = answer.witness, let step = WitnessSteps.step(witness.json),
        isFound(shown([step], mutation, base, runner)), let plain
      {
        return plain
      }
      // The path of an error is compared separately.
      if answer.isNever, plain == nil, !mutation.changesPaths {
        return MutantFinding(outcome: .equivalent, kept: .equivalent)
      }
    }
    if let plain { return plain }
    for steps in WitnessSequences.candidates(mutation, base, pool) {
      if isFound(shown(steps, mutation, base, runner)), let plain { return plain }
    }
    if let plain { return plain }
    if case .depends = answer { return MutantFinding(outcome: .survived(.depends), kept: .depends) }
    return MutantFinding(outcome: .survived(.notDecided), kept: .notDecided)
  }

  /// The first difference that a case produced without expecting it.
  private func finding(_ mutation: Mutation, _ runners: MutantRunners, seenAt seen: MutantTrial.Seen?)
    -> MutantFinding?
  {
    guard let seen else { return nil }
    let test = subject.tests[seen.test]
    let steps = WitnessSteps.steps(of: test.testCase, upTo: seen.step, turn: seen.turn)
    // The assumptions of a suite hold for it alone.
    guard let mutant = runners.runner(test.variant),
      let own = test.variant == 0 ? base : MutantRunners(subject, with: nil).runner(test.variant)
    else { return nil }
    return shown(steps, mutation, own, mutant, seenIn: test.testCase.name)
  }

  /// Restores a finding from the cache. Nil if it can no longer be shown.
  func finding(_ kept: MutationCache.Finding, _ runner: MutantRunner, _ mutation: Mutation) -> MutantFinding?
  {
    switch kept {
    case .equivalent: return MutantFinding(outcome: .equivalent, kept: kept)
    case .depends: return MutantFinding(outcome: .survived(.depends), kept: kept)
    case .notDecided: return MutantFinding(outcome: .survived(.notDecided), kept: kept)
    case .shown(let steps, let seenIn):
      let read = steps.compactMap {
        WitnessSteps.step($0.error, times: $0.times, every: $0.every, at: $0.time)
      }
      guard read.count == steps.count else { return nil }
      return shown(read, mutation, base, runner, seenIn: seenIn)
    }
  }

  private func shown(
    _ steps: [TestStep], _ mutation: Mutation, _ base: MutantRunner, _ mutant: MutantRunner,
    seenIn: String? = nil
  ) -> MutantFinding? {
    let (own, other) = (base.observations(of: steps), mutant.observations(of: steps))
    guard own.count == other.count, let index = own.indices.first(where: { own[$0].json != other[$0].json })
    else {
      return nil
    }
    // Later errors are not needed.
    var rest = index + 1
    var told: [TestStep] = []
    for step in steps where rest > 0 {
      let times = min(rest, step.times)
      told.append(step.with(times: times))
      rest -= times
    }
    let witness = WitnessCase(told, own[index], other[index], base, mutant)
    let texts = witness.outcomes
    let hider = told.reduce(redactor) { $0.about(json: JSONWriter.line($1.error)) }
    let shown = MutantWitness.Shown(
      steps: told.map { $0.redacted(by: hider) }, seenIn: seenIn.map { hider.text($0) },
      before: hider.text(texts.before), after: hider.text(texts.after),
      testCase: witness.text(named: CaseName.text(of: mutation)).map { hider.text($0) })
    let kept = told.map {
      MutationCache.Step(
        error: String(decoding: $0.record, as: UTF8.self), times: $0.times, every: $0.every, time: $0.time)
    }
    return MutantFinding(outcome: .survived(.shown(shown)), kept: .shown(kept, seenIn: seenIn))
  }
}

extension TestStep {
  fileprivate func with(times: Int) -> TestStep {
    TestStep(
      place: place, record: record, error: error, time: time, times: times, every: every, expectation: nil)
  }

  fileprivate func redacted(by redactor: Redactor) -> TestStep {
    let json = JSONWriter.line(error)
    let shown = redactor.json(json)
    var diagnostics = Diagnostics()
    guard shown != json,
      let node = SourceReader().read(name: "error.json", bytes: Array(shown.utf8), into: &diagnostics).node
    else { return self }
    return TestStep(
      place: place, record: Array(shown.utf8), error: node, time: time, times: times, every: every,
      expectation: expectation)
  }
}

extension Mutation {
  fileprivate var changesPaths: Bool { kind == "change-parent" }
}

enum CaseName {
  static func text(of mutation: Mutation) -> String {
    let change = mutation.after.isEmpty ? "without \(mutation.before)" : "not \(mutation.after)"
    return "line \(mutation.place.start.line): \(change)"
  }
}
