internal import Engine
internal import RuleLanguage

final class Walker {
  enum Effect {
    case handles
    /// The evaluation goes on with the next rule, and the same error or a replacement.
    case continues(ErrorForm?)
    case leaves
    case notMatched
    /// The clause runs without a verdict, under `match: all`.
    case runs
  }

  enum ClauseVerdict {
    case verdict(Verdict?)
    case granted(RetryPolicy)
    case exhausted(RetryPolicy.Exhausted)
    case unanswered

    var isExhausted: Bool { if case .exhausted = self { true } else { false } }
    var isGranted: Bool { if case .granted = self { true } else { false } }

    /// The verdict of a clause that ran: an exhausted budget of a failure is a verdict like any other.
    var ofRun: ClauseVerdict {
      guard case .exhausted(let exhausted) = self else { return self }
      switch exhausted {
      case .continue: return .verdict(.continue)
      case .escalate: return .verdict(.escalate)
      case .evaluation(let evaluation): return .verdict(.evaluation(evaluation))
      }
    }
  }

  struct Outcome {
    let condition: Formula
    let effect: Effect
    let clauseVerdict: ClauseVerdict

    /// Whether the actions of the clause run.
    var runs: Bool {
      if case .notMatched = effect { return false }
      return !clauseVerdict.isExhausted
    }
  }

  let program: RuleProgram
  let translator: Translator
  let limits: ReasoningLimits
  let faults: Set<InjectedFault>
  private let counterparts: [Int: Int]?
  private var conditions: [Int: [Int: Formula]] = [:]
  private var walks: [Int: [Int: ResponderWalk]] = [:]
  var eventWalks: [Int: [Int: ResponderWalk]] = [:]
  private var categoryConditions: [Int: [Int: Formula]] = [:]

  /// - Parameter counterparts: clauses of the other rule set with the same state and condition.
  init(
    _ program: RuleProgram, _ limits: ReasoningLimits, _ faults: Set<InjectedFault> = [],
    errorSpace: ErrorSpace? = nil, side: Int = 0, counterparts: [Int: Int]? = nil
  ) {
    self.program = program
    self.limits = limits
    self.faults = faults
    self.counterparts = counterparts
    translator = Translator(
      program, causeLimit: limits.causes, faults: faults,
      errorSpace: errorSpace ?? ErrorSpace(causeLimit: limits.causes), side: side)
  }

  /// The identity of the state and the choices, shared with the counterpart.
  func identity(of clause: Int) -> Int {
    guard let counterparts else { return clause }
    return counterparts[clause] ?? Self.withoutCounterpart + clause
  }

  static let withoutCounterpart = 1 << 32

  func condition(ofCategory category: Int, of form: ErrorForm) -> Formula? {
    guard let condition = program.categories[category].condition else { return nil }
    if let known = categoryConditions[form.number]?[category] { return known }
    let formula = translator.formula(condition, of: form)
    categoryConditions[form.number, default: [:]][category] = formula
    return formula
  }

  /// The condition with the rate.
  func condition(of clause: Int, of form: ErrorForm) -> Formula {
    if let known = conditions[form.number]?[clause] { return known }
    var formula = matcher(of: clause, of: form)
    if let least = program.clauses[clause].rateAtLeast, least > 1 {
      formula = .conjunction([
        formula, translator.open("rate \(identity(of: clause))/\(form.identity)", fresh: false),
      ])
    }
    conditions[form.number, default: [:]][clause] = formula
    return formula
  }

  /// The condition without the rate. Never holds for a disabled clause.
  func matcher(of clause: Int, of form: ErrorForm) -> Formula {
    let declared = program.clauses[clause]
    guard declared.isEnabled || faults.contains(.disabled) else { return .no }
    return translator.formula(declared.condition, of: form)
  }

  // A responder

  func walk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = walks[form.number]?[responder] { return known }
    let walk =
      program.responders[responder].policy.match == .all && !faults.contains(.matchAll)
      ? walkAll(responder, form) : walkInTurn(responder, form)
    walks[form.number, default: [:]][responder] = walk
    return walk
  }

  /// The rules in evaluation order.
  func rules(of responder: Int) -> [Int] {
    let declared = program.responders[responder]
    let isReversed = declared.policy.order == .lastFirst && !faults.contains(.order)
    return isReversed ? declared.ruleIndices.reversed() : Array(declared.ruleIndices)
  }
}
