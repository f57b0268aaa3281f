package import Records
package import RuleLanguage
package import Source

/// A rule set in source form beside its resolved meaning: names looked up, inheritance applied.
///
/// The source of the tables, of checks and of reasoning. Indices are those of the ``ResponderChain``.
package struct RuleProgram: Sendable {
  package let name: String?
  package let roots: [Node]
  /// The members of `lists`, `codes`, `matchers` and `alerts` of all files.
  package let lists: [Node.Member]
  package let codes: [Node.Member]
  package let matchers: [Node.Member]
  package let alerts: [Node.Member]
  package let breakers: [Breaker]
  package let quotas: [SharedQuota]
  package let types: [Type]
  /// The categories in matching order: the declared ones, then `defaults.category` if it is not among them.
  package let categories: [Category]
  package let defaultCategory: Int?
  package let namedConditions: [String: Condition]
  package let codeTables: [String: CodeTable]
  package let ignored: Condition?
  package let unwraps: [Unwrap]
  package let recordFilter: Condition?
  /// The responders of the chain in file order, then the abstract ones, which exist only to be extended.
  package let responders: [Responder]
  package let abstract: [Responder]
  /// Every clause of the chain in file order; inherited ones appear at each heir.
  package let clauses: [Clause]
  package let origins: [Origin]
  /// The responder for unknown origins; nil if there is none.
  package let fallback: Int?
  /// The platform of errno numbers in records that do not name one.
  package let platform: Platform
  /// The evaluation of an error whose origin has no responder.
  package let unhandledWithoutPath: Evaluation

  package struct `Type`: Sendable {
    package let name: Named
    package let ancestors: [Named]
    /// All cases of a closed type; nil if the type is open.
    package let cases: [Named]?
  }

  package struct Category: Sendable {
    /// Its declaration under `categories`, or else its name in `defaults.category`.
    package let name: Named
    /// The matcher in source form and compiled; nil if the category has only a name.
    package let when: Node?
    package let condition: Condition?
    package let isDeclared: Bool
  }

  /// A claimed origin, with the indices of its responders.
  package struct Origin: Sendable {
    package let name: String
    /// The responder with this id, the one that claims the name, and the one that claims the name and
    /// everything below it.
    package var id: Int?
    package var exact: Int?
    package var prefix: Int?
  }

  package final class Responder: Sendable {
    package let id: Named
    package let range: SourceRange
    package let isEnabled: Bool
    /// The index of its parent; nil for a root and for an abstract responder.
    package let parent: Int?
    package let writtenParent: Named?
    package let origins: [Named]
    package let policy: ResponderPolicy
    let first: Int
    /// The rules in file order. Under `order: lastFirst` the last rule is evaluated first.
    package let rules: [Clause]
    package let events: [Clause]
    package let otherwise: Clause?
    package let always: Clause?
    package let contract: Contract?
    /// The errors and events that its contract promises; nil for no promise.
    package let reports: Condition?
    package let triggers: Condition?
    package let base: Named?
    /// The evaluation of an unhandled error, for a root.
    package let unhandled: Evaluation
    /// The `report` setting: `none`, a severity or `assert`.
    package let unhandledReport: String

    init(
      id: Named, range: SourceRange, isEnabled: Bool, parent: Int?, writtenParent: Named?,
      origins: [Named], policy: ResponderPolicy, first: Int, rules: [Clause], events: [Clause],
      otherwise: Clause?, always: Clause?, contract: Contract?, reports: Condition?, triggers: Condition?,
      base: Named?, unhandled: Evaluation, unhandledReport: String
    ) {
      self.id = id
      self.range = range
      self.isEnabled = isEnabled
      self.parent = parent
      self.writtenParent = writtenParent
      self.origins = origins
      self.policy = policy
      self.first = first
      self.rules = rules
      self.events = events
      self.otherwise = otherwise
      self.always = always
      self.contract = contract
      self.reports = reports
      self.triggers = triggers
      self.base = base
      self.unhandled = unhandled
      self.unhandledReport = unhandledReport
    }
  }

  package struct Contract: Sendable {
    package let reports: [Named]?
    package let triggers: [Named]?
    package let isExplicit: Bool
  }

  /// A rule, an event rule, an `otherwise` or an `always`.
  package final class Clause: Sendable {
    /// The identity of the clause. The responder index of an abstract responder is 0. The name is an id, `#3`,
    /// `base/#3`, `otherwise` or `always`.
    let identity: ResponderChain.Clause
    package let hasOwnID: Bool
    /// The id of the responder that declares the clause, if it is inherited.
    package let home: String?
    private let written: WrittenClause
    /// The compiled matcher, without the rate.
    package let condition: Condition
    package let rate: Rate?
    package let actions: [Action]
    /// The verdict compiled; nil if an alert's buttons decide, or if there is none.
    package let verdict: Verdict?

    init(
      identity: ResponderChain.Clause, hasOwnID: Bool, home: String?, written: WrittenClause,
      condition: Condition, rate: Rate?, actions: [Action], verdict: Verdict?
    ) {
      self.identity = identity
      self.hasOwnID = hasOwnID
      self.home = home
      self.written = written
      self.condition = condition
      self.rate = rate
      self.actions = actions
      self.verdict = verdict
    }

    /// The position that messages about the whole clause point at.
    package var title: SourceRange { written.title }
    package var when: Node? { written.when }
    package var actionNodes: Node? { written.actions }
    /// The verdict in source form.
    package var then: Node.Member? { written.then }
    package var examples: RuleExamples { written.examples }
  }
}

