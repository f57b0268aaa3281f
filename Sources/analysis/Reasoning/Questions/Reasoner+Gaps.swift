internal import Engine
package import Records
package import RuleLanguage

extension Reasoner {
  /// An error that is not handled: starting at `start` (nil: anywhere), satisfying `condition`, such as a
  /// contract's type, and reaching `root` (nil: any).
  package func unanswered(
    startingAt start: Int? = nil, satisfying condition: Condition? = nil, reaching root: Int? = nil
  ) -> Satisfiability {
    recordsOfState = []
    func fitting(_ form: ErrorForm) -> Formula { condition.map { translator.formula($0, of: form) } ?? .yes }
    func requirements(_ others: [Formula]) -> [Requirements] {
      let recorded = Requirements(
        formulas: [fitting(translator.forms.recorded)] + others, claims: incoming.unreplacedClaims)
      return [recorded] + (incoming.unwrapped.map { [$0.requirements([fitting($0.form)] + others)] } ?? [])
    }
    var named: Set<Int>?
    if case .category(let indices, _) = condition { named = indices }
    let check = { (run: WitnessRunner.Run) in
      let categories = run.categories.union([run.category, run.lastCategory].compactMap { $0 })
      return !run.isHandled && (root == nil || run.root == root)
        && named.map { !categories.isDisjoint(with: $0) } ?? true
    }
    if let start { return unanswered(startingAt: [start], fitting, root, check) }
    // Errors that no responder receives.
    for place in program.responders.indices where program.responders[place].parent == nil {
      guard !program.responders[place].isEnabled, root == nil || root == place else { continue }
      let start = incoming.startsWithoutEnabled(below: place)
      let answer = decide(requirements([start]), check)
      guard answer.isNever else { return answer }
    }
    let enabled = program.responders.indices.filter { program.responders[$0].isEnabled }
    let roots = enabled.filter {
      incoming.parent(of: $0) == nil && (root == nil || incoming.root(of: $0) == root)
    }
    let answer = unanswered(startingAt: roots, fitting, root, check)
    guard answer.isNever else { return answer }
    // Escalated errors are covered too, if origins don't matter.
    let form = translator.forms.recorded
    let isClosed = roots.allSatisfy { place in
      incoming.answered.contains(place)
        || walker.walk(place, form).escalations.allSatisfy { escalation in
          isEmpty(
            Requirements(
              formulas: [fitting(form)], claims: incoming.unreplacedClaims + escalation.priorClaims))
        }
    }
    let isOneForm = !program.makesForms && program.unwraps.isEmpty
    if isClosed,
      isOneForm
        || roots.allSatisfy({ incoming.fromBelow($0).allSatisfy { $0.form === form } }) && !incoming.isCut
    {
      return .never
    }
    let others = enabled.filter {
      incoming.parent(of: $0) != nil && (root == nil || incoming.root(of: $0) == root)
    }
    return unanswered(startingAt: others, fitting, root, check)
  }

  /// The number of steps to follow a path through a responder.
  private static let stepsOfPath = 4

  private func unanswered(
    startingAt starts: [Int], _ fitting: (ErrorForm) -> Formula, _ root: Int?,
    _ check: (WitnessRunner.Run) -> Bool
  ) -> Satisfiability {
    var answer = Satisfiability.never
    var isOpen = false
    for start in starts {
      // Neither the number of causes nor the effort matters here.
      if incoming.answered.contains(start) { continue }
      isOpen = true
      guard let first = incoming.firstEnabled(from: start) else {
        let started = incoming.startsWithoutEnabled(below: incoming.root(of: start))
        var errors = [
          Requirements(
            formulas: [started, fitting(translator.forms.recorded)], claims: incoming.unreplacedClaims)
        ]
        if let unwrapped = incoming.unwrapped {
          errors.append(unwrapped.requirements([started, fitting(unwrapped.form)]))
        }
        let one = decide(errors, check)
        guard one.isNever else { return one }
        continue
      }
      // Whether the condition holds is fitting of the error as it starts.
      var paths = incoming.starting(at: first).map { (fitting: fitting($0.form), path: $0) }
      var place: Int? = first
      while let responder = place {
        if let budget = solver.budget {
          guard budget.left > 0 else {
            budget.undecided += 1
            return .notDecided(.limit)
          }
          budget.spend(paths.count * Self.stepsOfPath)
        }
        paths = paths.flatMap { start in
          incoming.escalated(start.path, by: responder).map { (start.fitting, $0) }
        }
        place = incoming.parent(of: responder)
        if paths.count > 256 { return .notDecided(.limit) }
      }
      let one = decide(paths.map { $0.path.requirements([$0.fitting]) }, check)
      switch one {
      case .shown: return one
      case .notDecided: answer = one
      case .depends: if answer.isNever { answer = one }
      case .never: continue
      }
    }
    if answer.isNever, isOpen, incoming.isCut || translator.exceedsCauses { return .notDecided(.limit) }
    return answer
  }

