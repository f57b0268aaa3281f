internal import Bytes
internal import Records
internal import RuleLanguage
internal import Source

/// Turns a rule file's declarations into a chain: names looked up, references checked, tables filled.
struct ChainCompiler {
  private let file: RuleFile
  private let sieve: Node?
  private let vocabulary: Vocabulary
  private let verdicts: VerdictReader
  private var builder: TableBuilder
  private var stations: [ResponderChain.Station] = []
  /// The same for reasoning, and the responders as they are compiled.
  private var outlined: [ChainOutline.Station] = []
  private var outlinedResponders: [ChainOutline.Responder] = []
  /// What reasoning reads, once there is a chain.
  private(set) var outline: ChainOutline?
  /// The responders of the chain, with what they inherit.
  private var responders: [ResponderDeclaration] = []
  /// The same as checks see them, abstract ones too; and the stations of the one that is compiled.
  private var seen: [RuleProgram.Responder] = []
  private var seenAbstract: [RuleProgram.Responder] = []
  private var seenStations: [RuleProgram.Station] = []
  private var fallback: Int?

  var diagnostics: Diagnostics { vocabulary.diagnostics }

  /// - Parameter sieve: what records must match to be answered at all, as written; nil where all are.
  init(
    _ file: RuleFile,
    registry: Registry,
    limits: Limits,
    sieve: Node? = nil,
    diagnostics: Diagnostics
  ) {
    self.file = file
    self.sieve = sieve
    let vocabulary = Vocabulary(file, registry: registry, limits: limits, diagnostics: diagnostics)
    self.vocabulary = vocabulary
    let defaults =
      file.defaults.retry.flatMap {
        RetryReader(vocabulary: vocabulary, defaults: RetryPolicy()).policy($0)
      } ?? RetryPolicy()
    verdicts = VerdictReader(vocabulary: vocabulary, defaults: defaults)
    builder = TableBuilder(categoryCount: vocabulary.categoryNames.count)
  }

  /// The chain; nil where an error was found or the file has no responders.
  mutating func compile() -> ResponderChain? {
    vocabulary.translateAll()
    vocabulary.alerts.readAll(vocabulary, verdicts)
    guard let written = file.responders else {
      vocabulary.reportRefusal()
      return nil
    }
    let inheritance = Inheritance(file, written, vocabulary: vocabulary)
    let declared = inheritance.responders
    responders = declared
    let order = EscalationOrder(file, inheritance, vocabulary: vocabulary)
    fallback = order.fallback
    for (index, name) in vocabulary.categoryNames.enumerated() {
      let condition = index < vocabulary.categoryConditions.count ? vocabulary.categoryConditions[index] : nil
      builder.categories.append(
        CompiledCategory(
          name: builder.place(name),
          json: builder.json(name),
          condition: condition.map { builder.compile($0) } ?? -1
        )
      )
    }
    check(inheritance.abstract)
    let count = declared.reduce(0) { $0 + $1.mostStations }
    stations.reserveCapacity(count)
    outlined.reserveCapacity(count)
    for (index, responder) in declared.enumerated() {
      compile(responder, index, parent: order.parents[index])
    }
    let passing =
      sieve.flatMap { vocabulary.condition(of: $0, scope: .rule) }.map { builder.compile($0) } ?? -1
    let ignored = file.defaults.ignoresCancellation ? builder.compile(.cancellation(file.source)) : -1
    let origins = order.origins(declared, builder: &builder)
    vocabulary.reportRefusal()
    // Without a responder that is visited the file is a fragment, for others to extend.
    guard !diagnostics.hasErrors, !declared.isEmpty else { return nil }
    outline = outline(order, origins: origins)
    return chain(declared, order, ignored: ignored, sieve: passing, origins: origins)
  }

  /// Checks what is only there to be extended like everything else; none of it enters the chain.
  private mutating func check(_ abstract: [ResponderDeclaration]) {
    let chain = (builder, stations, outlined, outlinedResponders)
    for responder in abstract { compile(responder, 0, parent: nil) }
    (seenAbstract, seen) = (seen, [])
    (builder, stations, outlined, outlinedResponders) = chain
  }