/// The source form of a clause. Heirs share it: a chain of them has as many clauses as the square of its length.
final class WrittenClause: Sendable {
  let title: SourceRange
  let when: Node?
  let actions: Node?
  let then: Node.Member?
  let examples: RuleExamples

  init(title: SourceRange, when: Node?, actions: Node?, then: Node.Member?, examples: RuleExamples) {
    self.title = title
    self.when = when
    self.actions = actions
    self.then = then
    self.examples = examples
  }
}

extension RuleProgram {
  /// Indices from a responder up to its root, both included.
  package func path(from index: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = index
    while let place = next, path.count <= responders.count {
      path.append(place)
      next = responders[place].parent
    }
    return path
  }

  /// No responders, or abstract ones only: a file for others to import.
  package var isFragment: Bool { responders.isEmpty }

  package var declaredCategories: [Category] { categories.filter { $0.isDeclared } }

  /// Every clause: responder by responder, inherited ones at each heir, abstract responders last.
  package var allClauses: AllClauses { AllClauses(self) }
}

extension RuleProgram.Responder {
  package var clauses: [RuleProgram.Clause] {
    rules + events + [otherwise, always].compactMap { $0 }
  }

  package var ruleIndices: Range<Int> { first..<(first + rules.count) }

  package var eventIndices: Range<Int> { ruleIndices.upperBound..<(ruleIndices.upperBound + events.count) }

  package var otherwiseIndex: Int? { otherwise.map { _ in eventIndices.upperBound } }

  package var alwaysIndex: Int? { always.map { _ in clauseIndices.upperBound - 1 } }

  package var clauseIndices: Range<Int> {
    first..<(eventIndices.upperBound + (otherwise == nil ? 0 : 1) + (always == nil ? 0 : 1))
  }

  /// Its enabled rules in evaluation order.
  package var enabledRules: [RuleProgram.Clause] {
    let enabled = rules.filter { $0.isEnabled }
    return policy.order == .lastFirst ? enabled.reversed() : enabled
  }
}

extension RuleProgram.Clause {
  package var kind: ClauseKind { identity.kind }
  package var responder: Int { identity.responder }
  package var name: String { identity.name }
  package var range: SourceRange { identity.range }
  package var isEnabled: Bool { identity.isEnabled }

  package var rateAtLeast: Int? { rate?.atLeast }

  /// The verdicts of its actions' failures, those behind buttons included, in order.
  package var failures: [Verdict] { actions.flatMap { $0.failures } }
}
