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

  private var effects: EffectNumbers { translator.errorSpace.effects }
  private lazy var actions = program.clauses.map { effects.number(of: $0.actions) }
  private lazy var names = program.clauses.map {
    namesClauses ? effects.number(of: [program.responders[$0.responder].id.text, $0.name]) : 0
  }

  private lazy var enabled = program.responders.indices.filter { program.responders[$0].isEnabled }

  private func aspect(_ behavior: Behavior, _ done: ResponderWalk.ClauseEffect, _ path: IncomingErrors.Path)
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
        for end in walk.ends { aspects.append(aspect(behavior(ofEnd: end), end, path)) }
        guard incoming.parent(of: responder) == nil else { continue }
        let root = program.responders[incoming.root(of: responder)]
        aspects += unhandled(unhandled(root.unhandled, root.unhandledReport), path, walk)
      }
    }
    let answered = isStarting.map { $0.leaves }
    for (responder, root) in program.responders.enumerated() where root.parent == nil {
      let start = incoming.startsWithoutEnabled(below: responder)
      aspects.append(
        Aspect(unhandled(root.unhandled, root.unhandledReport), own: [start]) { _ in answered })
    }
    aspects.append(
      Aspect(unhandled(program.unhandledWithoutPath, nil), own: [incoming.startsNowhere]) { _ in answered })
    if let ignored = program.ignored {
      let isError = isStarting.filter { $0.clause != IncomingErrors.ignoring }.map { $0.leaves }
      let formula = translator.formula(ignored, of: form)
      aspects.append(Aspect(Behavior(.ignored), own: [formula]) { _ in isError })
    }
    return aspects
  }

  func eventEnds() -> [Aspect] {
    enabled.flatMap { responder in
      visits(responder, events: true).flatMap { path, walk in
        walk.ends.map { aspect(behavior(ofEnd: $0), $0, path) }
          + (incoming.parent(of: responder) == nil ? unhandled(Behavior(.eventWithoutRule), path, walk) : [])
      }
    }
  }

  private func unhandled(_ evaluation: Evaluation, _ report: String?) -> Behavior {
    var behavior = Behavior(.unhandled)
    behavior.verdict = effects.number(of: .evaluation(evaluation))
    behavior.name = report.map { effects.number(of: [$0]) } ?? 0
    return behavior
  }

  private func unhandled(_ how: Behavior, _ path: IncomingErrors.Path, _ walk: ResponderWalk) -> [Aspect] {
    walk.escalations.map { escalation in
      let priorClaims = path.priorClaims + escalation.priorClaims
      var behavior = how
      behavior.form = number(of: escalation.form)
      return Aspect(behavior, own: path.origin.map { [$0.leaves] } ?? []) { priorClaims.leave(about: $0) }
    }
  }

  // Effects along the path

  /// The effects on errors, or events, that continue.
  func effects(events: Bool) -> [Aspect] {
    enabled.flatMap { responder in
      visits(responder, events: events).flatMap { path, walk in
        walk.effects.compactMap { done in
          guard actions[done.clause] > 0 else { return nil }
          var behavior = Behavior(.does)
          behavior.actions = actions[done.clause]
          behavior.form = number(of: done.form)
          behavior.name = names[done.clause]
          return aspect(behavior, done, path)
        }
      }
    }
  }

  func always() -> [Aspect] {
    enabled.flatMap { responder -> [Aspect] in
      guard let clause = program.responders[responder].alwaysIndex else { return [] }
      let isInChain = program.responders[responder].policy.always == .inChain
      var behavior = Behavior(isInChain ? .alwaysInChain : .always)
      behavior.actions = actions[clause]
      behavior.name = names[clause]
      return visits(responder, events: false).map { path, _ in
        Aspect(behavior, clause: clause, own: path.origin.map { [$0.leaves] } ?? []) {
          path.priorClaims.leave(about: $0)
        }
      }
    }
  }

  /// - Parameter ofIgnored: also of errors that are ignored, where no effect depends on it.
  func categories(ofIgnored: Bool) -> [Aspect] {
    let form = form
    let names = program.categories.map { $0.name.text }
    let claims = isStarting.filter { !ofIgnored || $0.clause != IncomingErrors.ignoring }
    let answered = claims.map { $0.leaves }
    return names.map { name in
      var behavior = Behavior(.category)
      behavior.name = effects.number(of: [name])
      let isIt = translator.formula(
        .compare(.field(.category), .equal(.string(name)), Walker.nowhere), of: form)
      return Aspect(behavior, own: [isIt]) { _ in answered }
    }
  }

  // State

  func remembered(by clause: Int) -> [Aspect] {
    let declared = program.clauses[clause]
    guard program.responders[declared.responder].isEnabled, declared.isEnabled else { return [] }
    if declared.kind == .always { return always().filter { $0.clause == clause } }
    return visits(declared.responder, events: declared.kind == .eventRule).flatMap { path, walk -> [Aspect] in
      var aspects = (walk.ends + walk.effects).filter { $0.clause == clause && !$0.clauseVerdict.isExhausted }
        .map { done in
          var behavior = Behavior(.remembers)
          behavior.verdict = done.clauseVerdict.isGranted ? 1 : 0
          return aspect(behavior, done, path)
        }
      if declared.rate != nil {
        for branch in walk.branches {
          guard let before = branch.priorClaims(before: clause) else { continue }
          let condition = translator.formula(declared.condition, of: branch.form)
          let counted = ResponderWalk.ClauseEffect(
            form: branch.form, clause: clause, clauseVerdict: .verdict(nil), before: before,
            condition: condition)
          aspects.append(aspect(Behavior(.counts), counted, path))
        }
      }
      return aspects
    }
  }

  /// The order of evaluation: lower responders come first.
  func order(of aspects: [Aspect]) -> [Behavior: ClosedRange<Int>] {
    var order: [Behavior: ClosedRange<Int>] = [:]
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

  // Behaviors

  private func behavior(ofEnd end: ResponderWalk.ClauseEffect) -> Behavior {
    let clause = program.clauses[end.clause]
    let responder = program.responders[clause.responder]
    var behavior = Behavior(.ends)
    var verdict = Verdict.evaluation(.proceed)
    switch end.clauseVerdict {
    case .verdict(let own?):
      switch own {
      case .evaluation, .retry, .retryByPerson, .handled: verdict = own
      case .emit, .raise:
        verdict = own
        behavior.responder = effects.number(of: [responder.id.text])
      case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: break
      }
    case .verdict(nil): break
    case .granted(var policy):
      // Its exhausted budget is another end.
      policy.exhausted = .continue
      verdict = .retry(policy)
      behavior.isGranted = true
    case .exhausted(.evaluation(let evaluation)): verdict = .evaluation(evaluation)
    case .exhausted: behavior = Behavior(.exhausted)
    case .unanswered: verdict = .evaluation(.cancel)
    }
    if behavior.kind == .ends { behavior.verdict = effects.number(of: verdict) }
    // Under match: all the actions of each rule are separate effects.
    let runsAll = responder.policy.match == .all && clause.kind == .rule
    if !runsAll, !end.clauseVerdict.isExhausted { behavior.actions = actions[end.clause] }
    behavior.form = number(of: end.form)
    behavior.name = names[end.clause]
    return behavior
  }

  private func number(of form: ErrorForm) -> Int {
    form === translator.forms.recorded ? 0 : form.identity + 1
  }
}
