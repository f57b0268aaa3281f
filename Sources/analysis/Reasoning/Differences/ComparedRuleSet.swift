internal import Source
internal import Engine
internal import Records
internal import RuleLanguage

final class ComparedRuleSet {
  let program: RuleProgram
  let walker: Walker
  private let recorded: IncomingErrors
  private let unwrapped: IncomingErrors
  /// The errors that an entry of `defaults.unwrap` makes are compared, not the recorded ones.
  var comparesUnwrapped = false
  /// The names of the responder and rule count as well.
  let namesClauses: Bool

  init(_ program: RuleProgram, _ walker: Walker, namesClauses: Bool) {
    self.program = program
    self.walker = walker
    self.namesClauses = namesClauses
    recorded = IncomingErrors(program, walker, trustsTypes: false, start: .recorded)
    unwrapped = IncomingErrors(program, walker, trustsTypes: false, start: .unwrapped)
  }

  var incoming: IncomingErrors { comparesUnwrapped ? unwrapped : recorded }

  /// The error that starts at a responder.
  var form: ErrorForm {
    comparesUnwrapped ? unwrapped.unwrapped?.form ?? translator.forms.recorded : translator.forms.recorded
  }

  /// That it is an error, that no entry of `defaults.unwrap` replaces it, and that it is not ignored.
  var isStarting: [ResponderWalk.Claim] {
    comparesUnwrapped ? unwrapped.unwrappedClaims : recorded.unreplaced
  }

  /// Aspects may be missing: too many paths or causes.
  var isCut: Bool { recorded.isCut || unwrapped.isCut || isWalkCut || walker.translator.exceedsCauses }
  private var isWalkCut = false

  private var translator: Translator { walker.translator }

  func visits(_ responder: Int, events: Bool) -> [(path: IncomingErrors.Path, walk: ResponderWalk)] {
    let paths =
      events
      ? [incoming.directEvent(responder)] + incoming.eventsFromBelow(responder)
      : incoming.starting(at: responder) + incoming.fromBelow(responder)
    return paths.map { path in
      let walk = events ? walker.eventWalk(responder, path.form) : walker.walk(responder, path.form)
      isWalkCut = isWalkCut || walk.isCut
      return (path, walk)
    }
  }

  /// So that all reachable forms of errors exist.
  func visitAll() {
    for responder in enabled { for events in [false, true] { _ = visits(responder, events: events) } }
  }

  private lazy var actions = program.clauses.map { "\($0.actions)" }
  private var retries: [Int: String] = [:]

  private lazy var enabled = program.responders.indices.filter { program.responders[$0].isEnabled }

  private func aspect(_ behavior: String, _ done: ResponderWalk.ClauseEffect, _ path: IncomingErrors.Path)
    -> Aspect
  {
    // The origin identifies the errors.
    let start = path.origin.map { [$0.leaves] } ?? []
    let priorClaims = path.priorClaims + done.before
    return Aspect(behavior, clause: done.clause, own: [done.condition] + start) {
      priorClaims.leave(about: $0)
    }
  }

  // Outcomes

  /// Every error has exactly one, and one more if an event rule raises an error.
  func ends() -> [Aspect] {
    var aspects: [Aspect] = []
    for responder in enabled {
      for (path, walk) in visits(responder, events: false) {
        for end in walk.ends { aspects.append(aspect(text(ofEnd: end), end, path)) }
        guard incoming.parent(of: responder) == nil else { continue }
        let root = program.responders[incoming.root(of: responder)]
        aspects += unhandled("\(root.unhandled) \(root.unhandledReport)", path, walk)
      }
    }
    let answered = isStarting.map { $0.leaves }
    for (responder, root) in program.responders.enumerated() where root.parent == nil {
      let start = incoming.startsWithoutEnabled(below: responder)
      aspects.append(
        Aspect("unhandled \(root.unhandled) \(root.unhandledReport)", own: [start]) { _ in answered })
    }
    aspects.append(
      Aspect("unhandled \(program.unhandledWithoutPath)", own: [incoming.startsNowhere]) { _ in answered })
    if let ignored = program.ignored {
      let isError = isStarting.filter { $0.clause != IncomingErrors.ignoring }.map { $0.leaves }
      let formula = translator.formula(ignored, of: form)
      aspects.append(Aspect("ignored", own: [formula]) { _ in isError })
    }
    return aspects
  }

  func eventEnds() -> [Aspect] {
    enabled.flatMap { responder in
      visits(responder, events: true).flatMap { path, walk in
        walk.ends.map { aspect(text(ofEnd: $0), $0, path) }
          + (incoming.parent(of: responder) == nil ? unhandled("event", path, walk) : [])
      }
    }
  }

  private func unhandled(_ how: String, _ path: IncomingErrors.Path, _ walk: ResponderWalk) -> [Aspect] {
    walk.escalations.map { escalation in
      let priorClaims = path.priorClaims + escalation.priorClaims
      return Aspect(
        "unhandled \(how)\(text(of: escalation.form))", own: path.origin.map { [$0.leaves] } ?? []
      ) {
        priorClaims.leave(about: $0)
      }
    }
  }

  // Effects along the path

