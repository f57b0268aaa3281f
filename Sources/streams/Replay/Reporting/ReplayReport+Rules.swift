internal import Counting
internal import Engine
internal import Explanations
internal import Reports
internal import Bytes

extension ReplayReport {
  /// A page's table of all rules, with the cost of each if it was measured.
  var rulesTable: [Report.Part] {
    guard let detail = summary.detail else { return [] }
    let clauses = summary.clauses
    let order = clauses.indices.sorted { left, right in
      (clauses[right].fired, left) < (clauses[left].fired, right)
    }
    let most = 300
    let top = order.prefix(most).map { clauses[$0].answered }.max() ?? 0
    func count(_ title: String, _ key: String, _ figure: @escaping (ReplaySummary.Clause) -> Int)
      -> Table.Column<Int>
    {
      Table.Column(.number, title) {
        "\(figure(clauses[$0]), at: Pointer.to("stations", "\($0)", key))"
      }
    }
    let table = Table(
      order,
      [
        Table.Column(.name, "rule") { self.name(ofClause: $0, detail) },
        count("hits", "fired") { $0.fired }, count("handled", "answered") { $0.answered },
        Table.Column(.bar, "outcomes") { .bar(Bar.outcomes(detail.answers[$0], of: top)) },
      ] + costs, limits: Table.Limits(page: most), label: "rules", caption: caption, id: "rule-rows",
      filter: "Filter rules",
      pageMore: { left in
        let hits = order.suffix(left).reduce(0) { $0 + clauses[$1].fired }
        return
          "\(Figures.counted(left, "rule")) with \(Figures.counted(hits, "hit")) left out here. --format json has them all."
      })
    let never = "\(Figures.counted(summary.neverFired.count, "rule")) never fired"
    return [
      .table(table, in: .page), .details("\(loose: never)", neverFired(most: 50, in: .page), in: .page),
    ]
  }

  private var caption: String {
    "Hits: errors for which the rule ran its actions. Handled: errors that ended here, including those that arrived when "
      + "the budget was exhausted, which are no hits."
      + (summary.profile == nil && command != nil
        ? " Run with --profile to add each rule's share of the time." : "")
  }

  private func name(ofClause index: Int, _ detail: ReplayDetail) -> Words {
    let clause = summary.clauses[index]
    let place = place(detail.firsts[index].compactMap { $0 }.min())
    var name: Words = "\(name: "\(clause.responder)/\(clause.name)", to: place)"
    if !clause.isEnabled { name = name + "\(aside: " disabled")" }
    if clause.isEventRule { name = name + "\(aside: " for events")" }
    return name
  }

  private var costs: [Table.Column<Int>] {
    guard let profile = summary.profile else { return [] }
    // The indices of the rules' costs in the report.
    var places: [String: Int] = [:]
    for (index, row) in profile.rows.enumerated() {
      switch row.question {
      case .rule, .otherwise: places[row.name] = index
      case .unwrap, .ignored, .category, .breaker, .contract, .always: break
      }
    }
    func place(_ clause: Int) -> Int? {
      places["\(summary.clauses[clause].responder)/\(summary.clauses[clause].name)"]
    }
    return [
      Table.Column(.number, "evaluated") { clause in
        place(clause).map {
          "\(profile.rows[$0].cost.evaluations, at: Pointer.to("profile", "costs", "\($0)", "asked"))"
        } ?? ""
      },
      Table.Column(.number, "time") { clause in
        place(clause).map { place in
          let share = profile.share(of: profile.rows[place])
          let json = "\(share / 10_000).\("\(share % 10_000 + 10_000)".dropFirst())"
          return
            "\(value: Self.share(share), json: json, at: Pointer.to("profile", "costs", "\(place)", "share"))"
        } ?? ""
      },
    ]
  }
}
