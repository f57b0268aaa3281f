internal import Source
internal import RuleLanguage
internal import Engine
internal import Records

final class IncomingErrors {
  struct Path {
    let form: ErrorForm
    /// Nil for any origin.
    let origin: ResponderWalk.Claim?
    /// The claims with the clause of each; ``nobody`` and ``ignoring`` stand for constraints without a clause.
    let priorClaims: PriorClaims
    /// Nil for errors that an event rule raised.
    let start: Int?

    var anywhere: Path { Path(form: form, origin: nil, priorClaims: priorClaims, start: nil) }

    var holds: [Formula] { (origin.map { [$0.leaves] } ?? []) + priorClaims.leave }

    /// Together with other formulas; with the claims that may concern errors with a signature.
    func requirements(_ formulas: [Formula], about signature: Signature? = nil) -> Requirements {
      Requirements(
        formulas: formulas + (origin.map { [$0.leaves] } ?? []), claims: priorClaims, signature: signature)
    }

    /// The formulas that may concern errors with a signature.
    func holds(about signature: Signature) -> [Formula] {
      (origin.map { [$0.leaves] } ?? []) + priorClaims.leave(about: signature)
    }

    func escalated(_ escalation: ResponderWalk.Escalation) -> Path {
      Path(
        form: escalation.form, origin: origin, priorClaims: priorClaims + escalation.priorClaims, start: start
      )
    }
  }

  /// The errors that start at a responder.
  enum Start {
    case recorded, unwrapped, either
  }

  static let nobody = -1
  static let ignoring = -2
  static let unwrapping = -3

  let program: RuleProgram
  let walker: Walker
  /// Errors conform to the declarations under `types`.
  let trustsTypes: Bool
  let start: Start
  private var startFormulas: [Int: Formula] = [:]
  private var below: [Int: [Path]] = [:]
  private var eventsBelow: [Int: [Path]] = [:]
  /// Some paths were left out because there were too many.
  private(set) var isCut = false

  private static let pathLimit = 256

  init(_ program: RuleProgram, _ walker: Walker, trustsTypes: Bool = true, start: Start = .either) {
    self.program = program
    self.trustsTypes = trustsTypes
    self.start = start
    self.walker = walker
  }

  private var translator: Translator { walker.translator }

  func firstEnabled(from responder: Int?) -> Int? {
    var place = responder
    while let index = place, !program.responders[index].isEnabled { place = program.responders[index].parent }
    return place
  }

  func parent(of responder: Int) -> Int? { firstEnabled(from: program.responders[responder].parent) }

  /// Disabled responders are skipped.
  private(set) lazy var children: [Int: [Int]] = {
    var children: [Int: [Int]] = [:]
    for index in program.responders.indices where program.responders[index].isEnabled {
      if let parent = parent(of: index) { children[parent, default: []].append(index) }
    }
    return children
  }()

  /// The responders whose errors all end at one of them or above, by the form of its rules alone.
  private(set) lazy var answered: Set<Int> = {
    var open = program.responders.indices.filter { program.responders[$0].endsEverything }
    var answered = Set(open)
    var below: [Int: [Int]] = [:]
    for index in program.responders.indices {
      if let parent = program.responders[index].parent { below[parent, default: []].append(index) }
    }
    while let place = open.popLast() {
      open += (below[place] ?? []).filter { answered.insert($0).inserted }
    }
    return answered
  }()

  // Origins

  private func origin(_ set: ValueSet) -> Formula { translator.is_(.member(errorNode: 0, .origin), set) }

  private func isBelow(_ prefix: String) -> TextPredicate {
    translator.textPredicates.textPredicate(.prefix("\(prefix)."))
  }

  private lazy var origins = StartingOrigins(program)

  func startsAt(_ responder: Int) -> Formula {
    if let known = startFormulas[responder] { return known }
    let isFallback = program.fallback.map { firstEnabled(from: $0) == responder } ?? false
    let formula = starts(origins.byEnabled[responder], isFallback: isFallback)
    startFormulas[responder] = formula
    return formula
  }

  /// The condition that an error starts at a disabled responder with no enabled one above it.
  func startsWithoutEnabled(below root: Int) -> Formula {
    let isFallback = program.fallback.map { firstEnabled(from: $0) == nil && self.root(of: $0) == root }
    return starts(origins.byRoot[root], isFallback: isFallback ?? false)
  }