  /// The effects on errors, or events, that continue.
  func effects(events: Bool) -> [Aspect] {
    enabled.flatMap { responder in
      visits(responder, events: events).flatMap { path, walk in
        walk.effects.compactMap { done in
          let clause = program.clauses[done.clause]
          guard !clause.actions.isEmpty else { return nil }
          let behavior = "does \(actions[done.clause])\(text(of: done.form))\(name(of: done.clause))"
          return aspect(behavior, done, path)
        }
      }
    }
  }

  func always() -> [Aspect] {
    enabled.flatMap { responder -> [Aspect] in
      guard let clause = program.responders[responder].alwaysIndex else { return [] }
      let policy = program.responders[responder].policy.always
      return visits(responder, events: false).map { path, _ in
        let behavior = "always \(policy) \(actions[clause])\(name(of: clause))"
        return Aspect(behavior, clause: clause, own: path.origin.map { [$0.leaves] } ?? []) {
          path.priorClaims.leave(about: $0)
        }
      }
    }
  }

  func categories() -> [Aspect] {
    let form = form
    let names = program.categories.map { $0.name.text }
    let answered = isStarting.map { $0.leaves }
    return names.map { name in
      let isIt = translator.formula(
        .compare(.field(.category), .equal(.string(name)), Walker.nowhere), of: form)
      return Aspect("category \(name)", own: [isIt]) { _ in answered }
    }
  }

  // State

  func remembered(by clause: Int) -> [Aspect] {
    let declared = program.clauses[clause]
    guard program.responders[declared.responder].isEnabled, declared.isEnabled else { return [] }
    if declared.kind == .always { return always().filter { $0.clause == clause } }
    return visits(declared.responder, events: declared.kind == .eventRule).flatMap { path, walk -> [Aspect] in
      var aspects = (walk.ends + walk.effects).filter { $0.clause == clause && !$0.clauseVerdict.isExhausted }
        .map {
          aspect("\($0.clauseVerdict.isGranted)", $0, path)
        }
      if declared.rate != nil {
        for branch in walk.branches {
          guard let before = branch.priorClaims(before: clause) else { continue }
          let condition = translator.formula(declared.condition, of: branch.form)
          let counted = ResponderWalk.ClauseEffect(
            form: branch.form, clause: clause, clauseVerdict: .verdict(nil), before: before,
            condition: condition)
          aspects.append(aspect("counted", counted, path))
        }
      }
      return aspects
    }
  }

  /// The order of evaluation: lower responders come first.
  func order(of aspects: [Aspect]) -> [String: ClosedRange<Int>] {
    var order: [String: ClosedRange<Int>] = [:]
    for aspect in aspects {
      guard let clause = aspect.clause else { continue }
      let rank = rank(of: clause)
      order[aspect.behavior] =
        order[aspect.behavior].map { min($0.lowerBound, rank)...max($0.upperBound, rank) } ?? rank...rank
    }
    return order
  }

  private func rank(of clause: Int) -> Int {
    let declared = program.clauses[clause]
    var height = 0
    var next = program.responders[declared.responder].parent
    while let parent = next {
      height += 1
      next = program.responders[parent].parent
    }
    let rules =
      declared.kind == .eventRule
      ? Array(program.responders[declared.responder].eventIndices) : walker.rules(of: declared.responder)
    let position = rules.firstIndex(of: clause) ?? rules.count
    return (program.responders.count - height) * (program.clauses.count + 1) + position
  }

  // Texts

  /// Equal outcomes have equal descriptions on both sides.
  private func text(ofEnd end: ResponderWalk.ClauseEffect) -> String {
    let clause = program.clauses[end.clause]
    let responder = program.responders[clause.responder]
    let how: String
    switch end.clauseVerdict {
    case .verdict(.evaluation(let evaluation)): how = "handled \(evaluation)"
    case .verdict(.retryByPerson): how = "handled retry by a person"
    case .verdict(.emit(let event, let evaluation)):
      how = "handled \(evaluation), \(event) at \(responder.id.text)"
    case .verdict(.handled): how = "handled"
    case .verdict(.raise(let error)): how = "raises \(error) at \(responder.id.text)"
    case .verdict: how = "handled \(Evaluation.proceed)"
    case .granted(let policy):
      how =
        retries[end.clause]
        ?? "retry \(policy.maxAttempts) \(policy.per) \(policy.within) \(policy.backoff) \(policy.limitsText)"
      // Buttons have no budgets, so a clause grants only one kind of retry.
      retries[end.clause] = how
    case .exhausted(.evaluation(let evaluation)): how = "handled \(evaluation)"
    case .exhausted: how = "exhausted"
    case .unanswered: how = "handled \(Evaluation.cancel)"
    }
    // Under match: all the actions of each rule are separate effects.
    let runsAll = responder.policy.match == .all && clause.kind == .rule
    let actions = runsAll || end.clauseVerdict.isExhausted ? "" : " \(actions[end.clause])"
    return "\(how)\(actions)\(text(of: end.form))\(name(of: end.clause))"
  }

  private func text(of form: ErrorForm) -> String {
    form === translator.forms.recorded ? "" : " as \(form.identity)"
  }

  private func name(of clause: Int) -> String {
    guard namesClauses else { return "" }
    let declared = program.clauses[clause]
    return " by \(program.responders[declared.responder].id.text)/\(declared.name)"
  }
}

extension RetryPolicy {
  /// Equal limits have equal descriptions.
  fileprivate var limitsText: String {
    "\(deadline.map { "\($0.microseconds)" } ?? "-") \(quota.map { "\($0)" } ?? "-")"
  }
}
