internal import Bytes
internal import RuleLanguage

/// Lays a program out as the tables of a chain.
struct TableLayout {
  private let program: RuleProgram
  private var builder: TableBuilder

  /// The chain of a program in which no error was found.
  static func chain(of program: RuleProgram) -> ResponderChain {
    var layout = TableLayout(program)
    return layout.chain()
  }

  private init(_ program: RuleProgram) {
    self.program = program
    builder = TableBuilder(categoryCount: program.categories.count)
  }

  private mutating func chain() -> ResponderChain {
    for category in program.categories {
      builder.categories.append(
        CompiledCategory(
          name: builder.place(category.name.text),
          json: builder.json(category.name.text),
          condition: compile(category.condition)
        )
      )
    }
    for responder in program.responders { add(responder) }
    let sieve = compile(program.sieve)
    let ignored = compile(program.ignored)
    let origins = program.origins.map { origin in
      OriginTable.Slot(
        name: builder.place(origin.name),
        id: Int32(origin.id ?? -1),
        exact: Int32(origin.exact ?? -1),
        prefix: Int32(origin.prefix ?? -1)
      )
    }
    let tables = tables(origins, sieve: sieve, ignored: ignored)
    return ResponderChain(program, builder: builder, tables: tables)
  }

  /// The first instruction of a condition, or -1 where there is none.
  private mutating func compile(_ condition: Condition?) -> Int32 {
    condition.map { builder.compile($0) } ?? -1
  }

  private mutating func add(_ responder: RuleProgram.Responder) {
    for station in responder.stations { add(station, of: responder) }
    builder.responders.append(
      CompiledResponder(
        parent: Int32(responder.parent ?? -1),
        isEnabled: responder.isEnabled,
        rules: Run(Int32(responder.ruleIndices.lowerBound)..<Int32(responder.ruleIndices.upperBound)),
        events: Run(Int32(responder.eventIndices.lowerBound)..<Int32(responder.eventIndices.upperBound)),
        policy: responder.policy,
        otherwise: Int32(responder.otherwiseIndex ?? -1),
        always: Int32(responder.alwaysIndex ?? -1),
        id: builder.json(responder.id.text),
        reports: compile(responder.reports),
        triggers: compile(responder.triggers),
        unhandled: responder.unhandled
      )
    )
  }

  private mutating func add(_ station: RuleProgram.Station, of responder: RuleProgram.Responder) {
    let id = responder.id.text
    let kind: CompiledStation.Kind
    let origin: String
    switch station.kind {
    case .rule:
      kind = .rule
      origin = "\"responder\":\(id.json),\"rule\":\(station.name.json)"
    case .eventRule:
      kind = .eventRule
      origin = "\"responder\":\(id.json),\"rule\":\(station.name.json)"
    case .otherwise:
      kind = .otherwise
      origin = "\"responder\":\(id.json),\"otherwise\":true"
    case .always:
      kind = .always
      origin = "\"responder\":\(id.json),\"always\":true"
    }
    builder.stations.append(
      CompiledStation(
        kind: kind,
        isEnabled: station.isEnabled,
        responder: Int32(station.responder),
        condition: builder.compile(station.condition),
        actions: builder.compile(station.actions),
        verdict: builder.verdict(station.verdict),
        origin: builder.place(origin),
        name: builder.place("\(id)/\(station.name)"),
        rate: builder.compile(station.rate)
      )
    )
  }

  private mutating func tables(_ origins: [OriginTable.Slot], sieve: Int32, ignored: Int32) -> ChainTables {
    let atoms = AtomBuilder(&builder)
    let bytes = Table(builder.bytes)
    return ChainTables(
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
      origins: OriginTable(origins, bytes: bytes, fallback: Int32(program.fallback ?? -1)),
      defaultCategory: Int32(program.defaultCategory ?? -1),
      ignored: ignored,
      sieve: sieve,
      unhandledWithoutPath: program.unhandledWithoutPath,
      defaultPlatform: program.platform
    )
  }
}