  private mutating func compile(_ responder: ResponderDeclaration, _ index: Int, parent: Int?) {
    seenStations = []
    seenStations.reserveCapacity(responder.mostStations)
    if let unhandled = responder.unhandled, let parent {
      vocabulary.diagnostics.report(
        Diagnostic(
          "wrong-value",
          "Only a root has “unhandled”, and “\(responder.id.text)” escalates to “\(parentName(parent))”. Move it there.",
          at: unhandled.keyRange
        )
      )
    }
    let unhandled = UnhandledDeclaration(responder.unhandled?.value, in: &vocabulary.diagnostics)
    let policy = PolicyReader.policy(
      responder.policy?.value,
      over: file.defaults.policy,
      in: &vocabulary.diagnostics
    )
    checkIDs(of: responder)
    let rules = compile(responder.rules, .rule, of: responder, index, policy)
    let events = compile(responder.events, .eventRule, of: responder, index, policy)
    var otherwise: Int32 = -1
    if let declaration = responder.otherwise {
      let place = Station(
        kind: .otherwise,
        responder: index,
        id: responder.id.text,
        name: "otherwise",
        range: declaration.range,
        title: declaration.key,
        policy: policy,
        mayLackKeys: !declaration.isWhole
      )
      otherwise = add(place, actions: declaration.actions, then: declaration.then)
    }
    var always: Int32 = -1
    if let actions = responder.always {
      let place = Station(
        kind: .always,
        responder: index,
        id: responder.id.text,
        name: "always",
        range: actions.range,
        title: actions.range,
        policy: policy
      )
      always = add(place, actions: actions, then: nil)
    }
    builder.responders.append(
      CompiledResponder(
        parent: Int32(parent ?? -1),
        isEnabled: responder.isEnabled,
        rules: rules,
        events: events,
        policy: policy,
        otherwise: otherwise,
        always: always,
        id: builder.json(responder.id.text),
        reports: responder.contract?.reportsCondition.map { builder.compile($0) } ?? -1,
        triggers: responder.contract?.triggersCondition.map { builder.compile($0) } ?? -1,
        unhandled: unhandled.evaluation ?? file.defaults.unhandled.evaluation ?? .cancel
      )
    )
    seen.append(
      RuleProgram.Responder(
        responder,
        parent: parent,
        policy: policy,
        stations: seenStations,
        unhandled: unhandled.evaluation ?? file.defaults.unhandled.evaluation ?? .cancel
      )
    )
    outlinedResponders.append(
      ChainOutline.Responder(
        id: responder.id.text,
        range: responder.range,
        parent: parent,
        isEnabled: responder.isEnabled,
        policy: policy,
        rules: Int(rules.startIndex)..<Int(rules.endIndex),
        events: Int(events.startIndex)..<Int(events.endIndex),
        otherwise: otherwise >= 0 ? Int(otherwise) : nil,
        always: always >= 0 ? Int(always) : nil,
        reports: responder.contract?.reportsCondition,
        triggers: responder.contract?.triggersCondition,
        contract: responder.contract.map {
          ChainOutline.Contract(reports: $0.reports, triggers: $0.triggers, isExplicit: $0.isExplicit)
        },
        unhandled: unhandled.evaluation ?? file.defaults.unhandled.evaluation ?? .cancel,
        unhandledReport: unhandled.report ?? file.defaults.unhandled.report ?? "error"
      )
    )
  }

  /// Rules and event rules are named alike, as `responder/rule`: no two may have the same id.
  private func checkIDs(of responder: ResponderDeclaration) {
    let rules = Dictionary(
      responder.rules.filter { $0.hasOwnID }.map { ($0.id.text, $0.id) },
      uniquingKeysWith: { first, _ in first }
    )
    for rule in responder.events where rule.hasOwnID && !rule.id.isFaulty {
      guard let other = rules[rule.id.text] else { continue }
      vocabulary.diagnostics.report(
        Diagnostic(
          "duplicate-id",
          "“\(responder.id.text)” has a rule “\(rule.id.text)” already. Give this one an id of its own.",
          at: rule.id.range,
          related: [.init("the first one", at: other.range)]
        )
      )
    }
  }

  /// Compiles rules one after the other and returns where they stand.
  private mutating func compile(
    _ rules: [RuleDeclaration],
    _ kind: CompiledStation.Kind,
    of responder: ResponderDeclaration,
    _ index: Int,
    _ policy: ResponderPolicy
  ) -> Run {
    let first = Int32(builder.stations.count)
    for rule in rules { compile(rule, kind, of: responder, index, policy) }
    return first..<Int32(builder.stations.count)
  }

