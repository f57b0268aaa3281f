import RuleEngine

/// Walks errors through responders.
final class Walker {
  /// What a station's verdict does to an error.
  enum Effect {
    /// It ends the climb, or decides for good.
    case handles
    /// The next rule is asked, of the same error or another one.
    case goesOn(ErrorForm?)
    /// It goes to the parent.
    case leaves
    /// It counts as not matched.
    case notMatched
    /// Under `match: all`: it ran, and said nothing.
    case runs
  }

  /// What a station says where its condition holds.
  enum Said {
    case verdict(Verdict?)
    case granted(RetryPolicy)
    case exhausted(RetryPolicy.Exhausted)
    /// Its alert is never answered.
    case unanswered

    /// Whether no try was left, so that nothing ran.
    var isExhausted: Bool { if case .exhausted = self { true } else { false } }
    /// Whether a try was granted.
    var isGranted: Bool { if case .granted = self { true } else { false } }
  }

  struct Outcome {
    let condition: Formula
    let effect: Effect
    let said: Said
  }

  let program: RuleProgram
  let translator: Translator
  let limits: ReasoningLimits
  let faults: Set<Fault>
  private let counterparts: [Int: Int]?
  private var conditions: [Int: [Int: Formula]] = [:]
  private var walks: [Int: [Int: ResponderWalk]] = [:]
  var eventWalks: [Int: [Int: ResponderWalk]] = [:]
  private var categoryConditions: [Int: [Int: Formula]] = [:]

  /// A walker of its own, or one that speaks of the same world as another.
  ///
  /// - Parameter counterparts: the stations of the other rule set that remember and ask the same as stations here.
  init(
    _ program: RuleProgram,
    _ limits: ReasoningLimits,
    _ faults: Set<Fault> = [],
    world: World? = nil,
    side: Int = 0,
    counterparts: [Int: Int]? = nil
  ) {
    self.program = program
    self.limits = limits
    self.faults = faults
    self.counterparts = counterparts
    translator = Translator(
      program,
      causeLimit: limits.causes,
      faults: faults,
      world: world ?? World(causeLimit: limits.causes),
      side: side
    )
  }

  /// The number under which it is known what a station remembers and what is chosen there.
  func identity(of station: Int) -> Int {
    guard let counterparts else { return station }
    return counterparts[station] ?? Self.withoutCounterpart + station
  }

  static let withoutCounterpart = 1 << 32

  /// What a category asks of an error.
  func condition(ofCategory category: Int, of form: ErrorForm) -> Formula? {
    guard let condition = program.categories[category].condition else { return nil }
    if let known = categoryConditions[form.number]?[category] { return known }
    let formula = translator.formula(condition, of: form)
    categoryConditions[form.number, default: [:]][category] = formula
    return formula
  }

  /// What a station asks of an error, its rate included.
  func condition(of station: Int, of form: ErrorForm) -> Formula {
    if let known = conditions[form.number]?[station] { return known }
    var formula = matcher(of: station, of: form)
    if let least = program.stations[station].rateAtLeast, least > 1 {
      formula = .conjunction([
        formula, translator.open("rate \(identity(of: station))/\(form.identity)", fresh: false),
      ])
    }
    conditions[form.number, default: [:]][station] = formula
    return formula
  }

  /// What a station asks of an error, whatever its rate says; what is disabled is asked of none.
  func matcher(of station: Int, of form: ErrorForm) -> Formula {
    let declared = program.stations[station]
    guard declared.isEnabled || faults.contains(.disabled) else { return .no }
    return translator.formula(declared.condition, of: form)
  }

  // A responder

  /// What becomes of errors of a form at a responder, with nothing given of them.
  func walk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = walks[form.number]?[responder] { return known }
    let walk =
      program.responders[responder].policy.match == .all && !faults.contains(.matchAll)
      ? walkAll(responder, form) : walkInTurn(responder, form)
    walks[form.number, default: [:]][responder] = walk
    return walk
  }

  /// The rules of a responder in the order in which they are asked.
  func rules(of responder: Int) -> [Int] {
    let declared = program.responders[responder]
    let isReversed = declared.policy.order == .lastFirst && !faults.contains(.order)
    return isReversed ? declared.ruleIndices.reversed() : Array(declared.ruleIndices)
  }
}