  /// An unhandled event, with any name if `named` is nil.
  package func unhandledEvent(named event: String?, startingAt start: Int) -> Satisfiability {
    guard let first = incoming.firstEnabled(from: start) else { return .never }
    let isNamed = event.map {
      translator.is_(.member(errorNode: 0, .event), ValueSet(texts: TextSet([$0])))
    }
    var paths = [incoming.directEvent(first)]
    var place: Int? = first
    while let responder = place {
      paths = paths.flatMap { incoming.eventsEscalated($0, by: responder) }
      place = incoming.parent(of: responder)
      if paths.count > 256 { return .notDecided(.limit) }
    }
    return decide(paths.map { $0.requirements([isNamed ?? .yes]) }) { !$0.isHandled }
  }

  /// An error that the event rule raises is not handled from its parent upwards.
  package func unansweredRaise(by clause: Int) -> Satisfiability {
    let responder = program.clauses[clause].responder
    guard program.responders[responder].isEnabled, let parent = incoming.parent(of: responder) else {
      return .never
    }
    var paths = incoming.raised(by: clause)
    var place: Int? = parent
    while let responder = place {
      paths = paths.flatMap { incoming.escalated($0, by: responder) }
      place = incoming.parent(of: responder)
      if paths.count > 256 { return .notDecided(.limit) }
    }
    let answer = decide(paths.map { $0.requirements([]) }) {
      $0.fired.contains(clause) && $0.leavesRaisedUnanswered
    }
    return answer.isNever && (incoming.isCut || translator.exceedsCauses) ? .notDecided(.limit) : answer
  }

  /// False if it is proved that none does.
  package func mayMatch(_ condition: Condition, errorsRaisedBy clause: Int) -> Bool {
    incoming.raised(by: clause).contains { path in
      !isEmpty([translator.formula(condition, of: path.form)] + path.holds)
    }
  }

  package func satisfiable(_ condition: Condition) -> Satisfiability {
    decide(errors(satisfying: condition)) { _ in true }
  }

  /// Whether ``satisfiable(_:)`` is `never`; cheaper, because no example is run.
  package func isImpossible(_ condition: Condition) -> Bool {
    errors(satisfying: condition).allSatisfy { isEmpty($0) }
  }

  /// The errors as recorded, and unwrapped.
  private func errors(satisfying condition: Condition) -> [Requirements] {
    let forms = [translator.forms.recorded] + (incoming.unwrapped.map { [$0.form] } ?? [])
    return forms.map {
      Requirements(formulas: [translator.formula(condition, of: $0)], claims: incoming.anyErrorClaims)
    }
  }

  /// No event with the given members, none of them a list. False if undecided.
  package func excludesEvents(_ condition: Condition, where members: [(Subject, Comparison)]) -> Bool {
    let form = translator.forms.recorded
    let known = members.map { translator.access($0.0, form, .whole, translator.values($0.1)) }
    return isEmpty([translator.formula(condition, of: form)] + known)
  }

  /// `never` proves that the first condition implies the second.
  package func counterexample(toSubset first: Condition, of second: Condition) -> Satisfiability {
    satisfiable(.all([first, .not(second)]))
  }
}
