internal import Reasoning
internal import RuleEngine

/// Every place of a rule set that tries again by itself, with what finding its like needs: made once for many questions.
struct RetryPlaces {
  struct Place {
    let rule: RetryRule
    let responder: Int
    /// Its place among the rules that are asked there; after all of them for `otherwise`.
    let position: Int
    let needs: Needs
  }

  /// By responder, in the order of asking; none where it is disabled.
  let byResponder: [[Place]]
  let program: RuleProgram
  private let paths: [[Int]]
  private let indices: [Index]

  /// The places of a responder by the single values they ask for.
  private struct Index {
    var byValue: [Needs.Key: [String: [Int]]] = [:]
    /// Those that don't ask for a single value of a field.
    var without: [Needs.Key: [Int]] = [:]

    init(_ places: [Place]) {
      let values = places.map { $0.needs.values }
      for key in Set(values.flatMap { $0.keys }) {
        for (place, values) in values.enumerated() {
          if let value = values[key] {
            byValue[key, default: [:]][value, default: []].append(place)
          } else {
            without[key, default: []].append(place)
          }
        }
      }
    }

    /// The places that may ask for what `needs` does, in their order: as few as one value tells; nil: all.
    func candidates(for needs: [Needs.Key: String]) -> [Int]? {
      let choices = needs.compactMap { key, value -> (with: [Int], without: [Int])? in
        byValue[key].map { ($0[value] ?? [], without[key] ?? []) }
      }
      let best = choices.min { $0.with.count + $0.without.count < $1.with.count + $1.without.count }
      return best.map { ($0.with + $0.without).sorted() }
    }
  }

  init(_ program: RuleProgram) {
    self.program = program
    paths = program.responders.indices.map { program.path(from: $0) }
    let byResponder = program.responders.enumerated().map { index, responder -> [Place] in
      guard responder.isEnabled else { return [] }
      let asked = responder.askedRules
      let positions = Dictionary(
        asked.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
      )
      return program.retryRules(of: responder).map { rule in
        Place(
          rule: rule,
          responder: index,
          position: rule.station.kind == .otherwise ? asked.count : positions[rule.station.name] ?? 0,
          needs: Needs(rule.station.condition)
        )
      }
    }
    self.byResponder = byResponder
    indices = byResponder.map { Index($0) }
  }

  /// The places that are asked after one, on its way up, and may ask for the same error.
  func after(_ first: Place) -> [Place] {
    var after: [Place] = []
    let values = first.needs.values
    for (step, index) in paths[first.responder].enumerated() {
      if step == 0, case .escalate = first.rule.policy.exhausted { continue }
      let places = byResponder[index]
      let candidates = indices[index].candidates(for: values) ?? Array(places.indices)
      for place in candidates.map({ places[$0] }) where step > 0 || place.position > first.position {
        if !first.needs.excludes(place.needs) { after.append(place) }
      }
    }
    return after
  }

  /// What is lost before a place in its own responder.
  func lost(before place: Place) -> Condition {
    var way = Passage()
    way.pass(program.responders[place.responder], to: place.position)
    return way.lost
  }

  /// What is lost between a place and another one above it, and before the first in its own responder.
  func lost(between first: Place, and last: Place) -> Condition {
    var way = Passage()
    for (step, index) in paths[first.responder].enumerated() {
      let responder = program.responders[index]
      let isLast = index == last.responder
      var start = 0
      if step == 0 {
        way.pass(responder, to: first.position)
        start = first.position + 1
      }
      let leaves = if step == 0, case .escalate = first.rule.policy.exhausted { true } else { false }
      if !leaves { way.pass(responder, from: start, to: isLast ? last.position : nil) }
      if isLast { break }
    }
    return way.lost
  }
}

/// A place that tries again, and those that try the same error again once it has no try left: in the order in which they
/// are asked, shown by an error that all of them ask for and that nothing between them answers.
struct RetryGroup {
  private(set) var rules: [RetryRule]
  /// The error; nil where the first stands alone.
  private(set) var witness: String?
  /// What the error has to be.
  private(set) var condition: Condition

  /// How many places are looked at; more than any path that somebody reads.
  private static let most = 400
  /// How many types an error is taken to be of, of those that rules name: its own and one that it is based on. As far as a rule
  /// file can tell it may be of any number of them.
  private static let mostTypes = 2

  /// - Parameter also: what the error is to be beside.
  init(
    from first: RetryPlaces.Place,
    and candidates: [RetryPlaces.Place],
    _ places: RetryPlaces,
    _ checked: CheckedRules,
    also: Condition = .always
  ) {
    rules = [first.rule]
    condition = first.rule.station.condition
    guard let reasoner = checked.reasoner else { return }
    if case .evaluation = first.rule.policy.exhausted { return }
    // What tries most often first: of those that exclude each other it stays.
    let order = candidates.indices.prefix(Self.most).sorted {
      let (one, other) = (candidates[$0].rule.policy.maxAttempts, candidates[$1].rule.policy.maxAttempts)
      return one == other ? $0 < $1 : one > other
    }
    var chosen: [Int] = []
    var types = first.needs.types
    for place in order {
      let ofTypes = types.union(candidates[place].needs.types)
      if ofTypes.count > max(Self.mostTypes, types.count) { continue }
      let together = (chosen + [place]).sorted()
      let asked = together.map { candidates[$0].rule.station.condition }
      let lost = places.lost(between: first, and: candidates[together[together.count - 1]])
      let met = Condition.all([first.rule.station.condition, .not(lost), also] + asked)
      guard let found = reasoner.satisfiable(met).witness else { continue }
      condition = met
      chosen = together
      types = ofTypes
      witness = found.json
    }
    rules += chosen.map { candidates[$0].rule }
  }

  /// The same with another error that shows it.
  func shown(by witness: Witness) -> RetryGroup {
    var shown = self
    shown.witness = witness.json
    return shown
  }
}
