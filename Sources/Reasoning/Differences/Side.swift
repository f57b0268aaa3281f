import RuleEngine

/// One of two compared rule sets, with its behaviour as aspects.
final class Side {
  let program: RuleProgram
  let walker: Walker
  let arrivals: Arrivals
  /// Whether the names of the responder and rule count as well.
  let namesStations: Bool

  init(_ program: RuleProgram, _ walker: Walker, namesStations: Bool) {
    self.program = program
    self.walker = walker
    self.namesStations = namesStations
    arrivals = Arrivals(program, walker, trustsTypes: false)
  }

  /// Whether aspects may be missing because there were too many paths or causes.
  var isCut: Bool { arrivals.isCut || isWalkCut || walker.translator.exceedsCauses }
  private var isWalkCut = false

  private var translator: Translator { walker.translator }

  /// All paths to a responder, with the evaluation there.
  func visits(_ responder: Int, events: Bool) -> [(way: Arrivals.Way, walk: ResponderWalk)] {
    let ways =
      events
      ? [arrivals.directEvent(responder)] + arrivals.eventsFromBelow(responder)
      : [arrivals.direct(responder)] + arrivals.fromBelow(responder)
    return ways.map { way in
      let walk = events ? walker.eventWalk(responder, way.form) : walker.walk(responder, way.form)
      isWalkCut = isWalkCut || walk.isCut
      return (way, walk)
    }
  }

  /// Evaluates everything, so that all reachable forms of errors exist.
  func visitAll() {
    for responder in enabled { for events in [false, true] { _ = visits(responder, events: events) } }
  }

  private lazy var actions = program.stations.map { "\($0.actions)" }
  private var retries: [Int: String] = [:]

  private lazy var enabled = program.responders.indices.filter { program.responders[$0].isEnabled }

  /// The aspect of the errors on which a clause has an effect.
  private func facet(
    _ deed: String,
    _ done: ResponderWalk.Deed,
    _ way: Arrivals.Way
  ) -> Facet {
    // The origin identifies the errors.
    let start = way.origin.map { [$0.leaves] } ?? []
    let takings = way.takings + done.before
    return Facet(deed, station: done.station, own: [done.condition] + start) { takings.leave(about: $0) }
  }

  // Outcomes

  /// The outcomes of errors. Every error has exactly one, and one more if an event rule raises an error.
  func ends() -> [Facet] {
    var facets: [Facet] = []
    for responder in enabled {
      for (way, walk) in visits(responder, events: false) {
        for end in walk.ends { facets.append(facet(text(ofEnd: end), end, way)) }
        guard arrivals.parent(of: responder) == nil else { continue }
        let root = program.responders[arrivals.root(of: responder)]
        facets += unhandled("\(root.unhandled) \(root.unhandledReport)", way, walk)
      }
    }
    let answered = arrivals.error.map { $0.leaves }
    for (place, root) in program.responders.enumerated() where root.parent == nil {
      let start = arrivals.startsUnasked(below: place)
      facets.append(
        Facet("unhandled \(root.unhandled) \(root.unhandledReport)", own: [start]) { _ in answered }
      )
    }
    facets.append(
      Facet("unhandled \(program.unhandledWithoutPath)", own: [arrivals.startsNowhere]) { _ in answered }
    )
    if let ignored = program.ignored {
      let isError = arrivals.error.filter { $0.station == Arrivals.nobody }.map { $0.leaves }
      let formula = translator.formula(ignored, of: translator.forms.recorded)
      facets.append(Facet("ignored", own: [formula]) { _ in isError })
    }
    return facets
  }

  func eventEnds() -> [Facet] {
    enabled.flatMap { responder in
      visits(responder, events: true).flatMap { way, walk in
        walk.ends.map { facet(text(ofEnd: $0), $0, way) }
          + (arrivals.parent(of: responder) == nil ? unhandled("event", way, walk) : [])
      }
    }
  }

  private func unhandled(_ how: String, _ way: Arrivals.Way, _ walk: ResponderWalk) -> [Facet] {
    walk.exits.map { exit in
      let takings = way.takings + exit.takings
      return Facet("unhandled \(how)\(text(of: exit.form))", own: way.origin.map { [$0.leaves] } ?? []) {
        takings.leave(about: $0)
      }
    }
  }

  // Effects along the path

  /// The effects of clauses on errors, or events, that continue.
  func passages(events: Bool) -> [Facet] {
    enabled.flatMap { responder in
      visits(responder, events: events).flatMap { way, walk in
        walk.passages.compactMap { done in
          let station = program.stations[done.station]
          guard !station.actions.isEmpty else { return nil }
          let deed = "does \(actions[done.station])\(text(of: done.form))\(name(of: done.station))"
          return facet(deed, done, way)
        }
      }
    }
  }