  private func parentName(_ index: Int) -> String {
    responders[index].id.text
  }

  private mutating func compile(
    _ rule: RuleDeclaration,
    _ kind: CompiledStation.Kind,
    of responder: ResponderDeclaration,
    _ index: Int,
    _ policy: ResponderPolicy
  ) {
    var place = Station(
      kind: kind,
      responder: index,
      id: responder.id.text,
      name: rule.id.text,
      range: rule.range,
      title: rule.hasOwnID ? rule.id.range : rule.range,
      policy: policy,
      mayLackKeys: !rule.isWhole
    )
    place.isEnabled = rule.isEnabled
    if let when = rule.when {
      var asked = when
      if kind == .rule { (place.rate, asked) = RateReader(vocabulary: vocabulary).split(when) }
      let scope: MatcherContext.Scope = kind == .eventRule ? .event : .rule
      if let condition = vocabulary.condition(of: asked, scope: scope) { place.condition = condition }
    }
    place.rule = rule
    _ = add(place, actions: rule.actions, then: rule.then)
    for example in rule.examples.all {
      guard ExampleCheck.report(example, to: &vocabulary.diagnostics) else { continue }
      for member in example.members ?? [] { MemberCheck.report(member, to: &vocabulary.diagnostics) }
    }
  }

  /// A station while it is compiled.
  private struct Station {
    let kind: CompiledStation.Kind
    let responder: Int
    let id: String
    let name: String
    let range: SourceRange
    /// Where the station is named: what a message about the whole of it points at.
    let title: SourceRange
    let policy: ResponderPolicy
    /// Whether an unknown key may hold what seems to be missing.
    var mayLackKeys = false
    var isEnabled = true
    var condition = Condition.always
    var rate: Rate?
    var rule: RuleDeclaration?
  }

  private mutating func add(_ place: Station, actions node: Node?, then: Node.Member?) -> Int32 {
    let context = ActionContext(
      vocabulary: vocabulary,
      verdicts: verdicts,
      place: place.kind.actionPlace,
      policy: place.policy
    )
    let actions = node.map { context.actions($0) } ?? []
    var verdict: Verdict?
    if place.kind != .always {
      verdict = then.flatMap { verdicts.verdict($0.value, at: place.kind.verdictPlace, in: context) }
      if let actions { checkVerdict(place, actions, node?.elements ?? [], then) }
    }
    let origin: String
    switch place.kind {
    case .rule, .eventRule: origin = "\"responder\":\(place.id.json),\"rule\":\(place.name.json)"
    case .otherwise: origin = "\"responder\":\(place.id.json),\"otherwise\":true"
    case .always: origin = "\"responder\":\(place.id.json),\"always\":true"
    }
    let station = CompiledStation(
      kind: place.kind,
      isEnabled: place.isEnabled,
      responder: Int32(place.responder),
      condition: builder.compile(place.condition),
      actions: builder.compile(actions ?? []),
      verdict: builder.verdict(verdict),
      origin: builder.place(origin),
      name: builder.place("\(place.id)/\(place.name)"),
      rate: builder.compile(place.rate)
    )
    builder.stations.append(station)
    stations.append(
      ResponderChain.Station(
        responder: place.responder,
        kind: place.kind.public,
        name: place.name,
        isEnabled: place.isEnabled,
        range: place.range
      )
    )
    seenStations.append(
      RuleProgram.Station(
        kind: place.kind.public,
        name: place.name,
        hasOwnID: place.rule?.hasOwnID ?? true,
        home: place.rule?.home,
        range: place.range,
        title: place.title,
        isEnabled: place.isEnabled,
        when: place.rule?.when,
        condition: place.condition,
        rate: place.rate,
        actionNodes: node,
        actions: actions ?? [],
        then: then,
        verdict: verdict,
        examples: place.rule?.examples ?? RuleExamples()
      )
    )
    outlined.append(
      ChainOutline.Station(
        kind: place.kind.public,
        responder: place.responder,
        name: place.name,
        isEnabled: place.isEnabled,
        range: place.range,
        title: place.title,
        condition: place.condition,
        rate: place.rate,
        verdict: verdict,
        actions: actions ?? []
      )
    )
    return Int32(builder.stations.count - 1)
  }

