internal import Engine
internal import Explanations
internal import Replay

struct RulesTable {
  private let summary: ReplaySummary
  private let detail: ReplayDetail
  private let samples: ReplaySamples
  /// The indices of the rules' costs in the report, by responder and name.
  private var costs: [String: Int] = [:]
  private static let most = 300

  init(_ summary: ReplaySummary, _ detail: ReplayDetail, _ samples: ReplaySamples) {
    self.summary = summary
    self.detail = detail
    self.samples = samples
    for (index, row) in (summary.profile?.rows ?? []).enumerated() {
      switch row.question {
      case .rule(let responder, let rule): costs["\(responder)/\(rule)"] = index
      case .otherwise(let responder): costs["\(responder)/otherwise"] = index
      case .unwrap, .ignored, .category, .breaker, .contract, .always: break
      }
    }
  }

  func write(_ markup: inout Markup) {
    let order = summary.clauses.indices.sorted { left, right in
      let (a, b) = (summary.clauses[left].fired, summary.clauses[right].fired)
      return a > b || a == b && left < right
    }
    let shown = order.prefix(Self.most)
    let top = shown.map { summary.clauses[$0].answered }.max() ?? 0
    Filter.write(for: "rule-rows", label: "Filter rules", &markup)
    markup.scrolling("Table of rules") { markup in
      markup.element("table", ["id": "rule-rows", "data-sort": ""]) { markup in
        markup.element("caption", text: caption)
        markup.element("thead") { head(&$0) }
        markup.element("tbody") { markup in
          for index in shown {
            markup.newLine()
            markup.element("tr") { row(index, top, &$0) }
          }
        }
      }
    }
    let rest = order.count - shown.count
    if rest > 0 {
      let hits = order.dropFirst(Self.most).reduce(0) { $0 + summary.clauses[$1].fired }
      markup.aside(
        "\(Figures.counted(rest, "rule")) with \(Figures.counted(hits, "hit")) left out here. --format json has them all.",
        class: "more limit")
    }
    never(&markup)
  }

  private var caption: String {
    "Hits: errors for which the rule ran its actions. Handled: errors that ended here, including those that arrived when "
      + "the budget was exhausted, which are no hits."
      + (summary.profile == nil ? " Run with --profile to add each rule's share of the time." : "")
  }

  private func head(_ markup: inout Markup) {
    markup.element("tr") { markup in
      markup.element("th", ["scope": "col"], text: "Rule")
      markup.element("th", ["scope": "col", "class": "num"], text: "Hits")
      markup.element("th", ["scope": "col", "class": "num"], text: "Handled")
      markup.element("th", ["scope": "col", "data-fixed": ""], text: "Outcomes")
      if summary.profile != nil {
        markup.element("th", ["scope": "col", "class": "num"], text: "Evaluated")
        markup.element("th", ["scope": "col", "class": "num"], text: "Time")
      }
    }
  }

  private func row(_ index: Int, _ top: Int, _ markup: inout Markup) {
    let clause = summary.clauses[index]
    markup.element("th", ["scope": "row"]) { markup in
      let name = "\(clause.responder)/\(clause.name)"
      if let sample = samples[detail.firsts[index].compactMap({ $0 }).min()] {
        markup.element("a", ["href": "#\(sample.anchor)"]) { $0.name(name) }
      } else {
        markup.name(name)
      }
      if !clause.isEnabled { markup.element("span", ["class": "meta"], text: " disabled") }
      if clause.isEventRule { markup.element("span", ["class": "meta"], text: " for events") }
    }
    markup.cell(clause.fired, of: Pointer.to("stations", "\(index)", "fired"))
    markup.cell(clause.answered, of: Pointer.to("stations", "\(index)", "answered"))
    markup.element("td", ["class": "wide"]) { OutcomeBar.write(detail.answers[index], of: top, &$0) }
    guard let profile = summary.profile else { return }
    guard let place = costs["\(clause.responder)/\(clause.name)"] else {
      markup.element("td", ["class": "num"], text: "")
      return markup.element("td", ["class": "num"], text: "")
    }
    let cost = profile.rows[place]
    markup.element("td", ["class": "num"]) {
      $0.figure(cost.cost.evaluations, of: Pointer.to("profile", "costs", "\(place)", "asked"))
    }
    markup.element("td", ["class": "num"]) { markup in
      let share = profile.share(of: cost)
      markup.element(
        "data",
        [
          "value": "\(share / 10_000).\(String("\(share % 10_000 + 10_000)".dropFirst()))",
          "data-of": Pointer.to("profile", "costs", "\(place)", "share"),
        ],
        text: "\(share / 100).\(share % 100 / 10) %"
      )
    }
  }

  private func never(_ markup: inout Markup) {
    let never = summary.neverFired
    guard !never.isEmpty else { return }
    markup.element("details") { markup in
      markup.element("summary") {
        $0.element("span", ["class": "limit"], text: "\(Figures.counted(never.count, "rule")) never fired")
      }
      markup.element("p") { markup in
        for (index, clause) in never.prefix(200).enumerated() {
          if index > 0 { markup.text(", ") }
          markup.name("\(clause.responder)/\(clause.name)")
        }
        if never.count > 200 {
          markup.element(
            "span", ["class": "limit"], text: " and \(GroupedNumber.text(never.count - 200)) more")
        }
      }
    }
  }
}

/// A filter field for a list, shown if scripts run.
enum Filter {
  static func write(for id: String, label: String, _ markup: inout Markup) {
    markup.element("div", ["class": "filter", "data-filter": id, "hidden": "", "role": "search"]) { markup in
      markup.element("label", ["for": "\(id)-filter"], text: label)
      markup.empty(
        "input",
        [
          "id": "\(id)-filter", "type": "search", "autocomplete": "off", "spellcheck": "false",
          "aria-controls": id,
        ]
      )
      markup.element("output", ["for": "\(id)-filter", "role": "status"], text: "")
    }
  }
}
