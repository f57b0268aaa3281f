internal import RuleLanguage
internal import Bytes
package import Records

package struct RecordParts: Sendable, Equatable {
  private var bits: UInt64 = 0

  package init() {}

  package init(_ fields: [Field]) {
    for field in fields { insert(field) }
  }

  package static let all = RecordParts(Field.allCases)

  package func contains(_ field: Field) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

  package mutating func insert(_ field: Field) { bits |= 1 << UInt64(field.rawValue) }

  package mutating func formUnion(_ other: RecordParts) { bits |= other.bits }

  package func isSubset(of other: RecordParts) -> Bool { bits & ~other.bits == 0 }
}

extension ResponderChain {
  /// The first clause with an alert, whether or not the alert decides; nil for none.
  package var firstClauseWithAlert: Int? {
    clauses.indices.first { clause in
      tables.clauses[clause].actions.contains { !tables.responses.actions[$0].alert.isNone }
    }
  }

  /// Whether an alert may take the answer of the one before it.
  package var coalescesAlerts: Bool {
    tables.responses.alerts.indices.contains { tables.responses.alerts[$0].coalesces }
  }

  /// Whether a condition may call a plugin's code.
  package var hasPredicates: Bool {
    for index in tables.conditions.instructions.indices
    where tables.conditions.instructions[index].operation == .predicate {
      return true
    }
    return false
  }

  /// All members that an outcome may depend on or show.
  package var partsRead: RecordParts {
    // A replaced error may consist of any members.
    if !tables.unwraps.isEmpty { return .all }
    for index in tables.clauses.indices {
      switch tables.clauses[index].verdict.kind {
      case .transform, .unwrapPayload, .unwrapCause, .emit, .raise: return .all
      case .evaluation, .retry, .retryByPerson, .continue, .escalate, .handled, .absent: break
      }
    }
    var parts = parts(ofInstructions: tables.conditions.instructions.indices)
    for index in tables.conditions.subjects.indices { parts.insert(tables.conditions.subjects[index]) }
    return parts
  }

  func parts(ofInstructions range: IndexRange<ConditionInstruction>) -> RecordParts {
    var parts = RecordParts()
    for index in range {
      let step = tables.conditions.instructions[index]
      switch step.operation {
      case .predicate: return .all
      case .anyCause, .rootCause: parts.insert(.underlying)
      case .payloadError: parts.insert(.payload)
      case .anyInside:
        parts.insert(.payload)
        parts.insert(.underlying)
      case .always, .all, .any, .not, .assumed, .category: break
      case .open:
        for place in step.operand..<(step.operand + step.count) {
          parts.formUnion(self.parts(ofKey: tables.breakers[tables.askedBreakers[Int(place)]].per))
        }
      default: parts.insert(tables.conditions.subjects[step.subject])
      }
    }
    return parts
  }
}

extension RecordParts {
  mutating func insert(_ subject: SubjectReference) {
    switch subject.kind {
    case .field: insert(subject.field)
    case .problem, .problemExtension: insert(.problem)
    case .attribute: insert(.attributes)
    case .payload: insert(.payload)
    case .with: insert(.with)
    case .outcome: break
    case .elapsed:
      insert(.attempt)
      // It is an attribute as well.
      insert(.attributes)
    }
  }
}

extension Evaluator {
  /// Nil unless all errors that agree in `parts` have the same outcome, but for the values that it shows.
  package mutating func cachedOutcome(settledBy parts: RecordParts) -> CachedOutcomeIndex? {
    guard let start = cache.start(of: &inputs) else { return nil }
    outcome.reset()
    inputs.matcher.change(to: ErrorRecord.recorded)
    var sink = NoSteps()
    resolveCategory(&sink)
    var edge = cache.decisions.edge(after: DecisionTree.root, start)
    while let place = edge.place {
      guard let result = result(of: cache.decisions[place], knowing: parts) else { return nil }
      edge = cache.decisions.edge(after: place, result)
    }
    return edge.outcome
  }

  /// The result of a question that is equal for all errors that agree in `parts`, or nil.
  private mutating func result(of question: Question, knowing parts: RecordParts) -> Int32? {
    switch question.kind {
    case .unwrap:
      // A nested error is none of the parts that errors of a kind share.
      return areNeverUnwrapped(knowing: parts) ? UnwrapIndex.nowhere.raw : nil
    case .category:
      let known = PartsKnown(chain, parts, isCategorySure: false)
      for index in tables.categories.indices where !tables.categories[index].condition.isNone {
        switch truth(of: tables.categories[index].condition, known) {
        case .true: return index.raw
        case .false: continue
        case .unknown: return nil
        }
      }
      return tables.defaultCategory.raw
    case .breaker:
      let known = PartsKnown(chain, parts, isCategorySure: true)
      var index = BreakerIndex(question.after.raw) + 1
      while index < tables.breakers.endIndex {
        switch truth(of: tables.breakers[index].condition, known) {
        case .true: return index.raw
        case .false: index += 1
        case .unknown: return nil
        }
      }
      return BreakerIndex.nowhere.raw
    case .ignored:
      return result(of: tables.ignored, knowing: parts)
    case .contract:
      return result(of: tables.responders[question.responder].reports, knowing: parts)
    case .rule:
      let responder = tables.responders[question.responder]
      let isReversed = responder.policy.order == .lastFirst
      let known = PartsKnown(chain, parts, isCategorySure: true)
      for position in 0..<responder.rules.count {
        let index =
          isReversed ? responder.rules.endIndex + (-1 - position) : responder.rules.startIndex + position
        let isAhead = question.after.isNone || (isReversed ? index < question.after : index > question.after)
        guard isAhead, tables.clauses[index].isEnabled else { continue }
        switch truth(of: tables.clauses[index].condition, known) {
        case .true: return index.raw
        case .false: continue
        case .unknown: return nil
        }
      }
      return -1
    }
  }

  /// Whether no entry of `defaults.unwrap` matches any error that agrees in `parts`.
  mutating func areNeverUnwrapped(knowing parts: RecordParts) -> Bool {
    let known = PartsKnown(chain, parts, isCategorySure: false)
    for index in tables.unwraps.indices {
      guard case .false = truth(of: tables.unwraps[index].condition, known) else { return false }
    }
    return true
  }

  private mutating func result(of condition: Index<ConditionInstruction>, knowing parts: RecordParts)
    -> Int32?
  {
    switch truth(of: condition, PartsKnown(chain, parts, isCategorySure: true)) {
    case .true: 1
    case .false: 0
    case .unknown: nil
    }
  }
}
