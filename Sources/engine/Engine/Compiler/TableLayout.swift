internal import Source
internal import Bytes
internal import RuleLanguage

struct TableLayout: ~Copyable {
  private let program: RuleProgram
  private var builder: TableBuilder

  static func chain(of program: RuleProgram) -> ResponderChain {
    var layout = TableLayout(program)
    layout.lay()
    return ResponderChain(program, layout.builder)
  }

  private init(_ program: RuleProgram) {
    self.program = program
    builder = TableBuilder(categoryCount: program.categories.count, breakers: program.breakers)
  }

  private mutating func lay() {
    builder.tables.clauses.reserve(program.clauses.count)
    for quota in program.quotas { builder.add(quota) }
    for category in program.categories {
      builder.tables.categories.append(
        CompiledCategory(
          name: builder.place(category.name.text), json: builder.json(category.name.text),
          condition: compile(category.condition)))
    }
    for responder in program.responders { add(responder) }
    builder.tables.recordFilter = compile(program.recordFilter)
    builder.tables.ignored = compile(program.ignored)
    for unwrap in program.unwraps {
      builder.tables.unwraps.append(
        CompiledUnwrap(condition: builder.compile(unwrap.condition), verdict: builder.verdict(unwrap.verdict))
      )
    }
    for breaker in program.breakers {
      let compiled = builder.compile(breaker)
      builder.tables.breakers.append(compiled)
    }
    builder.tables.defaultCategory = Index(program.defaultCategory)
    builder.tables.unhandledWithoutPath = program.unhandledWithoutPath
    builder.tables.defaultPlatform = program.platform
    let origins = program.origins.map { origin in
      OriginTable.Slot(
        name: builder.place(origin.name), id: Index(origin.id), exact: Index(origin.exact),
        prefix: Index(origin.prefix))
    }
    builder.tables.origins = OriginTable(origins, builder.tables.bytes, fallback: Index(program.fallback))
    builder.addCodeSymbols(program.codeTables)
    builder.tables.conditions.addFieldPredicates(builder.patterns)
  }

  private mutating func compile(_ condition: Condition?) -> Index<ConditionInstruction> {
    condition.map { builder.compile($0) } ?? .nowhere
  }

  private mutating func add(_ responder: RuleProgram.Responder) {
    for clause in responder.clauses { add(clause, of: responder) }
    builder.tables.responders.append(
      CompiledResponder(
        parent: Index(responder.parent), isEnabled: responder.isEnabled,
        rules: Index(responder.ruleIndices.lowerBound)..<Index(responder.ruleIndices.upperBound),
        events: Index(responder.eventIndices.lowerBound)..<Index(responder.eventIndices.upperBound),
        policy: responder.policy, otherwise: Index(responder.otherwiseIndex),
        always: Index(responder.alwaysIndex), id: builder.json(responder.id.text),
        reports: compile(responder.reports), triggers: compile(responder.triggers),
        unhandled: responder.unhandled))
  }

  private mutating func add(_ clause: RuleProgram.Clause, of responder: RuleProgram.Responder) {
    let id = responder.id.text
    let named =
      switch clause.kind {
      case .rule, .eventRule: "\"rule\":\(clause.name.json)"
      case .otherwise: "\"otherwise\":true"
      case .always: "\"always\":true"
      }
    builder.beginClause()
    let verdict = builder.verdict(clause.verdict)
    let actions = builder.compile(clause.actions)
    builder.tables.clauses.append(
      CompiledClause(
        kind: clause.kind, isEnabled: clause.isEnabled, responder: ResponderIndex(clause.responder),
        condition: builder.compile(clause.condition), actions: actions, verdict: verdict,
        origin: builder.place("\"responder\":\(id.json),\(named)"),
        name: builder.place("\(id)/\(clause.name)"), rate: builder.compile(clause.rate),
        tokens: builder.clauseTokens))
  }
}
