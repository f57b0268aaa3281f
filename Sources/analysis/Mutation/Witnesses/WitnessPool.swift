internal import Records
internal import Source
internal import Bytes
internal import Engine
internal import RuleLanguage
internal import Reasoning
internal import Suites

/// Errors that cover each part of a rule set, tried first on every mutant.
enum WitnessPool {
  private static let wrappedRules = 50

  static func errors(of subject: MutationSubject) -> [String] {
    guard let runner = MutantRunners(subject, with: nil).runner(0) else { return [] }
    let reasoner = Reasoner(runner.chain, runner.program)
    let program = runner.program
    var errors: [String] = []
    for responder in program.responders where responder.isEnabled {
      let origin = responder.id.text.json
      errors.append("{\"message\": \"Something went wrong.\", \"origin\": \(origin)}")
      errors.append("{\"event\": \"unknown\", \"origin\": \(origin)}")
    }
    for origin in program.origins {
      errors.append("{\"message\": \"Something went wrong.\", \"origin\": \(origin.name.json)}")
    }
    for index in program.clauses.indices where program.clauses[index].kind != .always {
      let witness = reasoner.reachability(ofClause: index).answer.witness?.json
      errors += [witness].compactMap { $0 }
      for place in program.clauses[index].failures.indices {
        let results = Array(repeating: "\"ok\"", count: place) + ["\"failed\""]
        errors += [witness].compactMap { $0 }
          .map { "\($0.dropLast()),\"performed\":[\(results.joined(separator: ","))]}" }
      }
      if let witness, case .retry(let policy)? = program.clauses[index].verdict,
        let deadline = policy.deadline
      {
        // At the deadline, and past half of it.
        for elapsed in [deadline.microseconds, deadline.microseconds / 4 * 3] {
          errors.append("{\"elapsed\": \"\(Double(elapsed) / 1_000_000)s\", \(witness.dropFirst())")
        }
      }
      if let witness, case .retry(let policy)? = program.clauses[index].verdict,
        policy.retryAfter != RetryPolicy.RetryAfter()
      {
        // Less than the longest that may be asked for, and more.
        let most = (policy.retryAfter.max ?? policy.backoff.max).microseconds
        for asked in [most / 4 * 3, most / 2 * 3] {
          errors.append("{\"retryAfter\": \(Double(asked) / 1_000_000), \(witness.dropFirst())")
        }
      }
      let buttons =
        program.clauses[index].actions.compactMap { $0.alert }.first { $0.decides }?.buttons ?? []
      for button in buttons.indices {
        errors += [reasoner.reachability(ofButton: button, atClause: index).answer.witness?.json].compactMap {
          $0
        }
      }
    }
    for index in program.categories.indices {
      errors += [reasoner.reachability(ofCategory: index).answer.witness?.json].compactMap { $0 }
    }
    for breaker in program.breakers {
      errors += [reasoner.satisfiable(breaker.condition).witness?.json].compactMap { $0 }
    }
    // Errors of the first rules in each wrapper.
    for entry in program.unwraps {
      for rule in program.clauses.filter({ $0.kind == .rule && $0.isEnabled }).prefix(wrappedRules) {
        let wrapped = reasoner.satisfiable(.all([entry.condition, entry.leads(to: rule.condition)]))
        errors += [wrapped.witness?.json].compactMap { $0 }
      }
    }
    var seen: Set<String> = []
    return errors.filter { seen.insert($0).inserted }
  }
}
