internal import RuleLanguage
internal import Engine
internal import Records
internal import Source
internal import Suites

enum WitnessSequences {
  /// Errors of the changed clauses, often enough to exhaust budgets and rates, at once and beyond the window.
  static func candidates(_ mutation: Mutation, _ base: MutantRunner, _ pool: [TestStep]) -> [[TestStep]] {
    let errors = pool.prefix(400)
    let times = 12
    var rows: [[TestStep]] = []
    let gaps = gaps(of: mutation)
    let subjects = counted(base.program)
    for error in errors {
      for record in keyed(error, subjects) {
        for gap in gaps {
          rows += [WitnessSteps.step(record, times: times, every: gap, at: gap > 0 ? 0 : nil)].compactMap {
            $0
          }
          .map { [$0] }
        }
        if mutation.kind == "change-window", !base.program.breakers.isEmpty {
          // Some at once, which open a breaker, and one after it would have closed.
          for gap in gaps {
            let row = [
              WitnessSteps.step(record, times: times, at: 0), WitnessSteps.step(record, at: gap),
            ].compactMap { $0 }
            if row.count == 2 { rows.append(row) }
          }
        }
        guard ["change-key", "drop-throttle"].contains(mutation.kind) else { continue }
        guard let error = Node.made(json: record) else { continue }
        for other in varied(error, subjects) {
          let pair = [record, JSONWriter.line(other)].compactMap { WitnessSteps.step($0, times: 3) }
          if pair.count == 2 { rows.append(pair) }
        }
      }
    }
    return rows
  }

  private static func gaps(of mutation: Mutation) -> [Int64] {
    guard mutation.kind == "change-window" else { return [0] }
    let text = mutation.before.split(separator: " ").last.map { String($0) } ?? mutation.before
    return [TimeSpan(text).map { $0.microseconds + $0.microseconds / 2 }].compactMap { $0 }
  }

  private static func counted(_ program: RuleProgram) -> [Subject] {
    var subjects: Set<Subject> = []
    for clause in program.clauses {
      if case .retry(let policy) = clause.verdict { subjects.formUnion(policy.per) }
      subjects.formUnion(clause.rate?.per ?? [])
    }
    for breaker in program.breakers { subjects.formUnion(breaker.per) }
    for quota in program.quotas { subjects.formUnion(quota.per) }
    return subjects.sorted { $0.name < $1.name }
  }

  /// The error without an attempt, as it is, and with the counted subjects.
  private static func keyed(_ step: TestStep, _ subjects: [Subject]) -> [String] {
    let bare = step.error.without("attempt")
    var named = bare
    for (key, value) in [("operation", "load"), ("type", "Failure"), ("domain", "errors")]
    where named[key] == nil {
      named = named.with(key, .made(value))
    }
    for subject in subjects {
      switch subject {
      case .attribute(let path) where named[path] == nil: named = named.with(path, .made("one"))
      case .payload where named["payload"] == nil: named = named.with("payload", .made([.made("one")]))
      default: continue
      }
    }
    var seen: Set<String> = []
    return [bare, named].map { JSONWriter.line($0) }.filter { seen.insert($0).inserted }
  }

  /// The error with another value in a counted subject that no rule may compare.
  private static func varied(_ error: Node, _ subjects: [Subject]) -> [Node] {
    let attributes = subjects.compactMap { subject -> String? in
      if case .attribute(let path) = subject { path } else { nil }
    }
    return [error.with("operation", .made("save"))] + attributes.map { error.with($0, .made("two")) }
  }
}
