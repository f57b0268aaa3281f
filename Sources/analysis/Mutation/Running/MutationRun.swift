internal import Reasoning
package import Secrets
internal import Suites

package struct MutationRun: Sendable {
  package struct Options: Sendable {
    /// The number of threads. It does not affect the result.
    package var jobs = 1
    /// The largest number of mutants to try, and the seed to choose them.
    package var most = Int.max
    package var seed: UInt64 = 0
    /// The redactor of the tested errors in the result; the rules stay as they are written.
    package var redactor = Redactor.off
    package var isOver: @Sendable () -> Bool = { false }

    package init() {}
  }

  private let subject: MutationSubject
  private let mutations: [Mutation]
  private let options: Options
  private let all: Int

  package init(_ subject: MutationSubject, _ operators: [any MutationOperator], _ options: Options) {
    self.subject = subject
    self.options = options
    let mutations = MutationOperators.mutations(of: subject.program, by: operators)
    all = mutations.count
    self.mutations = MutantSample.chosen(mutations, most: options.most, seed: options.seed)
  }

  /// Tries the mutants. Results in `cache` are reused, and new ones are added.
  package nonisolated(nonsending) func run(_ cache: inout MutationCache) async -> MutationResult {
    let keys = MutantKeys(subject)
    let known = cache
    let first = await inParallel(Array(mutations.indices)) { indices in
      Self.trials(indices, mutations, subject, keys, known, options)
    }
    let outcomes = Dictionary(uniqueKeysWithValues: first)
    let survivors = mutations.indices.filter { index in
      if case .unnoticed? = outcomes[index] { true } else { false }
    }
    let pool = survivors.isEmpty ? [] : WitnessPool.errors(of: subject)
    let seconds = await inParallel(survivors) { indices in
      Self.show(indices, mutations, outcomes, subject, pool, keys, known, options)
    }
    return conclude(outcomes, Dictionary(uniqueKeysWithValues: seconds), &cache)
  }

  private func conclude(
    _ outcomes: [Int: MutantTrial], _ findings: [Int: MutantFinding], _ cache: inout MutationCache
  ) -> MutationResult {
    var result = MutationResult(
      file: subject.file, all: all, cases: subject.cases, examples: subject.examples)
    let testsKey = subject.testsKey
    for (index, mutation) in mutations.enumerated() {
      switch outcomes[index] {
      case nil: result.mutants.append(MutantResult(mutation: mutation, outcome: .notTried))
      case .invalid(let key):
        result.invalid += 1
        cache.note(key, .invalid)
      case .noticed(let test, let key):
        cache.note(key, .noticed(by: test.map { subject.tests[$0].key }))
        let name = test.map { subject.tests[$0].testCase.name } ?? "an example"
        let file = test.map { subject.tests[$0].suite }
        result.mutants.append(
          MutantResult(mutation: mutation, outcome: .noticed(by: options.redactor.text(name), in: file)))
      case .unnoticed(_, let key):
        guard let finding = findings[index] else {
          result.mutants.append(MutantResult(mutation: mutation, outcome: .notTried))
          continue
        }
        cache.note(key, .survived(tests: testsKey, finding.kept))
        result.mutants.append(MutantResult(mutation: mutation, outcome: finding.outcome))
      }
    }
    return result
  }

  /// Results carry their index, so that the order of completion does not matter.
  private nonisolated(nonsending) func inParallel<Found: Sendable>(
    _ indices: [Int], _ work: @escaping @Sendable ([Int]) -> [(Int, Found)]
  ) async -> [(Int, Found)] {
    let jobs = max(1, min(options.jobs, indices.count))
    guard jobs > 1 else { return work(indices) }
    return await withTaskGroup(of: [(Int, Found)].self) { group in
      for job in 0..<jobs {
        let own = indices.enumerated().filter { $0.offset % jobs == job }.map { $0.element }
        group.addTask { work(own) }
      }
      var found: [(Int, Found)] = []
      for await part in group { found += part }
      return found
    }
  }

  // Running the tests

  private static func trials(
    _ indices: [Int], _ mutations: [Mutation], _ subject: MutationSubject, _ keys: MutantKeys,
    _ cache: MutationCache, _ options: Options
  ) -> [(Int, MutantTrial)] {
    var results: [(Int, MutantTrial)] = []
    for index in indices {
      if options.isOver() { break }
      results.append((index, trial(mutations[index], subject, keys, cache)))
    }
    return results
  }

  private static func trial(
    _ mutation: Mutation, _ subject: MutationSubject, _ keys: MutantKeys, _ cache: MutationCache
  ) -> MutantTrial {
    let runners = MutantRunners(subject, with: mutation)
    let key = keys.key(of: runners.texts)
    switch cache[key] {
    case .invalid?: return .invalid(key: key)
    case .noticed(nil)?: return .noticed(test: nil, key: key)
    case .noticed(let test?)?:
      if let index = keys.indices[test] { return .noticed(test: index, key: key) }
    case .survived(keys.tests, _)?: return .unnoticed(nil, key: key)
    case .survived?, nil: break
    }
    guard let runner = runners.runner(0) else { return .invalid(key: key) }
    var difference: (test: Int, step: Int, turn: Int)?
    var ranExamples = false
    for (number, index) in subject.likeliestFirst(mutation).enumerated() {
      // Examples are few, and often belong to the changed rule.
      if number == 8 {
        ranExamples = true
        if breaksExamples(runner, subject) { return .noticed(test: nil, key: key) }
      }
      let test = subject.tests[index]
      guard let runner = runners.runner(test.variant) else { return .invalid(key: key) }
      let run = runner.run(test)
      if run.isBroken { return .noticed(test: index, key: key) }
      if difference == nil, let seen = run.difference { difference = (index, seen.step, seen.turn) }
    }
    if !ranExamples, breaksExamples(runner, subject) { return .noticed(test: nil, key: key) }
    return .unnoticed(
      difference.map { MutantTrial.Seen(test: $0.test, step: $0.step, turn: $0.turn) }, key: key)
  }

  /// Also true if a rule with examples is gone.
  private static func breaksExamples(_ runner: MutantRunner, _ subject: MutationSubject) -> Bool {
    let examples = runner.examples()
    return !examples.broken.isEmpty || examples.count < subject.examples
  }

  // Searching witnesses

  private static func show(
    _ indices: [Int], _ mutations: [Mutation], _ results: [Int: MutantTrial], _ subject: MutationSubject,
    _ pool: [String], _ keys: MutantKeys, _ cache: MutationCache, _ options: Options
  ) -> [(Int, MutantFinding)] {
    guard !indices.isEmpty, let base = MutantRunners(subject, with: nil).runner(0) else { return [] }
    let search = WitnessSearch(base, subject, pool, options.redactor)
    return indices.compactMap { index in
      guard case .unnoticed(let seen, let key)? = results[index] else { return nil }
      let runners = MutantRunners(subject, with: mutations[index])
      guard let runner = runners.runner(0) else { return nil }
      if case .survived(keys.tests, let kept)? = cache[key],
        let finding = search.finding(kept, runner, mutations[index])
      {
        return (index, finding)
      }
      if options.isOver() { return nil }
      return (index, search.finding(mutations[index], runners, runner, seen))
    }
  }
}