  /// A verdict stands either under `then` or behind one alert's buttons, never nowhere, and both only where a throttle
  /// may skip the alert.
  private func checkVerdict(_ place: Station, _ actions: [Action], _ nodes: [Node], _ then: Node.Member?) {
    let deciding = zip(actions, nodes).filter { $0.0.alert?.decides == true }
    let whatDecides = deciding.compactMap { $0.0.alert?.whatDecides }
    let what: String
    switch place.kind {
    case .rule: what = "This rule"
    case .eventRule: what = "This event rule"
    case .otherwise, .always: what = "“otherwise”"
    }
    if deciding.count > 1 {
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "\(what) has a second alert that decides. Only one may: delete \(whatDecides[1]).",
          at: deciding[1].1.range,
          related: [.init("the first one", at: deciding[0].1.range)]
        )
      )
    }
    let throttled = deciding.first.flatMap { $0.0.throttle == nil ? nil : $0.1 }
    if let then, !deciding.isEmpty, throttled == nil {
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "An alert's answer decides here. Delete this “then”, or \(whatDecides[0]).",
          at: then.keyRange,
          related: [.init("the alert that decides", at: deciding[0].1.range)]
        )
      )
    }
    if then == nil, let throttled, !place.mayLackKeys {
      vocabulary.diagnostics.report(
        Diagnostic(
          "missing-verdict",
          "A throttle may skip the alert that decides here, and then nothing does. Add “then”: "
            + "\(VerdictReader.words.joined(separator: ", ")).",
          at: place.title,
          related: [.init("the alert", at: throttled.range)]
        )
      )
    }
    // Where all matching rules run, running is an answer: proceed.
    let isOptional = place.policy.match == .all && place.kind != .eventRule
    if then == nil, deciding.isEmpty, !place.mayLackKeys, !isOptional {
      let words = place.kind == .eventRule ? VerdictReader.eventWords : VerdictReader.words
      vocabulary.diagnostics.report(
        Diagnostic(
          "missing-verdict",
          "\(what) has no verdict. Add “then”: \(words.joined(separator: ", ")).",
          at: place.title
        )
      )
    }
  }

  /// The rule set as checks see it, of files whose values are `roots`.
  func program(roots: [Node]) -> RuleProgram {
    RuleProgram(
      roots: roots,
      lists: file.lists,
      codes: file.codes,
      matchers: file.matchers,
      alerts: file.alerts,
      types: file.types.map { .init(name: $0.name, ancestors: $0.ancestors, cases: $0.cases) },
      categories: zip(file.categories, vocabulary.categoryConditions).map {
        .init(name: $0.name, when: $0.when, condition: $1)
      },
      categoryNames: vocabulary.categoryNames,
      defaultCategory: file.defaults.category,
      namedConditions: vocabulary.namedConditions,
      codeTables: vocabulary.codes,
      ignoresCancellation: file.defaults.ignoresCancellation,
      responders: seen,
      abstract: seenAbstract,
      fallback: fallback,
      isFragment: seen.isEmpty
    )
  }

  private func outline(_ order: EscalationOrder, origins: [OriginTable.Slot]) -> ChainOutline {
    let conditions = vocabulary.categoryConditions
    return ChainOutline(
      categories: vocabulary.categoryNames.enumerated().map { index, name in
        ChainOutline.Category(
          name: name,
          condition: index < conditions.count ? conditions[index] : nil,
          range: index < vocabulary.categories.count ? vocabulary.categories[index].name.range : nil
        )
      },
      defaultCategory: file.defaults.category.flatMap { vocabulary.categoryNames.firstIndex(of: $0.text) },
      responders: outlinedResponders,
      stations: outlined,
      origins: origins.map { $0.outline(builder.bytes) },
      fallback: order.fallback,
      ignored: file.defaults.ignoresCancellation ? .cancellation(file.source) : nil,
      types: file.types.map { type in
        ChainOutline.DeclaredType(
          name: type.name.text,
          ancestors: type.ancestors.map { $0.text },
          cases: type.cases?.map { $0.text },
          range: type.name.range
        )
      },
      platform: file.defaults.platform,
      unhandledWithoutPath: file.defaults.unhandled.evaluation ?? .cancel
    )
  }

  private mutating func chain(
    _ declared: [ResponderDeclaration],
    _ order: EscalationOrder,
    ignored: Int32,
    sieve: Int32,
    origins: [OriginTable.Slot]
  ) -> ResponderChain {
    let atoms = AtomBuilder(&builder)
    let bytes = Table(builder.bytes)
    let defaultCategory = file.defaults.category.flatMap { vocabulary.categoryNames.firstIndex(of: $0.text) }
    let tables = ChainTables(
      bytes: bytes,
      instructions: Table(builder.instructions),
      subjects: Table(builder.subjects),
      ranges: Table(builder.ranges),
      categoryFlags: Table(builder.categoryFlags),
      categories: Table(builder.categories),
      responders: Table(builder.responders),
      stations: Table(builder.stations),
      budgets: Table(builder.budgets),
      rates: Table(builder.rates),
      throttles: Table(builder.throttles),
      keySubjects: Table(builder.keySubjects),
      actions: Table(builder.actions),
      pieces: Table(builder.pieces),
      alerts: Table(builder.alerts),
      buttons: Table(builder.buttons),
      replacements: Table(builder.replacements),
      subjectAtoms: Table(atoms.subjects),
      atoms: Table(atoms.instructions),
      boundaries: Table(atoms.boundaries),
      remembersAlerts: builder.alerts.contains { $0.coalesces },
      origins: OriginTable(origins, bytes: bytes, fallback: Int32(order.fallback ?? -1)),
      defaultCategory: Int32(defaultCategory ?? -1),
      ignored: ignored,
      sieve: sieve,
      unhandledWithoutPath: file.defaults.unhandled.evaluation ?? .cancel,
      defaultPlatform: file.defaults.platform
    )
    let reports = declared.map { responder in
      var ignoredFaults = Diagnostics()
      return UnhandledDeclaration(responder.unhandled?.value, in: &ignoredFaults).report
        ?? file.defaults.unhandled.report ?? "error"
    }
    return ResponderChain(
      name: file.name,
      responders: declared.map { $0.id.text },
      categories: vocabulary.categoryNames,
      stations: stations,
      unhandledReports: reports,
      builder: builder,
      tables: tables
    )
  }
}