  /// No responder claims the origin, and unknown origins are unhandled.
  var startsNowhere: Formula { program.fallback == nil ? unclaimed : .no }

  private lazy var unclaimed = origin(
    ValueSet(
      kinds: .missing, texts: TextSet(allBesides: origins.allNames, origins.allPrefixes.map { isBelow($0) })))

  func root(of responder: Int) -> Int {
    var place = responder
    while let parent = program.responders[place].parent { place = parent }
    return place
  }

  private func starts(_ claims: StartingOrigins.Claims?, isFallback: Bool) -> Formula {
    var paths = [origin(ValueSet(texts: TextSet(claims?.names ?? [])))]
    for prefix in claims?.prefixes ?? [] {
      let set = TextSet(
        allBesides: origins.names(below: prefix), origins.prefixes(below: prefix).map { isBelow($0) },
        wanting: isBelow(prefix))
      paths.append(origin(ValueSet(texts: set)))
    }
    if isFallback { paths.append(unclaimed) }
    return .disjunction(paths)
  }

  // Errors

  private(set) lazy var error: [ResponderWalk.Claim] = {
    func has(_ field: Field) -> Formula { translator.is_(.member(errorNode: 0, field), .present) }
    let required = Formula.disjunction([
      has(.type), has(.domain), has(.message), has(.status),
      translator.is_(.member(errorNode: 0, .problem), ValueSet(kinds: .object)),
    ])
    let formulas = [has(.event).negation, required] + (trustsTypes ? declaredTypes(of: 0) : [])
    return formulas.map { ResponderWalk.Claim(clause: Self.nobody, leaves: $0) }
      + notIgnored(translator.forms.recorded)
  }()

  /// No other cases, and the declared ancestors.
  private func declaredTypes(of errorNode: Int) -> [Formula] {
    program.types.flatMap { type -> [Formula] in
      let isIt = translator.is_(
        .member(errorNode: errorNode, .type),
        ValueSet(texts: TextSet(translator.textPredicates.textPredicate(.typeName(type.name.text)))))
      var formulas: [Formula] = []
      if let cases = type.cases {
        let known = translator.is_(
          .member(errorNode: errorNode, .case),
          ValueSet(kinds: .missing, texts: TextSet(cases.map { $0.text })))
        formulas.append(.disjunction([isIt.negation, known]))
      }
      func has(_ ancestor: String) -> Formula {
        let names = ValueSet(texts: TextSet(translator.textPredicates.textPredicate(.typeName(ancestor))))
        return translator.is_(.ancestors(errorNode: errorNode), names, .some)
      }
      // A subtype of one of these types has its ancestors.
      let isOne = Formula.disjunction([isIt, has(type.name.text)])
      formulas += type.ancestors.map { .disjunction([isOne.negation, has($0.text)]) }
      return formulas
    }
  }

  /// The recorded errors that no entry of `defaults.unwrap` replaces.
  private(set) lazy var unreplaced: [ResponderWalk.Claim] =
    error
    + program.unwraps.map { entry in
      let replaced = Condition.all([entry.condition, entry.leads(to: .always)])
      let formula = translator.formula(replaced, of: translator.forms.recorded)
      return ResponderWalk.Claim(clause: Self.unwrapping, leaves: formula.negation)
    }

  private(set) lazy var unreplacedClaims = PriorClaims(shared: unreplaced)

  private(set) lazy var errorClaims = PriorClaims(shared: error)

  /// The claims that every recorded error satisfies, ignored or not.
  private(set) lazy var anyErrorClaims = PriorClaims(shared: error.filter { $0.clause == Self.nobody })

  func direct(_ responder: Int) -> Path {
    let start = ResponderWalk.Claim(clause: Self.nobody, leaves: startsAt(responder))
    return Path(
      form: translator.forms.recorded, origin: start, priorClaims: unreplacedClaims, start: responder)
  }

  /// The errors that entries of `defaults.unwrap` may make: any error inside the recorded one, however deep. What the
  /// entries match is left out, so that it stands for the results of all of them.
  private(set) lazy var unwrapped: Path? = {
    guard let form = unwrappedForm else { return nil }
    return Path(form: form, origin: nil, priorClaims: PriorClaims(shared: unwrappedClaims), start: nil)
  }()

  private lazy var unwrappedForm: ErrorForm? = {
    guard !program.unwraps.isEmpty, let inner = translator.inner(0, of: translator.forms.recorded).inner
    else { return nil }
    return translator.forms.unwrapped(inner, from: translator.forms.recorded, 0)
  }()

