package import Records
package import RuleLanguage
package import Source

/// A rule set as it is written, with its places, beside what it means: names looked up, heirs whole. Tables are laid out
/// from it, and checks and reasoning read it; responders, categories and stations have the places they have in the
/// ``ResponderChain``.
package struct RuleProgram: Sendable {
  package let name: String?
  /// The values of the files, the entry file's first, then those of its imports in the order of reading.
  package let roots: [Node]
  /// What stands under `lists`, `codes`, `matchers` and `alerts` of all files.
  package let lists: [Node.Member]
  package let codes: [Node.Member]
  package let matchers: [Node.Member]
  package let alerts: [Node.Member]
  package let types: [Type]
  /// In the order they are asked: the declared ones, then `defaults.category` where it is not among them.
  package let categories: [Category]
  /// The place of `defaults.category` among the categories.
  package let defaultCategory: Int?
  /// What each named matcher means where a rule asks it.
  package let namedConditions: [String: Condition]
  /// Every domain's symbols, the built-in ones and those of the files.
  package let codeTables: [String: CodeTable]
  /// What holds for errors that are ignored; nil where none is.
  package let ignored: Condition?
  /// What records must match to be answered at all; nil where all are.
  package let sieve: Condition?
  /// The responders of the chain in the order of the file, then those that are only there to be extended.
  package let responders: [Responder]
  package let abstract: [Responder]
  /// Every station of the chain in the order of the file, inherited ones at each heir.
  package let stations: [Station]
  package let origins: [Origin]
  /// Where unknown origins start, or nil where nobody is asked.
  package let fallback: Int?
  /// Whose errno numbers a record carries that does not say so.
  package let platform: Platform
  /// The evaluation of an error that starts nowhere.
  package let unhandledWithoutPath: Evaluation

  /// A type under `types`.
  package struct `Type`: Sendable {
    package let name: Named
    package let ancestors: [Named]
    /// All its cases; nil where it is open.
    package let cases: [Named]?
  }

  /// An error's category.
  package struct Category: Sendable {
    /// Where it stands under `categories`, or where `defaults.category` alone names it.
    package let name: Named
    /// What it asks as written, and what that means; nil for a name only.
    package let when: Node?
    package let condition: Condition?
    /// Whether it stands under `categories`.
    package let isDeclared: Bool
  }

  /// An origin that is claimed, with the places of the responders.
  package struct Origin: Sendable {
    package let name: String
    /// Whose id it is; who claims the name; who claims the name and all below it.
    package var id: Int?
    package var exact: Int?
    package var prefix: Int?
  }

  /// A responder with all that it inherits.
  package struct Responder: Sendable {
    package let id: Named
    package let range: SourceRange
    package let isEnabled: Bool
    /// The place of the one it escalates to; nil for a root, and for an abstract one.
    package let parent: Int?
    /// Where it says so itself.
    package let writtenParent: Named?
    package let origins: [Named]
    package let policy: ResponderPolicy
    /// The place of its first station among the chain's.
    let first: Int
    /// In the order they stand; under `order: lastFirst` the last is asked first.
    package let rules: [Station]
    package let events: [Station]
    package let otherwise: Station?
    package let always: Station?
    package let contract: Contract?
    /// What its contract promises of errors, and of events; nil for no promise.
    package let reports: Condition?
    package let triggers: Condition?
    /// The id of the one it extends.
    package let base: Named?
    /// What happens to an error that nobody answered, where this is a root.
    package let unhandled: Evaluation
    /// How loudly that is told: `none`, a severity or `assert`.
    package let unhandledReport: String
  }

  /// What a responder's `contract` promises.
  package struct Contract: Sendable {
    package let reports: [Named]?
    package let triggers: [Named]?
    package let isExplicit: Bool
  }

  /// A place where actions and verdicts stand.
  package struct Station: Sendable {
    /// What the chain keeps of it. Its responder's place is 0 among the abstract ones; its name in its responder is an id,
    /// `#3`, `base/#3`, `otherwise` or `always`.
    let identity: ResponderChain.Station
    package let hasOwnID: Bool
    /// The id of the responder it is written in, where it is inherited.
    package let home: String?
    /// Where it is named: what a message about the whole of it points at.
    package let title: SourceRange
    /// What it asks as written; nil where it asks nothing.
    package let when: Node?
    /// What it asks, without its rate.
    package let condition: Condition
    package let rate: Rate?
    /// Its actions as written and as compiled.
    package let actionNodes: Node?
    package let actions: [Action]
    /// Its verdict as written and as compiled; nil where an alert's buttons decide, or nothing does.
    package let then: Node.Member?
    package let verdict: Verdict?
    package let examples: RuleExamples
  }
}

extension RuleProgram {
  /// The place of each responder from `index` up to its root, itself first.
  package func path(from index: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = index
    while let place = next, path.count <= responders.count {
      path.append(place)
      next = responders[place].parent
    }
    return path
  }

  /// Whether the file has no `responders`, or abstract ones only: names in it are for others to use.
  package var isFragment: Bool { responders.isEmpty }

  package var declaredCategories: [Category] { categories.filter { $0.isDeclared } }

  /// Every station as it answers: responder by responder, inherited ones at each heir, abstract responders last.
  package var allStations: [(responder: Responder, station: Station)] {
    (responders + abstract).flatMap { responder in responder.stations.map { (responder, $0) } }
  }
}

extension RuleProgram.Responder {
  /// Its rules, event rules, `otherwise` and `always`.
  package var stations: [RuleProgram.Station] {
    rules + events + [otherwise, always].compactMap { $0 }
  }

  /// The places of its rules among the chain's stations.
  package var ruleIndices: Range<Int> { first..<(first + rules.count) }

  package var eventIndices: Range<Int> { ruleIndices.upperBound..<(ruleIndices.upperBound + events.count) }

  package var otherwiseIndex: Int? { otherwise.map { _ in eventIndices.upperBound } }

  package var alwaysIndex: Int? { always.map { _ in stationIndices.upperBound - 1 } }

  /// The places of all its stations, in the order of ``stations``.
  package var stationIndices: Range<Int> {
    first..<(eventIndices.upperBound + (otherwise == nil ? 0 : 1) + (always == nil ? 0 : 1))
  }

  /// Its enabled rules in the order they are asked.
  package var askedRules: [RuleProgram.Station] {
    let enabled = rules.filter { $0.isEnabled }
    return policy.order == .lastFirst ? enabled.reversed() : enabled
  }
}

extension RuleProgram.Station {
  package var kind: StationKind { identity.kind }
  package var responder: Int { identity.responder }
  package var name: String { identity.name }
  package var range: SourceRange { identity.range }
  package var isEnabled: Bool { identity.isEnabled }

  /// How many errors of its key its rate asks for; nil where it has no rate.
  package var rateAtLeast: Int? { rate?.atLeast }

  /// Everything it does and says, as text: two stations that say the same have the same text.
  package var said: String { "\(actions) \(verdict.map { "\($0)" } ?? "-")" }
}
