internal import Bytes
internal import Records
internal import RuleLanguage
internal import Source

/// Turns declarations into a program: looks up names, checks references, applies inheritance.
struct RuleResolver {
  private let file: RuleFile
  private let vocabulary: Vocabulary
  private let verdicts: VerdictReader
  private let inherited = InheritedConditions()

  var diagnostics: Diagnostics { vocabulary.diagnostics }

  init(_ file: RuleFile, registry: Registry, limits: Limits, diagnostics: Diagnostics) {
    self.file = file
    let vocabulary = Vocabulary(file, registry: registry, limits: limits, diagnostics: diagnostics)
    self.vocabulary = vocabulary
    let defaults =
      file.defaults.retry.flatMap {
        RetryReader(vocabulary: vocabulary, defaults: RetryPolicy()).policy($0)
      } ?? RetryPolicy()
    verdicts = VerdictReader(vocabulary: vocabulary, defaults: defaults)
  }

  /// The program of a file and its imports.
  func program(roots: [Node], recordFilter: Node?) -> RuleProgram {
    vocabulary.translateAll()
    vocabulary.alerts.readAll(vocabulary, verdicts)
    guard let written = file.responders else {
      vocabulary.reportRejection()
      return RuleProgram(file, vocabulary, roots: roots)
    }
    let inheritance = Inheritance(file, written, vocabulary: vocabulary)
    let order = EscalationOrder(file, inheritance, vocabulary: vocabulary)
    let abstract = inheritance.abstract.map { resolve($0, parent: nil, names: [], index: 0, first: 0) }
    let names = inheritance.responders.map { $0.id.text }
    var responders: [RuleProgram.Responder] = []
    responders.reserveCapacity(names.count)
    var count = 0
    for (index, responder) in inheritance.responders.enumerated() {
      let resolved = resolve(
        responder, parent: order.parents[index], names: names, index: index, first: count)
      count = resolved.clauseIndices.upperBound
      responders.append(resolved)
    }
    let passing = recordFilter.flatMap { vocabulary.condition(of: $0, scope: .rule) }
    if let passing { vocabulary.reportOpen(of: passing, in: "a record filter") }
    let origins = order.origins(inheritance.responders)
    vocabulary.reportRejection()
    return RuleProgram(
      file, vocabulary, roots: roots, responders: responders, abstract: abstract, origins: origins,
      fallback: order.fallback, recordFilter: passing)
  }

  /// - Parameter first: the chain-wide index of the responder's first rule.
  private func resolve(
    _ responder: ResponderDeclaration, parent: Int?, names: [String], index: Int, first: Int
  ) -> RuleProgram.Responder {
    if let unhandled = responder.unhandled, let parent {
      vocabulary.diagnostics.report(
        Diagnostic(
          "wrong-value",
          "Only a root may have “unhandled”, and “\(responder.id.text)” escalates to “\(names[parent])”. Move “unhandled” there.",
          at: unhandled.keyRange))
    }
    let unhandled = UnhandledDeclaration(responder.unhandled?.value, in: &vocabulary.diagnostics)
    let policy = PolicyReader.policy(
      responder.policy?.value, over: file.defaults.policy, in: &vocabulary.diagnostics)
    checkIDs(of: responder)
    let rules = responder.rules.map { resolve($0, .rule, of: index, policy) }
    let events = responder.events.map { resolve($0, .eventRule, of: index, policy) }
    let otherwise = responder.otherwise.map { declaration in
      let place = Place(
        kind: .otherwise, responder: index, name: "otherwise", range: declaration.range,
        title: declaration.key, policy: policy, mayLackKeys: !declaration.isWhole)
      return clause(place, actions: declaration.actions, then: declaration.then)
    }
    let always = responder.always.map { actions in
      let place = Place(
        kind: .always, responder: index, name: "always", range: actions.range, title: actions.range,
        policy: policy)
      return clause(place, actions: actions, then: nil)
    }
    return RuleProgram.Responder(
      id: responder.id,
      range: responder.range,
      isEnabled: responder.isEnabled,
      parent: parent,
      writtenParent: responder.parent,
      origins: responder.origins,
      policy: policy,
      first: first,
      rules: rules,
      events: events,
      otherwise: otherwise,
      always: always,
      contract: responder.contract.map {
        .init(reports: $0.reports, triggers: $0.triggers, isExplicit: $0.isExplicit)
      },
      reports: responder.contract?.reportsCondition,
      triggers: responder.contract?.triggersCondition,
      base: responder.extends?.from,
      unhandled: unhandled.evaluation ?? file.defaults.unhandled.evaluation ?? .cancel,
      unhandledReport: unhandled.report ?? file.defaults.unhandled.report ?? "error"
    )
  }