extension CompiledStation.Kind {
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

  fileprivate var `public`: ResponderChain.Station.Kind {
    switch self {
    case .rule: .rule
    case .otherwise: .otherwise
    case .always: .always
    case .eventRule: .eventRule
    }
  }
}

extension Condition {
  /// What `ignore: cancellation` covers.
  static func cancellation(_ file: SourceFile) -> Condition {
    let source = Source(SourceRange(file: file, bytes: 0..<0), expected: "cancellation")
    func code(_ domain: String, _ number: Int64) -> Condition {
      .all([
        .compare(.field(.domain), .text(TextTest(.equals, domain)), source),
        .compare(.field(.code), .code([NumberRange(.integer(number))]), source),
      ])
    }
    return .any([
      .compare(.field(.cancelled), .equal(.bool(true)), source),
      .compare(.field(.type), .typeName("CancellationError", exactly: false), source),
      code("NSURLErrorDomain", -999),
      code("NSCocoaErrorDomain", 3072),
      code("grpc", 1),
    ])
  }
}

extension RuleProgram.Responder {
  fileprivate init(
    _ declaration: ResponderDeclaration,
    parent: Int?,
    policy: ResponderPolicy,
    stations: [RuleProgram.Station],
    unhandled: Evaluation
  ) {
    self.init(
      id: declaration.id,
      range: declaration.range,
      isEnabled: declaration.isEnabled,
      parent: parent,
      writtenParent: declaration.parent,
      origins: declaration.origins,
      policy: policy,
      rules: stations.filter { $0.kind == .rule },
      events: stations.filter { $0.kind == .eventRule },
      otherwise: stations.first { $0.kind == .otherwise },
      always: stations.first { $0.kind == .always },
      contract: declaration.contract.map {
        .init(reports: $0.reports, triggers: $0.triggers, isExplicit: $0.isExplicit)
      },
      base: declaration.extends?.from,
      unhandled: unhandled
    )
  }
}
