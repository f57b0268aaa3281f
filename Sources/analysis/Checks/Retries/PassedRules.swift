internal import Engine
internal import RuleLanguage

/// Errors that end or change on their way to a rule, of those that meet some requirements.
struct LostErrors {
  fileprivate let needs: RequiredValues
  fileprivate let values: [RequiredValues.Key: String]
  /// A condition for each rule or `otherwise` that ends them; `own` is that of the rule alone.
  fileprivate(set) var ends: [(condition: Condition, own: Condition)] = []
  fileprivate var changes: [Condition] = []

  init(about needs: RequiredValues) {
    (self.needs, values) = (needs, needs.values)
  }

  var condition: Condition { .any(ends.map { $0.condition } + changes) }
}

/// The rules of a responder that end, change or escalate errors, as ``PathEffects`` has them, looked up by required values.
struct PassedRules {
  private struct Rule {
    /// Among the responder's rules in evaluation order.
    let position: Int
    let condition: Condition
    let needs: RequiredValues
    let ends: Bool
    let changes: Bool
    let escalates: Bool
    /// Whether the rules after it don't see the errors.
    let isGone: Bool
  }

  private let rules: [Rule]
  private let index: RequiredValues.Index
  /// The condition of an `otherwise` that ends errors; nil for none.
  private let otherwise: Condition?
  private let isForUnmatched: Bool

  init(_ responder: RuleProgram.Responder) {
    let isForUnmatched = responder.policy.otherwise == .unmatched
    let otherwise = responder.isEnabled ? responder.otherwise : nil
    let ending = otherwise.flatMap { $0.endsForSure(responder) ? $0.condition : nil }
    let isInTurn = responder.policy.match == .first
    let all = responder.isEnabled ? responder.enabledRules : []
    rules = all.enumerated().compactMap { position, clause in
      let isSure = clause.rate == nil
      let (escalates, changes) = (clause.escalates, isSure && isInTurn && clause.changesErrors)
      let ends = isSure && clause.endsForSure(responder)
      guard ends || changes || escalates || (isForUnmatched && ending != nil) else { return nil }
      return Rule(
        position: position, condition: clause.condition, needs: RequiredValues(clause.condition), ends: ends,
        changes: changes, escalates: escalates, isGone: isSure && isInTurn && (escalates || changes))
    }
    index = RequiredValues.Index(rules.map { $0.needs })
    self.otherwise = ending
    self.isForUnmatched = isForUnmatched
  }

  /// The errors, of those that a condition matches, that are lost before a position; before the `otherwise` if it is nil.
  func lost(before position: Int?, for condition: Condition) -> LostErrors {
    var lost = LostErrors(about: RequiredValues(condition))
    add(to: &lost, to: position ?? .max)
    return lost
  }

  /// Adds the errors that are lost from one position in evaluation order up to another; to the end, with the `otherwise`, if it
  /// is nil.
  func add(to lost: inout LostErrors, from first: Int = 0, to end: Int? = nil) {
    var gone: [Condition] = []
    var left: [Condition] = []
    for place in index.candidates(for: lost.values) ?? Array(rules.indices) {
      let rule = rules[place]
      if lost.needs.excludes(rule.needs) { continue }
      if rule.escalates || isForUnmatched { left.append(rule.condition) }
      guard rule.position < end ?? .max else { continue }
      if rule.position >= first {
        if rule.ends { lost.ends.append((PathEffects.without(gone, rule.condition), rule.condition)) }
        if rule.changes { lost.changes.append(rule.condition) }
      }
      if rule.isGone { gone.append(rule.condition) }
    }
    guard end == nil, let otherwise else { return }
    lost.ends.append((PathEffects.without(left, .always), otherwise))
  }
}

extension RuleProgram.Responder {
  /// The positions of its enabled rules in evaluation order, by name.
  var positions: [String: Int] {
    Dictionary(enabledRules.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
