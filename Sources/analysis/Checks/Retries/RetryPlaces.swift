internal import RuleLanguage
internal import Reasoning
internal import Engine

struct RetryPlaces {
  struct Place {
    let rule: RetryRule
    let responder: Int
    /// Among the responder's rules in evaluation order. `otherwise` comes after all of them.
    let position: Int
    let needs: RequiredValues
  }

  /// The places in evaluation order, without disabled ones.
  let byResponder: [[Place]]
  let program: RuleProgram
  private let indices: [RequiredValues.Index]
  private let passed: [PassedRules]
  /// The next responder on the way up that has a retry.
  private let above: [Int?]

  init(_ program: RuleProgram) {
    self.program = program
    let byResponder = program.responders.enumerated().map { index, responder -> [Place] in
      guard responder.isEnabled else { return [] }
      let enabled = responder.enabledRules
      let positions = responder.positions
      return program.retryRules(of: responder).map { rule in
        Place(
          rule: rule, responder: index,
          position: rule.clause.kind == .otherwise ? enabled.count : positions[rule.clause.name] ?? 0,
          needs: RequiredValues(rule.clause.condition))
      }
    }
    self.byResponder = byResponder
    indices = byResponder.map { RequiredValues.Index($0.map { $0.needs }) }
    passed = program.responders.map { PassedRules($0) }
    // Responders without a retry are passed over, which makes long chains short.
    var above: [Int?] = []
    for index in program.responders.indices {
      var next = program.responders[index].parent
      while let place = next, byResponder[place].isEmpty {
        next = place < index ? above[place] : program.responders[place].parent
      }
      above.append(next)
    }
    self.above = above
  }

  /// Later retries on the way up that may match the same error, at most `most`.
  func after(_ first: Place, upTo most: Int) -> [Place] {
    var after: [Place] = []
    eachAfter(first) { place in
      after.append(place)
      return after.count < most
    }
    return after
  }

  /// Calls `body` with the later retries on the way up that may match the same error, until it returns false.
  func eachAfter(_ first: Place, onlyAbove: Bool = false, _ body: (Place) -> Bool) {
    let values = first.needs.values
    var next: Int? = first.responder
    while let index = next {
      next = above[index]
      let isOwn = index == first.responder
      if isOwn, onlyAbove { continue }
      if isOwn, case .escalate = first.rule.policy.exhausted { continue }
      if let candidates = indices[index].candidates(for: values) {
        for candidate in candidates {
          guard self.body(body, first, byResponder[index][candidate], isOwn: isOwn) else { return }
        }
      } else {
        let places = byResponder[index]
        // They are in order of their positions.
        for place in isOwn ? places[Self.count(places, upTo: first.position)...] : places[...] {
          guard self.body(body, first, place, isOwn: isOwn) else { return }
        }
      }
    }
  }

  private static func count(_ places: [Place], upTo position: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func body(_ body: (Place) -> Bool, _ first: Place, _ place: Place, isOwn: Bool) -> Bool {
    if isOwn, place.position <= first.position { return true }
    return first.needs.excludes(place.needs) || body(place)
  }

  /// Errors that end or change in the place's own responder, of those that it may match.
  func lost(before place: Place) -> Condition {
    var lost = LostErrors(about: place.needs)
    passed[place.responder].add(to: &lost, to: place.position)
    return lost.condition
  }

  /// Errors that end or change between a place and a later one above it, and before the first in its own
  /// responder, of those that the first may match.
  func lost(between first: Place, and last: Place) -> Condition {
    var lost = LostErrors(about: first.needs)
    for (step, index) in program.path(from: first.responder).enumerated() {
      let isLast = index == last.responder
      var start = 0
      if step == 0 {
        passed[index].add(to: &lost, to: first.position)
        start = first.position + 1
      }
      let leaves = if step == 0, case .escalate = first.rule.policy.exhausted { true } else { false }
      if !leaves { passed[index].add(to: &lost, from: start, to: isLast ? last.position : nil) }
      if isLast { break }
    }
    return lost.condition
  }
}

/// A retry and the later ones that retry the same error after its budget is exhausted. A witness that all of
/// them match proves it.
struct RetryGroup {
  private(set) var rules: [RetryRule]
  /// Nil for a single retry.
  private(set) var witness: String?
  private(set) var condition: Condition

  static let most = 400
  /// Types assumed for an error, of those that rules name: its own and one that it is based on. In theory
  /// there is no bound.
  private static let mostTypes = 2

  /// - Parameter also: a further condition for the error.
  init(
    from first: RetryPlaces.Place, and candidates: [RetryPlaces.Place], _ places: RetryPlaces,
    _ checked: CheckedRules, also: Condition = .always
  ) {
    rules = [first.rule]
    condition = first.rule.clause.condition
    guard let reasoner = checked.reasoner else { return }
    if case .evaluation = first.rule.policy.exhausted { return }
    // Retries with the largest budgets come first, so that they win over others that they exclude.
    let order = candidates.indices.prefix(Self.most).sorted {
      let (one, other) = (candidates[$0].rule.policy.maxAttempts, candidates[$1].rule.policy.maxAttempts)
      return one == other ? $0 < $1 : one > other
    }
    var chosen: [Int] = []
    var types = first.needs.types
    for index in order {
      let ofTypes = types.union(candidates[index].needs.types)
      if ofTypes.count > max(Self.mostTypes, types.count) { continue }
      let together = (chosen + [index]).sorted()
      let own = [first.rule.clause.condition, also] + together.map { candidates[$0].rule.clause.condition }
      // Most exclude each other. That is soon decided without the errors that other rules take.
      if reasoner.satisfiable(.all(own)).isNever { continue }
      let lost = places.lost(between: first, and: candidates[together[together.count - 1]])
      let met = Condition.all(own + [.not(lost)])
      guard let found = reasoner.satisfiable(met).witness else { continue }
      condition = met
      chosen = together
      types = ofTypes
      witness = found.json
    }
    rules += chosen.map { candidates[$0].rule }
  }

  func shown(by witness: Witness) -> RetryGroup {
    var shown = self
    shown.witness = witness.json
    return shown
  }
}