  private(set) lazy var unwrappedClaims: [ResponderWalk.Claim] = {
    guard let form = unwrappedForm else { return [] }
    var claims = error.filter { $0.clause == Self.nobody } + notIgnored(form)
    let inner = translator.inner(0, of: translator.forms.recorded).inner
    if trustsTypes, case .recorded(let errorNode)? = inner?[.type] {
      claims += declaredTypes(of: errorNode).map { ResponderWalk.Claim(clause: Self.nobody, leaves: $0) }
    }
    return claims
  }()

  func starting(at responder: Int) -> [Path] {
    switch start {
    case .recorded: [direct(responder)]
    case .unwrapped: unwrapped(startingAt: responder)
    case .either: [direct(responder)] + unwrapped(startingAt: responder)
    }
  }

  func unwrapped(startingAt responder: Int) -> [Path] {
    guard let unwrapped else { return [] }
    let start = ResponderWalk.Claim(clause: Self.nobody, leaves: startsAt(responder))
    return [Path(form: unwrapped.form, origin: start, priorClaims: unwrapped.priorClaims, start: responder)]
  }

  func fromBelow(_ responder: Int) -> [Path] {
    if let known = below[responder] { return known }
    var paths: [Path] = []
    for child in children[responder] ?? [] {
      for path in starting(at: child) + fromBelow(child) { paths += escalated(path, by: child) }
      paths += raised(below: child)
    }
    if paths.count > Self.pathLimit {
      isCut = true
      paths.removeLast(paths.count - Self.pathLimit)
    }
    below[responder] = paths
    return paths
  }

  func escalated(_ path: Path, by responder: Int) -> [Path] {
    let walk = walker.walk(responder, path.form)
    isCut = isCut || walk.isCut
    return walk.escalations.map { path.escalated($0) }
  }

  private func raised(below responder: Int) -> [Path] {
    program.responders[responder].eventIndices.flatMap { raised(by: $0) }
  }

  /// They start at the parent of the rule's responder.
  func raised(by rule: Int) -> [Path] {
    guard case .raise(let replacement) = program.clauses[rule].verdict, program.clauses[rule].isEnabled
    else { return [] }
    let responder = program.clauses[rule].responder
    // An emitted event may also be recorded.
    let event = directEvent(responder)
    return walker.eventWalk(responder, event.form).pathsTo(rule).map { form, priorClaims in
      let raised = translator.forms.raised(replacement, at: rule)
      let matches = ResponderWalk.Claim(clause: rule, leaves: walker.matches(rule, form))
      return Path(
        form: raised, origin: event.origin,
        priorClaims: event.priorClaims + priorClaims + ([matches] + notIgnored(raised)), start: nil)
    }
  }

  func notIgnored(_ form: ErrorForm) -> [ResponderWalk.Claim] {
    guard let ignored = program.ignored, !walker.faults.contains(.ignored) else { return [] }
    let formula = translator.formula(ignored, of: form).negation
    let parts: [Formula] = if case .all(let parts) = formula { parts.list } else { [formula] }
    return parts.map { ResponderWalk.Claim(clause: Self.ignoring, leaves: $0) }
  }

  // Events

  func directEvent(_ responder: Int) -> Path {
    let isEvent = translator.is_(.member(errorNode: 0, .event), .present)
    return Path(
      form: translator.forms.recorded,
      origin: ResponderWalk.Claim(clause: Self.nobody, leaves: startsAt(responder)),
      priorClaims: PriorClaims([ResponderWalk.Claim(clause: Self.nobody, leaves: isEvent)]), start: responder)
  }

  func eventsFromBelow(_ responder: Int) -> [Path] {
    if let known = eventsBelow[responder] { return known }
    var paths: [Path] = []
    for child in children[responder] ?? [] {
      for path in [directEvent(child)] + eventsFromBelow(child) { paths += eventsEscalated(path, by: child) }
    }
    if paths.count > Self.pathLimit {
      isCut = true
      paths.removeLast(paths.count - Self.pathLimit)
    }
    eventsBelow[responder] = paths
    return paths
  }

  func eventsEscalated(_ path: Path, by responder: Int) -> [Path] {
    let walk = walker.eventWalk(responder, path.form)
    isCut = isCut || walk.isCut
    return walk.escalations.map { path.escalated($0) }
  }
}