  /// Reports duplicate ids. Rules and event rules share one namespace, `responder/rule`.
  private func checkIDs(of responder: ResponderDeclaration) {
    let rules = Dictionary(
      responder.rules.filter { $0.hasOwnID }.map { ($0.id.text, $0.id) },
      uniquingKeysWith: { first, _ in first })
    for rule in responder.events where rule.hasOwnID && !rule.id.isFaulty {
      guard let other = rules[rule.id.text] else { continue }
      vocabulary.diagnostics.report(
        Diagnostic(
          "duplicate-id",
          "“\(responder.id.text)” already has a rule “\(rule.id.text)”. Give this rule another id.",
          at: rule.id.range, related: [.init("the first one", at: other.range)]))
    }
  }

  /// Reports a verdict under `do` beside actions under `then`, as one mistake.
  private func reportSwapped(_ actions: Node?, _ then: Node.Member?) -> Bool {
    guard let actions, let then, let word = actions.string,
      (VerdictReader.words + VerdictReader.eventWords).contains(word),
      let elements = then.value.elements, elements.allSatisfy({ $0.members != nil })
    else { return false }
    vocabulary.diagnostics.report(
      Diagnostic(
        "wrong-type",
        "“do” and “then” are exchanged: “\(word)” is a verdict. Write do: \(then.value.oneLine), then: \(word).",
        at: actions.range, related: [.init("the actions", at: then.value.range)]))
    return true
  }

  private func resolve(
    _ rule: RuleDeclaration, _ kind: ClauseKind, of responder: Int, _ policy: ResponderPolicy
  ) -> RuleProgram.Clause {
    var place = Place(
      kind: kind, responder: responder, name: rule.id.text, range: rule.range,
      title: rule.hasOwnID ? rule.id.range : rule.range, policy: policy, mayLackKeys: !rule.isWhole,
      rule: rule)
    if let known = rule.home.flatMap({ _ in inherited[rule.range] }) {
      (place.condition, place.rate) = known
    } else if let when = rule.when {
      let findings = vocabulary.diagnostics.all.count
      var condition = when
      if kind == .rule { (place.rate, condition) = RateReader(vocabulary: vocabulary).split(when) }
      let scope: MatcherContext.Scope = kind == .eventRule ? .event : .rule
      if let condition = vocabulary.condition(of: condition, scope: scope) { place.condition = condition }
      if rule.home != nil, vocabulary.diagnostics.all.count == findings {
        inherited[rule.range] = (place.condition, place.rate)
      }
    }
    let clause = clause(place, actions: rule.actions, then: rule.then)
    for example in rule.examples.all {
      guard ExampleCheck.report(example, to: &vocabulary.diagnostics) else { continue }
      for member in example.members ?? [] { MemberCheck.report(member, to: &vocabulary.diagnostics) }
    }
    return clause
  }

  private struct Place {
    let kind: ClauseKind
    let responder: Int
    let name: String
    let range: SourceRange
    let title: SourceRange
    let policy: ResponderPolicy
    /// Whether an unknown key may be a misspelling of a missing one.
    var mayLackKeys = false
    var rule: RuleDeclaration?
    var condition = Condition.always
    var rate: Rate?
  }

  private func written(_ place: Place, actions: Node?, then: Node.Member?) -> WrittenClause {
    let make = {
      WrittenClause(
        title: place.title, when: place.rule?.when, actions: actions, then: then,
        examples: place.rule?.examples ?? RuleExamples())
    }
    return place.rule?.home == nil ? make() : inherited.written(at: place.range, make)
  }

  private func clause(_ place: Place, actions node: Node?, then: Node.Member?) -> RuleProgram.Clause {
    let context = ActionContext(
      vocabulary: vocabulary, verdicts: verdicts, place: place.kind.actionPlace, policy: place.policy)
    let isSwapped = reportSwapped(node, then)
    var actions = isSwapped ? nil : node.map { context.actions($0) } ?? []
    var verdict: Verdict?
    if place.kind != .always, !isSwapped {
      verdict = then.flatMap { verdicts.verdict($0.value, at: place.kind.verdictPlace, in: context) }
      if let actions {
        let check = VerdictCheck(
          kind: place.kind, policy: place.policy, title: place.title, mayLackKeys: place.mayLackKeys)
        check.report(actions, node?.elements ?? [], then, to: &vocabulary.diagnostics)
      }
      if case .retry(let policy) = verdict { actions = actions?.map { $0.retrying(by: policy) } }
    }
    return RuleProgram.Clause(
      identity: ResponderChain.Clause(
        responder: place.responder, kind: place.kind, name: place.name,
        isEnabled: place.rule?.isEnabled ?? true, range: place.range), hasOwnID: place.rule?.hasOwnID ?? true,
      home: place.rule?.home, written: written(place, actions: node, then: then),
      condition: place.condition, rate: place.rate, actions: actions ?? [], verdict: verdict)
  }
}

extension ClauseKind {
  fileprivate var actionPlace: ActionContext.Place {
    switch self {
    case .rule: .rule
    case .otherwise: .otherwise
    case .always: .always
    case .eventRule: .event
    }
  }

  fileprivate var verdictPlace: VerdictReader.Place {
    switch self {
    case .rule: .rule
    case .otherwise, .always: .otherwise
    case .eventRule: .event
    }
  }
}
