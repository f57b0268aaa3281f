import RuleEngine

/// Which errors arrive at which responder: raised there, or sent on by those below.
final class Arrivals {
  /// Errors of one form that arrive somewhere, and what holds for them.
  struct Way {
    let form: ErrorForm
    /// That they start where they do; nil for wherever.
    let origin: ResponderWalk.Taking?
    /// What else holds, with the station that saw to it; ``nobody`` and ``ignoring`` stand for what is no station's doing.
    let takings: Takings
    /// The responder where they start, or nil where an event rule raised them.
    let start: Int?

    /// The same, wherever they start.
    var anywhere: Way { Way(form: form, origin: nil, takings: takings, start: nil) }

    /// All that holds.
    var holds: [Formula] { (origin.map { [$0.leaves] } ?? []) + takings.leave }

    /// What holds of what a signature is of.
    func holds(about signature: Signature) -> [Formula] {
      (origin.map { [$0.leaves] } ?? []) + takings.leave(about: signature)
    }

    /// What of them goes on.
    func sentOn(_ exit: ResponderWalk.Exit) -> Way {
      Way(form: exit.form, origin: origin, takings: takings + exit.takings, start: start)
    }
  }

  static let nobody = -1
  static let ignoring = -2

  let program: RuleProgram
  let walker: Walker
  /// Whether errors are taken to be what `types` says of them.
  let trustsTypes: Bool
  private var startFormulas: [Int: Formula] = [:]
  private var below: [Int: [Way]] = [:]
  private var eventsBelow: [Int: [Way]] = [:]
  /// Whether there were too many ways to follow them all.
  private(set) var isCut = false

  private static let wayLimit = 256

  init(_ program: RuleProgram, _ walker: Walker, trustsTypes: Bool = true) {
    self.program = program
    self.trustsTypes = trustsTypes
    self.walker = walker
  }

  private var translator: Translator { walker.translator }

  /// The first responder from one on up that is asked at all, or nil.
  func asked(from responder: Int?) -> Int? {
    var place = responder
    while let index = place, !program.responders[index].isEnabled { place = program.responders[index].parent }
    return place
  }

  /// Whom a responder escalates to, disabled ones passed through.
  func parent(of responder: Int) -> Int? { asked(from: program.responders[responder].parent) }

  /// The responders that escalate to one, disabled ones passed through.
  private(set) lazy var children: [Int: [Int]] = {
    var children: [Int: [Int]] = [:]
    for index in program.responders.indices where program.responders[index].isEnabled {
      if let parent = parent(of: index) { children[parent, default: []].append(index) }
    }
    return children
  }()

  // Origins

  private func origin(_ set: ValueSet) -> Formula { translator.is_(.member(frame: 0, .origin), set) }

  private func isBelow(_ prefix: String) -> TextSet { TextSet(translator.atoms.atom(.prefix("\(prefix)."))) }

  /// That an origin starts at a responder, disabled ones passed through.
  func startsAt(_ responder: Int) -> Formula {
    if let known = startFormulas[responder] { return known }
    let formula = starts { self.asked(from: $0) == responder }
    startFormulas[responder] = formula
    return formula
  }

  /// That an origin starts at a disabled responder below or at a root, and nobody above is asked.
  func startsUnasked(below root: Int) -> Formula {
    starts { start in
      guard let start, self.asked(from: start) == nil else { return false }
      return self.root(of: start) == root
    }
  }

  /// That an origin starts nowhere: nobody claims it, and unknown ones are unhandled.
  var startsNowhere: Formula {
    guard program.fallback == nil else { return .no }
    let claimed = program.origins.filter { ($0.id ?? $0.exact ?? $0.prefix) != nil }
    var texts = TextSet(claimed.map { $0.name }).complement
    for claim in claimed where claim.prefix != nil {
      texts = texts.intersection(isBelow(claim.name).complement)
    }
    return origin(ValueSet(kinds: .missing, texts: texts))
  }

  /// The responder at the top of the one that is given.
  func root(of responder: Int) -> Int {
    var place = responder
    while let parent = program.responders[place].parent { place = parent }
    return place
  }

  private func starts(where isWanted: (Int?) -> Bool) -> Formula {
    var ways: [Formula] = []
    let exact = program.origins.filter { ($0.id ?? $0.exact ?? $0.prefix) != nil }
    let own = exact.filter { isWanted($0.id ?? $0.exact ?? $0.prefix) }
    ways.append(origin(ValueSet(texts: TextSet(own.map { $0.name }))))
    let names = TextSet(exact.map { $0.name })
    let prefixes = program.origins.filter { $0.prefix != nil }
    for claim in prefixes where isWanted(claim.prefix) {
      var set = isBelow(claim.name).intersection(names.complement)
      for other in prefixes where other.name.utf8.count > claim.name.utf8.count {
        guard other.name.utf8.starts(with: "\(claim.name).".utf8) else { continue }
        set = set.intersection(isBelow(other.name).complement)
      }
      ways.append(origin(ValueSet(texts: set)))
    }
    if let fallback = program.fallback, isWanted(fallback) {
      var set = names.complement
      for other in prefixes { set = set.intersection(isBelow(other.name).complement) }
      ways.append(origin(ValueSet(kinds: .missing, texts: set)))
    }
    return .disjunction(ways)
  }

  // Errors