  /// The effects of `always`.
  func always() -> [Facet] {
    enabled.flatMap { responder -> [Facet] in
      guard let station = program.responders[responder].alwaysIndex else { return [] }
      let policy = program.responders[responder].policy.always
      return visits(responder, events: false).map { way, _ in
        let deed = "always \(policy) \(actions[station])\(name(of: station))"
        return Facet(deed, station: station, own: way.origin.map { [$0.leaves] } ?? []) {
          way.takings.leave(about: $0)
        }
      }
    }
  }

  func categories() -> [Facet] {
    let form = translator.forms.recorded
    let names = program.categories.map { $0.name.text }
    let answered = arrivals.error.map { $0.leaves }
    return names.map { name in
      let isIt = translator.formula(
        .compare(.field(.category), .equal(.string(name)), Walker.nowhere),
        of: form
      )
      return Facet("category \(name)", own: [isIt]) { _ in answered }
    }
  }

  // Memory

  func remembered(by station: Int) -> [Facet] {
    let declared = program.stations[station]
    guard program.responders[declared.responder].isEnabled, declared.isEnabled else { return [] }
    if declared.kind == .always { return always().filter { $0.station == station } }
    return visits(declared.responder, events: declared.kind == .eventRule).flatMap { way, walk -> [Facet] in
      var facets = (walk.ends + walk.passages).filter { $0.station == station && !$0.said.isExhausted }.map {
        facet("\($0.said.isGranted)", $0, way)
      }
      if declared.rate != nil {
        for lane in walk.lanes {
          guard let before = lane.takings(before: station) else { continue }
          let condition = translator.formula(declared.condition, of: lane.form)
          let counted = ResponderWalk.Deed(
            form: lane.form,
            station: station,
            said: .verdict(nil),
            before: before,
            condition: condition
          )
          facets.append(facet("counted", counted, way))
        }
      }
      return facets
    }
  }

  /// The position of each effect in the order of evaluation: lower responders come first.
  func order(of facets: [Facet]) -> [String: ClosedRange<Int>] {
    var order: [String: ClosedRange<Int>] = [:]
    for facet in facets {
      guard let station = facet.station else { continue }
      let place = place(of: station)
      order[facet.deed] =
        order[facet.deed].map { min($0.lowerBound, place)...max($0.upperBound, place) } ?? place...place
    }
    return order
  }

  private func place(of station: Int) -> Int {
    let declared = program.stations[station]
    var height = 0
    var next = program.responders[declared.responder].parent
    while let parent = next {
      height += 1
      next = program.responders[parent].parent
    }
    let rules =
      declared.kind == .eventRule
      ? Array(program.responders[declared.responder].eventIndices) : walker.rules(of: declared.responder)
    let place = rules.firstIndex(of: station) ?? rules.count
    return (program.responders.count - height) * (program.stations.count + 1) + place
  }

  // Texts

  /// A description of an outcome. Equal outcomes have equal descriptions on both sides.
  private func text(ofEnd end: ResponderWalk.Deed) -> String {
    let station = program.stations[end.station]
    let responder = program.responders[station.responder]
    let how: String
    switch end.said {
    case .verdict(.evaluation(let evaluation)): how = "handled \(evaluation)"
    case .verdict(.retryByPerson): how = "handled retry by a person"
    case .verdict(.emit(let event, let evaluation)):
      how = "handled \(evaluation), \(event) at \(responder.id.text)"
    case .verdict(.handled): how = "handled"
    case .verdict(.raise(let error)): how = "raises \(error) at \(responder.id.text)"
    case .verdict: how = "handled \(Evaluation.proceed)"
    case .granted(let policy):
      how =
        retries[end.station] ?? "retry \(policy.maxAttempts) \(policy.per) \(policy.within) \(policy.backoff)"
      // Buttons have no budgets, so a clause grants only one kind of retry.
      retries[end.station] = how
    case .exhausted(.evaluation(let evaluation)): how = "handled \(evaluation)"
    case .exhausted: how = "exhausted"
    case .unanswered: how = "handled \(Evaluation.cancel)"
    }
    // Under match: all the actions of each rule are separate effects.
    let runsAll = responder.policy.match == .all && station.kind == .rule
    let actions = runsAll || end.said.isExhausted ? "" : " \(actions[end.station])"
    return "\(how)\(actions)\(text(of: end.form))\(name(of: end.station))"
  }

  private func text(of form: ErrorForm) -> String {
    form === translator.forms.recorded ? "" : " as \(form.identity)"
  }

  private func name(of station: Int) -> String {
    guard namesStations else { return "" }
    let declared = program.stations[station]
    return " by \(program.responders[declared.responder].id.text)/\(declared.name)"
  }
}
