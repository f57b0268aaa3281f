internal import Source
internal import Engine
internal import RuleLanguage

/// Clauses with the same condition and state, provided that the same errors reach both.
struct Counterparts {
  /// The clause of the first rule set for each of the second.
  private(set) var first: [Int: Int] = [:]
  private(set) var remembering: [(Int, Int)] = []

  private struct Effects: Hashable {
    let kind: ClauseKind
    let actions: Int
    let verdict: Int
    let rate: Int

    init(_ clause: RuleProgram.Clause, _ numbers: EffectNumbers) {
      kind = clause.kind
      actions = numbers.number(of: clause.actions)
      verdict = numbers.number(of: clause.verdict)
      rate = numbers.number(of: clause.rate)
    }
  }

  init(
    _ program: RuleProgram, _ other: RuleProgram, alike: [Int: Int] = [:], _ numbers: EffectNumbers
  ) {
    first = alike
    for clause in alike.keys.sorted() where other.clauses[clause].remembers {
      if let counterpart = alike[clause] { remembering.append((counterpart, clause)) }
    }
    let taken = Set(alike.values)
    var open: [Effects: [Int]] = [:]
    for clause in program.clauses.indices where !taken.contains(clause) {
      open[Effects(program.clauses[clause], numbers), default: []].append(clause)
    }
    // By name first, then by position.
    for isByName in [true, false] {
      for clause in other.clauses.indices where first[clause] == nil {
        let effects = Effects(other.clauses[clause], numbers)
        let candidates = open[effects] ?? []
        let name = Self.name(clause, other)
        guard let index = candidates.firstIndex(where: { !isByName || Self.name($0, program) == name }) else {
          continue
        }
        first[clause] = candidates[index]
        open[effects]?.remove(at: index)
        if other.clauses[clause].remembers { remembering.append((candidates[index], clause)) }
      }
    }
  }

  /// The shared quotas of both are the same, and so are the clauses that take tokens from them.
  func agreesOnQuotas(_ program: RuleProgram, _ other: RuleProgram) -> Bool {
    if program.quotas.isEmpty, other.quotas.isEmpty { return true }
    func takers(_ program: RuleProgram) -> [Int] {
      program.clauses.indices.filter {
        program.clauses[$0].isEnabled && program.clauses[$0].sharingVerdict != nil
      }
    }
    let counterparts = Set(takers(other).map { first[$0] ?? -1 })
    return program.quotas.isIdentical(other.quotas) && counterparts == Set(takers(program))
  }

  private static func name(_ clause: Int, _ program: RuleProgram) -> [String] {
    let declared = program.clauses[clause]
    return [program.responders[declared.responder].id.text, declared.name]
  }
}

extension RuleProgram.Clause {
  /// The effect depends on earlier errors.
  var remembers: Bool {
    rate != nil || verdict?.counts == true || actions.contains { $0.remembers }
  }
}

extension Verdict {
  fileprivate var counts: Bool { if case .retry(let policy) = self { policy.maxAttempts > 1 } else { false } }
}

extension Action {
  fileprivate var remembers: Bool {
    if throttle != nil || alert?.coalesce != nil || failed?.counts == true { return true }
    return alert?.buttons.contains { button in
      button.verdict?.counts == true || button.actions.contains { $0.remembers }
    } ?? false
  }
}