  /// What holds for every recorded error that is answered.
  private(set) lazy var error: [ResponderWalk.Taking] = {
    func has(_ field: Field) -> Formula { translator.is_(.member(frame: 0, field), .present) }
    let required = Formula.disjunction([
      has(.type), has(.domain), has(.message), has(.status),
      translator.is_(.member(frame: 0, .problem), ValueSet(kinds: .object)),
    ])
    let formulas = [has(.event).negation, required] + (trustsTypes ? declaredTypes : [])
    return formulas.map { ResponderWalk.Taking(station: Self.nobody, leaves: $0) }
      + notIgnored(translator.forms.recorded)
  }()

  /// What holds for recorded errors of declared types: their cases are all there are, and they are what they are said to be.
  private var declaredTypes: [Formula] {
    program.types.flatMap { type -> [Formula] in
      let isIt = translator.is_(
        .member(frame: 0, .type),
        ValueSet(texts: TextSet(translator.atoms.atom(.typeName(type.name.text))))
      )
      var formulas: [Formula] = []
      if let cases = type.cases {
        let known = translator.is_(
          .member(frame: 0, .case),
          ValueSet(kinds: .missing, texts: TextSet(cases.map { $0.text }))
        )
        formulas.append(.disjunction([isIt.negation, known]))
      }
      func has(_ ancestor: String) -> Formula {
        let names = ValueSet(texts: TextSet(translator.atoms.atom(.typeName(ancestor))))
        return translator.is_(.ancestors(frame: 0), names, .some)
      }
      // What is of another type that is one of these is what these are.
      let isOne = Formula.disjunction([isIt, has(type.name.text)])
      formulas += type.ancestors.map { .disjunction([isOne.negation, has($0.text)]) }
      return formulas
    }
  }

  /// Errors raised at a responder.
  func direct(_ responder: Int) -> Way {
    let start = ResponderWalk.Taking(station: Self.nobody, leaves: startsAt(responder))
    return Way(
      form: translator.forms.recorded,
      origin: start,
      takings: Takings(error),
      start: responder
    )
  }

  /// Errors that others send on to a responder.
  func fromBelow(_ responder: Int) -> [Way] {
    if let known = below[responder] { return known }
    var ways: [Way] = []
    for child in children[responder] ?? [] {
      for way in [direct(child)] + fromBelow(child) { ways += sentOn(way, by: child) }
      ways += raised(below: child)
    }
    if ways.count > Self.wayLimit {
      isCut = true
      ways.removeLast(ways.count - Self.wayLimit)
    }
    below[responder] = ways
    return ways
  }

  /// What a responder sends on to its parent of what arrives one way.
  func sentOn(_ way: Way, by responder: Int) -> [Way] {
    let walk = walker.walk(responder, way.form)
    isCut = isCut || walk.isCut
    return walk.exits.map { way.sentOn($0) }
  }

  /// Errors that a responder's event rules raise: they start at the parent.
  private func raised(below responder: Int) -> [Way] {
    program.responders[responder].eventIndices.flatMap { raised(by: $0) }
  }

  /// Errors that an event rule raises: they start at the parent of its responder.
  func raised(by rule: Int) -> [Way] {
    guard case .raise(let replacement) = program.stations[rule].verdict, program.stations[rule].isEnabled
    else { return [] }
    let responder = program.stations[rule].responder
    // Whatever is emitted may be recorded as well.
    let event = directEvent(responder)
    return walker.eventWalk(responder, event.form).waysTo(rule).map { form, takings in
      let raised = translator.forms.raised(replacement, at: rule)
      let matches = ResponderWalk.Taking(station: rule, leaves: walker.matches(rule, form))
      return Way(
        form: raised,
        origin: event.origin,
        takings: event.takings + takings + ([matches] + notIgnored(raised)),
        start: nil
      )
    }
  }

  func notIgnored(_ form: ErrorForm) -> [ResponderWalk.Taking] {
    guard let ignored = program.ignored, !walker.faults.contains(.ignored) else { return [] }
    let formula = translator.formula(ignored, of: form).negation
    let parts: [Formula] = if case .all(let parts) = formula { parts.list } else { [formula] }
    return parts.map { ResponderWalk.Taking(station: Self.ignoring, leaves: $0) }
  }

  // Events

  /// Events raised at a responder.
  func directEvent(_ responder: Int) -> Way {
    let isEvent = translator.is_(.member(frame: 0, .event), .present)
    return Way(
      form: translator.forms.recorded,
      origin: ResponderWalk.Taking(station: Self.nobody, leaves: startsAt(responder)),
      takings: Takings([ResponderWalk.Taking(station: Self.nobody, leaves: isEvent)]),
      start: responder
    )
  }

  /// Events that others send on to a responder.
  func eventsFromBelow(_ responder: Int) -> [Way] {
    if let known = eventsBelow[responder] { return known }
    var ways: [Way] = []
    for child in children[responder] ?? [] {
      for way in [directEvent(child)] + eventsFromBelow(child) { ways += eventsSentOn(way, by: child) }
    }
    if ways.count > Self.wayLimit {
      isCut = true
      ways.removeLast(ways.count - Self.wayLimit)
    }
    eventsBelow[responder] = ways
    return ways
  }

  func eventsSentOn(_ way: Way, by responder: Int) -> [Way] {
    let walk = walker.eventWalk(responder, way.form)
    isCut = isCut || walk.isCut
    return walk.exits.map { way.sentOn($0) }
  }
}
