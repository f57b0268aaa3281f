package import Bytes
internal import Counting
package import Engine
internal import Records
internal import RuleLanguage
internal import Secrets
package import Source

/// A rule for a kind of errors that nobody handles, at the end of the responder where their escalation ends.
package struct RuleDraft {
  package let responder: String
  package let name: String
  package let condition: Node
  /// The actions and the verdict of the `otherwise` that handles the errors now; empty without one.
  var now: [(key: String, value: Node)] = []
  /// Whether the errors have a name or a number, which can't be asked for.
  var isNamed = false

  /// The reason why the rule asks for a text that is written for people, where nothing else tells what the error is.
  private var suppression: [(key: String, value: Node)] {
    guard condition.members?.map({ $0.key }) == ["message"] else { return [] }
    let reason = isNamed ? "only their message can be asked for" : "these errors have nothing but a message"
    return [("suppress", .made([("localised-text", .made(reason))]))]
  }

  /// The rule as it is written; for errors of an `otherwise`, it does what that does.
  package func rule(then verdict: String) -> Node {
    .made(
      [("id", .made(name)), ("when", condition)] + (now.isEmpty ? [("then", .made(verdict))] : now)
        + suppression)
  }
}

/// Drafts rules for the errors that a rule file leaves unhandled, one after the other: each draft stands behind those before it.
///
/// A draft changes nothing that is handled now, because of its place. It is the last rule of a responder whose first matching rule
/// decides, so it is asked only about errors that every rule before it has left. Behind it come neither a parent nor an `otherwise`; or,
/// for the errors of an `otherwise`, that one alone, which takes whatever comes. Where this is not so, there is no draft.
package struct RuleDrafting {
  package typealias Rules = (chain: ResponderChain, program: RuleProgram)

  /// The errors that get rules.
  package enum Ending: Sendable {
    case unhandled
    /// Errors that an `otherwise` handles.
    case otherwise
  }

  /// The reason why a rule at the end of a responder may take errors that are handled.
  package enum Obstacle: String, Sendable {
    case allRun = "all of its rules run, not the first that matches alone"
    case lastFirst = "its last rule is asked first"
    case isExtended = "others extend it, and would have the rule, too"
    case hasParent = "its parent is asked behind it"
    case leavesSome = "its “otherwise” leaves some errors to others"
    case throttles =
      "its “otherwise” throttles an action for all errors together, and a rule would do so for its own alone"
  }

  package enum Refusal: Error, Equatable {
    case isHandled
    /// Alone, the rule decides the error, which then needs no other one.
    case isHandledAlone(rule: String)
    /// The responder where the escalation ends can't be added to here.
    case isElsewhere(responder: String)
    /// A rule at the end of the responder may take errors that are handled.
    case isNotLast(responder: String, because: Obstacle)
    /// A rule sends the error on, so that one at the end is not asked.
    case isNotAsked(responder: String, rule: String)
    /// The error has nothing that a rule could ask for, or only secrets.
    case isUnnamed

    package var reason: String {
      switch self {
      case .isHandled: "The record is handled, so it needs no further rule."
      case .isHandledAlone(let rule):
        "Taken alone, this error is decided by “\(rule)”. Here, earlier errors had used up what that rule may do, such as its retries. "
          + "Write a rule for the rest by hand, behind it."
      case .isElsewhere(let responder):
        "The responder “\(responder)” is in an imported file, or not written as one. Write the rule by hand."
      case .isNotLast(let responder, let obstacle):
        "A rule at the end of “\(responder)” may change errors that are handled: \(obstacle.rawValue). Write the rule by hand."
      case .isNotAsked(let responder, let rule):
        "The rule “\(responder)/\(rule)” escalates this error, so that a rule at the end of “\(responder)” is not asked. Write the rule "
          + "by hand, before that one."
      case .isUnnamed:
        "This error has nothing that a rule could ask for: no type, code, status or message, or only secrets."
      }
    }
  }

  /// The root node of the rule file, with the drafts so far.
  package private(set) var root: Node
  private var rules: Rules
  /// The rules without a draft.
  private let first: Rules
  let ending: Ending
  private let limits: Limits
  private let compile: (String) -> Rules?

  /// - Parameters:
  ///   - rules: the compiled file.
  ///   - ending: the errors that get rules.
  ///   - file: the name of the file to which rules may be added; its imports are left alone.
  ///   - compile: compiles other rules, as JSON, in the file's place; nil if they have errors.
  package init(
    _ rules: Rules, for ending: Ending = .unhandled, inFile file: String, limits: Limits,
    compile: @escaping (String) -> Rules?
  ) {
    self.ending = ending
    self.rules = rules
    first = rules
    self.limits = limits
    self.compile = compile
    root = rules.program.roots.first { $0.range.file.name == file } ?? .null
  }

  var chain: ResponderChain { rules.chain }

  /// Whether rules may change errors, so that those of one kind, as recorded, are different ones in the end.
  var changesErrors: Bool {
    !rules.program.unwraps.isEmpty
      || rules.program.clauses.contains { clause in
        clause.verdicts.contains {
          switch $0 {
          case .transform, .unwrapPayload, .unwrapCause: true
          case .evaluation, .retry, .retryByPerson, .continue, .escalate, .emit, .handled, .raise: false
          }
        }
      }
  }

  /// The errors that each draft takes, of those that were counted by shape; nil if the shapes don't tell.
  ///
  /// - Parameter chain: the rules without the drafts.
  func taken(by drafts: [RuleDraft], _ shapes: ErrorShapes, of chain: ResponderChain) -> [Int: Int]? {
    guard !changesErrors, drafts.allSatisfy({ isAskedAboutAll($0) }) else { return nil }
    let shares = DraftShares(drafts) { responder, conditions in
      let platform = root["defaults"]?["platform"].map { [(key: "platform", value: $0)] } ?? []
      let members = ["version", "codes", "types"].compactMap { key in root[key].map { (key: key, value: $0) }
      }
      let file: Node = .made(
        members + [
          ("defaults", .made([(key: "ignore", value: .made("none"))] + platform)),
          (
            "responders",
            .made([
              .made([
                ("id", .made(responder)), ("policy", .made([("match", .made("all"))])),
                ("rules", conditions),
              ])
            ])
          ),
        ])
      return compile(JSONWriter.line(file))?.chain
    }
    return shares?.taken(shapes, of: chain, limits)
  }

  /// Whether every error that ends at the draft's responder reaches its last rule. The words for codes must stand in the file itself.
  private func isAskedAboutAll(_ draft: RuleDraft) -> Bool {
    if root["imports"] != nil, draft.condition["code"] != nil { return false }
    guard let responder = rules.program.responders.first(where: { $0.id.text == draft.responder }) else {
      return false
    }
    if ending == .unhandled { return responder.rules.allSatisfy { !$0.mayEscalate } }
    // An “otherwise” gets its errors from the last rule alone. What it does must not depend on earlier errors.
    return responder.otherwise?.actions.allSatisfy { $0.throttle == nil && $0.alert == nil } ?? false
  }

  /// A draft for the record's kind, behind those before: the narrowest condition that names it.
  ///
  /// - Parameters:
  ///   - others: errors of other kinds that nobody handles, which the draft leaves alone where it can.
  ///   - alike: the folded messages of other errors of the kind.
  package mutating func draft(for record: String, among others: [Node] = [], alike: [String] = [])
    throws(Refusal) -> RuleDraft
  {
    guard let explanation = Self.explanation(of: record, rules, limits),
      let responder = responder(where: explanation.ending, in: rules)
    else { throw .isHandled }
    guard root["responders"]?.elements?.contains(where: { $0["id"]?.string == responder }) == true else {
      throw .isElsewhere(responder: responder)
    }
    if let obstacle = obstacle(at: responder) { throw .isNotLast(responder: responder, because: obstacle) }
    // The rule file is no place for a secret of the log.
    let redactor = Redactor(isOn: true)
    let error = Node.made(json: redactor.json(JSONWriter.line(EndedError.of(record, explanation)))) ?? .null
    let taken = Set(rules.chain.clauses.map { $0.name })
    let isNamed = ["type", "domain", "code", "status", "case"].contains { error[$0] != nil }
    let platform = root["defaults"]?["platform"]?.string
    for candidate in DraftedCondition.all(of: error, among: others, alike: alike, platform: platform) {
      let text = JSONWriter.line(candidate.condition)
      if text.unicodeScalars.contains(where: Self.isUnwritable) { continue }
      let name = RuleName.made(of: candidate.words, unlike: taken)
      let draft = RuleDraft(
        responder: responder, name: name, condition: candidate.condition, now: otherwise(of: responder),
        isNamed: isNamed)
      let grown = adding(draft.rule(then: "cancel"), to: responder)
      // A value may be of a type that no rule asks for.
      guard let after = compile(JSONWriter.line(grown)) else { continue }
      // The heirs of a responder have its rules.
      guard after.chain.clauses.count == rules.chain.clauses.count + 1 else {
        throw .isNotLast(responder: responder, because: .isExtended)
      }
      guard let place = Self.explanation(of: record, after, limits)?.ending.clause,
        after.chain.name(ofClause: place) == "\(responder)/\(name)"
      else { continue }
      (root, rules) = (grown, after)
      return draft
    }
    for step in explanation.steps where step.result == "escalate" {
      guard case .rule(responder, let rule) = step.kind else { continue }
      throw .isNotAsked(responder: responder, rule: rule)
    }
    throw .isUnnamed
  }

  /// Whether the drafts so far leave the record as it was: unhandled, or to an `otherwise`.
  package func leaves(_ record: String) -> Bool {
    Self.explanation(of: record, rules, limits).map { responder(where: $0.ending, in: rules) != nil } ?? false
  }

  /// The clause that decides the record without the drafts, if it comes alone; nil if it needs a rule.
  func decider(ofAlone record: String) -> String? {
    guard let ending = Self.explanation(of: record, first, limits)?.ending,
      responder(where: ending, in: first) == nil
    else { return nil }
    return ending.clause.map { first.chain.name(ofClause: $0) }
  }

  /// A record with its category; nil if it can't be read again.
  func recorded(_ record: String) -> DraftedRules.Recorded? {
    Self.explanation(of: record, rules, limits).map { .init(json: record, category: $0.ending.category) }
  }

  private static func explanation(of record: String, _ rules: Rules, _ limits: Limits) -> Explanation? {
    var evaluator = RuleEvaluator(rules.chain, limits: limits)
    return try? evaluator.explanation(of: record)
  }

  /// The responder where the escalation of a record ends; nil if it needs no rule.
  ///
  /// - Parameter rules: those that it was evaluated by.
  private func responder(where ending: Explanation.Ending, in rules: Rules) -> String? {
    guard !ending.isEvent, !ending.isIgnored else { return nil }
    guard self.ending == .otherwise else { return ending.isHandled ? nil : ending.root }
    guard let place = ending.clause, case let clause = rules.chain.clauses[place], clause.kind == .otherwise
    else { return nil }
    return rules.chain.responders[clause.responder]
  }

  /// The reason why a rule at the end of the responder may get errors that are handled now; nil if it gets none, as
  /// ``RuleDrafting`` says.
  private func obstacle(at name: String) -> Obstacle? {
    guard let responder = rules.program.responders.first(where: { $0.id.text == name }) else {
      return .isExtended
    }
    if responder.policy.match != .first { return .allRun }
    if responder.policy.order == .lastFirst { return .lastFirst }
    guard let otherwise = responder.otherwise else {
      return ending == .unhandled && responder.parent == nil ? nil : .hasParent
    }
    guard ending == .otherwise, responder.policy.otherwise != .unmatched, otherwise.rate == nil,
      case .always = otherwise.condition, case .evaluation? = otherwise.verdict, otherwise.failures.isEmpty
    else { return .leavesSome }
    return otherwise.actions.contains { $0.throttle != nil } ? .throttles : nil
  }

  /// The actions and the verdict of a responder's `otherwise`, as they are written.
  private func otherwise(of responder: String) -> [(key: String, value: Node)] {
    guard ending == .otherwise else { return [] }
    let written = root["responders"]?.elements?.first { $0["id"]?.string == responder }?["otherwise"]
    return (written?.members ?? []).filter { ["do", "then"].contains($0.key) }.map { ($0.key, $0.value) }
  }

  /// Whether YAML has no way to write it.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool { scalar.value & 0xFFFE == 0xFFFE }

  /// The file with another rule of a responder.
  private func adding(_ rule: Node, to responder: String) -> Node {
    let responders = (root["responders"]?.elements ?? []).map { element -> Node in
      guard element["id"]?.string == responder else { return element }
      let rules = Node.made((element["rules"]?.elements ?? []) + [rule])
      return Self.replacing("rules", by: rules, in: element)
    }
    return Self.replacing("responders", by: .made(responders), in: root)
  }

  /// The mapping with another value of a key, which it may lack.
  private static func replacing(_ key: String, by value: Node, in mapping: Node) -> Node {
    let kept = (mapping.members ?? []).filter { $0.key != key }.map { (key: $0.key, value: $0.value) }
    return .made(kept + [(key: key, value: value)])
  }
}

extension RuleProgram.Clause {
  /// Its verdict, and those of its actions' failures and of its buttons.
  fileprivate var verdicts: [Verdict] {
    [verdict].compactMap { $0 } + failures
      + actions.flatMap { ($0.alert?.buttons ?? []).compactMap { $0.verdict } }
  }

  /// Whether it may send an error on to the parent.
  fileprivate var mayEscalate: Bool {
    verdicts.contains {
      switch $0 {
      case .escalate: true
      case .retry(let policy): if case .escalate = policy.exhausted { true } else { false }
      case .evaluation, .retryByPerson, .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
        .raise:
        false
      }
    }
  }
}
