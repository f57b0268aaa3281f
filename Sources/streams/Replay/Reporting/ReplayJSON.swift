internal import Counting
internal import Records
internal import Engine
internal import Bytes

package enum ReplayJSON {
  /// One line, with a line feed.
  ///
  /// - Parameter speed: differs from run to run.
  package static func text(
    of summary: ReplaySummary, rules: String, speed: ReplaySpeed? = nil, gates: [GateResult] = []
  ) -> String {
    var members = reading(summary, rules) + outcomes(summary) + retries(summary)
    let rejectedLines = summary.rejectedLines.map { rejectedLine in
      """
      {"stream": \(summary.read.streams[rejectedLine.stream].json), "line": \(rejectedLine.line), \
      "column": \(max(1, rejectedLine.column)), "reason": \(rejectedLine.reason.json)}
      """
    }
    members.append("\"refusals\": \(array(rejectedLines))")
    if let load = summary.load { members.append("\"load\": \(LoadJSON.text(of: load))") }
    if let layers = summary.layers { members.append("\"layers\": \(LayerReport(layers).json)") }
    if let kinds = summary.kinds { members.append("\"kinds\": \(KindJSON.text(of: kinds))") }
    if let table = summary.byField { members.append("\"by\": \(table.json)") }
    if let profile = summary.profile { members.append("\"profile\": \(json(profile))") }
    if let detail = summary.detail { members.append("\"detail\": \(DetailJSON.text(of: detail))") }
    if !gates.isEmpty { members.append("\"gates\": \(array(gates.map { $0.json }))") }
    if let speed { members.append("\"speed\": \(speed.json)") }
    return "{\(members.joined(separator: ", "))}\n"
  }

  /// The streams, their lines and their times.
  private static func reading(_ summary: ReplaySummary, _ rules: String) -> [String] {
    let lineCounts = summary.lineCounts
    var members = summary.name.map { ["\"name\": \($0.json)"] } ?? []
    members += [
      "\"rules\": \(rules.json)",
      "\"streams\": \(array(summary.read.streams.map { $0.json }))",
      "\"partial\": \(summary.read.isPartial)",
    ]
    members.append(
      """
      "ledger": {"lines": \(lineCounts.lines), "records": \(lineCounts.records), "events": \(lineCounts.events), \
      "notErrors": \(lineCounts.notErrors), "rejected": \(lineCounts.malformed), "tooLong": \(lineCounts.tooLong), \
      "truncated": \(lineCounts.truncated), "blank": \(lineCounts.blank), "repaired": \(lineCounts.repaired), \
      "wronglyTyped": \(lineCounts.wronglyTyped), "cutCauses": \(lineCounts.cutCauses), \
      "unknownCategories": \(lineCounts.unknownCategories), "wrongAnswers": \(lineCounts.wrongAnswers), \
      "outOfOrder": \(lineCounts.outOfOrder), "inner": \(lineCounts.inner), "passedOver": \(lineCounts.passedOver), \
      "continued": \(lineCounts.continued), "continuedRecords": \(lineCounts.continuedRecords), "filtered": \(lineCounts.filtered), "untimed": \(lineCounts.untimed), \
      "completed": \(lineCounts.completed), "joined": \(lineCounts.joined)\(others(lineCounts))}
      """
    )
    let sources = zip(summary.read.streams, summary.sources).map { name, source in
      """
      {"stream": \(name.json), "format": \(source.nameInReports.json), "lines": \(source.lineCounts.lines), \
      "inner": \(source.lineCounts.inner), "records": \(source.lineCounts.records), "notErrors": \(source.lineCounts.notErrors), \
      "refused": \(source.lineCounts.rejected), "blank": \(source.lineCounts.blank), \
      "passedOver": \(source.lineCounts.passedOver), "continued": \(source.lineCounts.continued), \
      "outOfOrder": \(source.lineCounts.outOfOrder), "filtered": \(source.lineCounts.filtered)\
      \(ending(of: source))}
      """
    }
    if !summary.read.selection.isEmpty {
      members.append("\"selection\": \(array(summary.read.selection.map { $0.json }))")
    }
    members.append("\"sources\": \(array(sources))")
    members.append("\"times\": \(TimesJSON.text(of: summary))")
    return members
  }

  private static func outcomes(_ summary: ReplaySummary) -> [String] {
    let outcomes = summary.outcomes
    let byOutcome = outcomes.categories.map { category in
      let handled = zip(outcomes.evaluations, category.handled).map { "\($0.name.json): \($1)" }
      return
        "\(category.name.json): {\(handled.joined(separator: ", ")), \"unhandled\": \(category.unhandled)}"
    }
    let clauses = summary.clauses.map { clause in
      """
      {"responder": \(clause.responder.json), \
      \(clause.isRule ? "\"rule\": \(clause.name.json)" : "\"otherwise\": true"), \
      "enabled": \(clause.isEnabled), "answered": \(clause.answered), "fired": \(clause.fired), \
      "retries": \(clause.retries), "delay": \(seconds(clause.delay))}
      """
    }
    return [
      "\"outcomes\": \(object(outcomes.evaluations))", "\"unhandled\": \(summary.unhandled)",
      "\"ignored\": \(summary.ignored)", "\"assumed\": \(summary.assumed)",
      "\"outOfContract\": \(object(outcomes.outOfContract))",
      "\"categories\": \(object(outcomes.categories.map { .init(name: $0.name, count: $0.errors) }))",
      "\"categoryOutcomes\": {\(byOutcome.joined(separator: ", "))}", "\"stations\": \(array(clauses))",
      "\"neverFired\": \(array(summary.neverFired.map { "\($0.responder)/\($0.name)".json }))",
      "\"unhandledKinds\": \(array(outcomes.unhandledKinds.map { json($0) }))",
      "\"actions\": \(list(outcomes.actions))",
      """
      "events": {"events": \(summary.events), "unhandled": \(summary.unhandledEvents), \
      "raised": \(summary.raised), "unhandledRaised": \(summary.unhandledRaised)}
      """,
    ]
  }

  private static func retries(_ summary: ReplaySummary) -> [String] {
    let forgotten = summary.forgottenKeys
    let breakers = summary.breakers.map { breaker in
      """
      {"name": \(breaker.name.json), "errors": \(breaker.count.errors), "opened": \(breaker.count.opened), \
      "open": \(seconds(breaker.open))}
      """
    }
    return [
      """
      "retryLoad": {"retries": \(summary.retries), "delay": \(seconds(summary.delay)), \
      "untracked": \(summary.untracked), "forgottenKeys": \(forgotten.retries)}
      """, "\"retries\": \(RetryJSON.text(of: summary))",
      """
      "memory": {"throttled": \(summary.throttled), "coalesced": \(summary.coalesced), \
      "forgottenKeys": {"retries": \(forgotten.retries), "rates": \(forgotten.rates), \
      "throttles": \(forgotten.throttles)\(breakers.isEmpty ? "" : ", \"breakers\": \(forgotten.breakers)")}}
      """,
    ] + (breakers.isEmpty ? [] : ["\"breakers\": \(array(breakers))"])
  }

  /// Only if there are some.
  private static func others(_ lineCounts: LineCounts) -> String {
    lineCounts.otherFormats > 0 ? ", \"otherFormats\": \(lineCounts.otherFormats)" : ""
  }

  /// Only if the stream ended early, rotated or was truncated.
  private static func ending(of source: ReplaySummary.Source) -> String {
    var members = others(source.lineCounts) + (source.isUncertain ? ", \"uncertain\": true" : "")
    members += source.fault.map { ", \"fault\": \($0.json)" } ?? ""
    members += TimesJSON.years(of: source)
    if source.rotations + source.truncations > 0 {
      members += ", \"rotations\": \(source.rotations), \"truncations\": \(source.truncations)"
    }
    return members
  }

  static func json(_ kind: ErrorKind) -> String {
    let span =
      if let first = kind.first, let last = kind.last {
        ", \"first\": \(first.text.json), \"last\": \(last.text.json)"
      } else {
        ""
      }
    return "{\"name\": \(kind.name.json), \"count\": \(kind.count), \"id\": \(kind.id.json)\(span)}"
  }

  private static func json(_ profile: ReplayProfile) -> String {
    let costs = profile.rows.map { row in
      let share = profile.share(of: row)
      let digits = "\(share % 10_000)"
      let decimals = String(repeating: "0", count: 4 - digits.count) + digits
      return """
        {\(json(row.question)), "asked": \(row.cost.evaluations), "matched": \(row.cost.matched), \
        "patternTests": \(row.cost.patternTests), "share": \(share / 10_000).\(decimals)}
        """
    }
    let seconds = ReplaySpeed.seconds(profile.nanoseconds)
    return "{\"seconds\": \(seconds), \"costs\": [\(costs.joined(separator: ", "))]}"
  }

  private static func json(_ question: ReplayProfile.Row.Question) -> String {
    switch question {
    case .unwrap(let entry): "\"unwrap\": \(entry)"
    case .ignored: "\"ignore\": \"cancellation\""
    case .category(let name): "\"category\": \(name.json)"
    case .breaker(let name): "\"breaker\": \(name.json)"
    case .contract(let responder): "\"responder\": \(responder.json), \"contract\": true"
    case .rule(let responder, let rule): "\"responder\": \(responder.json), \"rule\": \(rule.json)"
    case .otherwise(let responder): "\"responder\": \(responder.json), \"otherwise\": true"
    case .always(let responder): "\"responder\": \(responder.json), \"always\": true"
    }
  }

  private static func object(_ counts: [ReplaySummary.Count]) -> String {
    "{\(counts.map { "\($0.name.json): \($0.count)" }.joined(separator: ", "))}"
  }

  private static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

  private static func list(_ counts: [ReplaySummary.Count]) -> String {
    "[\(counts.map { "{\"name\": \($0.name.json), \"count\": \($0.count)}" }.joined(separator: ", "))]"
  }

  static func seconds(_ milliseconds: Int) -> String {
    var text = Buffer<UInt8>()
    JSONText.append(milliseconds: Int64(milliseconds), to: &text)
    return String(text.slice)
  }
}
