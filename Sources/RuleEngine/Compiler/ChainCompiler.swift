/// Turns a rule file's declarations into a chain: names looked up, references checked, tables filled.
struct ChainCompiler {
  private let file: RuleFile
  private let vocabulary: Vocabulary
  private let verdicts: VerdictReader
  private var builder: TableBuilder
  private var stations: [ResponderChain.Station] = []

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
    builder = TableBuilder(categoryCount: vocabulary.categoryNames.count)
  }

  /// The chain; nil where an error was found or the file has no responders.
  mutating func compile() -> ResponderChain? {
    vocabulary.translateAll()
    vocabulary.alerts.readAll(vocabulary, verdicts)
    guard let declared = file.responders else { return nil }
    let order = EscalationOrder(file, declared, vocabulary: vocabulary)
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
    for (index, responder) in declared.enumerated() {
      compile(responder, index, parent: order.parents[index])
    }
    let ignored = file.defaults.ignoresCancellation ? builder.compile(.cancellation(file.source)) : -1
    let origins = order.origins(declared, builder: &builder)
    guard !diagnostics.hasErrors else { return nil }
    return chain(declared, order, ignored: ignored, origins: origins)
  }

  private mutating func compile(_ responder: ResponderDeclaration, _ index: Int, parent: Int?) {
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
    let first = Int32(builder.stations.count)
    var seen: [String: Named] = [:]
    for rule in responder.rules {
      if rule.hasOwnID, !rule.id.isFaulty, let other = seen[rule.id.text] {
        vocabulary.diagnostics.report(
          Diagnostic(
            "duplicate-id",
            "“\(responder.id.text)” has a rule “\(rule.id.text)” already. Give this one an id of its own.",
            at: rule.id.range,
            related: [.init("the first one", at: other.range)]
          )
        )
      }
      seen[rule.id.text] = seen[rule.id.text] ?? rule.id
      compile(rule, of: responder, index)
    }
    let rules = first..<Int32(builder.stations.count)
    var otherwise: Int32 = -1
    if let declaration = responder.otherwise {
      let place = Station(
        kind: .otherwise,
        responder: index,
        id: responder.id.text,
        name: "otherwise",
        range: declaration.range,
        title: declaration.key,
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
        title: actions.range
      )
      always = add(place, actions: actions, then: nil)
    }
    builder.responders.append(
      CompiledResponder(
        parent: Int32(parent ?? -1),
        isEnabled: responder.isEnabled,
        rules: rules,
        otherwise: otherwise,
        always: always,
        id: builder.json(responder.id.text),
        unhandled: unhandled.evaluation ?? file.defaults.unhandled.evaluation ?? .cancel
      )
    )
  }

  private func parentName(_ index: Int) -> String {
    file.responders?[index].id.text ?? ""
  }

  private mutating func compile(_ rule: RuleDeclaration, of responder: ResponderDeclaration, _ index: Int) {
    var place = Station(
      kind: .rule,
      responder: index,
      id: responder.id.text,
      name: rule.id.text,
      range: rule.range,
      title: rule.hasOwnID ? rule.id.range : rule.range,
      mayLackKeys: !rule.isWhole
    )
    place.isEnabled = rule.isEnabled
    if let when = rule.when, let condition = vocabulary.condition(of: when, scope: .rule) {
      place.condition = condition
    }
    _ = add(place, actions: rule.actions, then: rule.then)
    for example in rule.examples { ExampleCheck.report(example, to: &vocabulary.diagnostics) }
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
    /// Whether an unknown key may hold what seems to be missing.
    var mayLackKeys = false
    var isEnabled = true
    var condition = Condition.always
  }

  private mutating func add(_ place: Station, actions node: Node?, then: Node.Member?) -> Int32 {
    let context = ActionContext(vocabulary: vocabulary, verdicts: verdicts, isAlways: place.kind == .always)
    let actions = node.map { context.actions($0) } ?? []
    var verdict: Verdict?
    if place.kind != .always {
      verdict = then.flatMap { verdicts.verdict($0.value) }
      if let actions { checkVerdict(place, actions, node?.elements ?? [], then) }
    }
    let origin: String
    switch place.kind {
    case .rule: origin = "\"responder\":\(place.id.json),\"rule\":\(place.name.json)"
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
      name: builder.place("\(place.id)/\(place.name)")
    )
    builder.stations.append(station)
    stations.append(
      ResponderChain.Station(
        responder: place.responder,
        kind: place.kind == .rule ? .rule : place.kind == .otherwise ? .otherwise : .always,
        name: place.name,
        isEnabled: place.isEnabled,
        range: place.range
      )
    )
    return Int32(builder.stations.count - 1)
  }

  /// A verdict stands either under `then` or behind one alert's buttons, never both, never nowhere.
  private func checkVerdict(_ place: Station, _ actions: [Action], _ nodes: [Node], _ then: Node.Member?) {
    let deciding = zip(actions, nodes).filter { $0.0.alert?.decides == true }
    let what = place.kind == .rule ? "This rule" : "“otherwise”"
    if deciding.count > 1 {
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "\(what) has a second alert that decides. Only one may: delete the verdicts of its buttons.",
          at: deciding[1].1.range,
          related: [.init("the first one", at: deciding[0].1.range)]
        )
      )
    }
    if let then, !deciding.isEmpty {
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "An alert's buttons decide here. Delete this “then”, or the buttons' verdicts.",
          at: then.keyRange,
          related: [.init("the alert that decides", at: deciding[0].1.range)]
        )
      )
    }
    if then == nil, deciding.isEmpty, !place.mayLackKeys {
      vocabulary.diagnostics.report(
        Diagnostic(
          "missing-verdict",
          "\(what) has no verdict. Add “then”: \(VerdictReader.words.joined(separator: ", ")).",
          at: place.title
        )
      )
    }
  }

  private func chain(
    _ declared: [ResponderDeclaration],
    _ order: EscalationOrder,
    ignored: Int32,
    origins: [OriginTable.Slot]
  ) -> ResponderChain {
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
      keySubjects: Table(builder.keySubjects),
      actions: Table(builder.actions),
      pieces: Table(builder.pieces),
      alerts: Table(builder.alerts),
      buttons: Table(builder.buttons),
      origins: OriginTable(origins, bytes: bytes, fallback: Int32(order.fallback ?? -1)),
      defaultCategory: Int32(defaultCategory ?? -1),
      ignored: ignored,
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
