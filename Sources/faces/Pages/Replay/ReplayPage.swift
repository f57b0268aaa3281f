internal import Explanations
package import Replay
internal import Records
internal import Source
package import Secrets

/// A replay as a page: the outcomes on the first screen, then the details.
package struct ReplayPage {
  private let summary: ReplaySummary
  private let detail: ReplayDetail
  private let rules: String
  private let samples: ReplaySamples
  private let redaction: Redactor
  private let gates: [GateResult]
  /// The command that evaluates the same records.
  private let command: String?

  /// The page, or nil for a summary without details.
  package static func html(
    of summary: ReplaySummary, rules: String, samples: ReplaySamples, redaction: Redactor,
    gates: [GateResult] = [], command: String? = nil
  ) -> String? {
    guard let detail = summary.detail else { return nil }
    let page = ReplayPage(
      summary: summary, detail: detail, rules: rules, samples: samples, redaction: redaction, gates: gates,
      command: command)
    return page.page.html
  }

  /// The same without the page around it: the outcomes, then a section for each part. Nil for a summary without details.
  package static func fragment(of summary: ReplaySummary, rules: String, redaction: Redactor) -> String? {
    guard let detail = summary.detail else { return nil }
    let page = ReplayPage(
      summary: summary, detail: detail, rules: rules, samples: ReplaySamples(), redaction: redaction,
      gates: [], command: nil)
    return page.page.fragment
  }

  private var page: Page {
    var parts: [Page.Part] = []
    if detail.overTime != nil { parts.append(Page.Part(id: "time", title: "Over time", write: time)) }
    if FlowDrawing.isNeeded(for: detail) {
      let start = FlowDrawing.hasCategories(detail) ? "category" : "responder"
      parts.append(Page.Part(id: "flow", title: "From \(start) to outcome", write: flow))
    }
    if detail.responders.count > 1 {
      parts.append(Page.Part(id: "chain", title: "The chain", write: chain))
    }
    parts.append(Page.Part(id: "rules", title: "Rules", write: RulesTable(summary, detail, samples).write))
    if summary.retryAccount.matched > 0 {
      parts.append(Page.Part(id: "retries", title: "Retries", write: RetriesTable(summary).write))
    }
    if !summary.breakers.isEmpty {
      parts.append(Page.Part(id: "breakers", title: "Breakers", write: BreakersTable(summary).write))
    }
    if let load = summary.load {
      parts.append(Page.Part(id: "load", title: "Load of the retries", write: LoadView(load).write))
    }
    if !summary.unhandledKinds.isEmpty {
      parts.append(
        Page.Part(
          id: "nobody", title: "Unhandled errors",
          write: UnhandledTable(summary, detail, samples, redaction, command: command).write))
    }
    if let kinds = summary.kinds {
      for (owner, member, groups) in [
        ("category", "categories", kinds.categories), ("rule", "rules", kinds.rules),
      ] where !groups.isEmpty {
        let table = KindsTable(owner: owner, groups: groups, member: member, redaction: redaction)
        parts.append(Page.Part(id: "kinds-\(owner)", title: "Kinds by \(owner)", write: table.write))
      }
    }
    if !summary.actions.isEmpty {
      parts.append(Page.Part(id: "actions", title: "Actions", write: actions))
    }
    if !samples.samples.isEmpty || samples.note != nil {
      parts.append(
        Page.Part(id: "samples", title: "Records explained", write: SampleList(samples: samples).write))
    }
    parts.append(
      Page.Part(id: "lines", title: "Lines read", write: LineCountsTable(summary, redaction).write))
    return Page(
      title: "\(DisplayText.cut(summary.name ?? rules)): preview",
      lead: { markup in
        lead(&markup)
        GateList.write(gates, &markup)
      },
      answer: { OutcomeCards(summary, detail, samples, redaction).write(&$0) },
      parts: parts,
      foot: foot
    )
  }

  private var foot: [String] {
    [
      redaction.sentence,
      "This file loads and sends nothing. --format json --detail has the same figures.",
    ]
  }

  private func lead(_ markup: inout Markup) {
    if summary.isPartial {
      markup.element("p", ["class": "warn"], text: "Interrupted: the results are incomplete.")
    }
    markup.element("p") { markup in
      markup.figure(summary.lineCounts.records, of: "/ledger/records")
      markup.text(" \(summary.lineCounts.records == 1 ? "record" : "records") of ")
      names(summary.streams, &markup)
      markup.text(", evaluated with ")
      markup.name(rules)
      if !summary.selection.isEmpty {
        markup.text(", only ")
        markup.name(redaction.text(summary.selection.joined(separator: ", ")))
      }
      if let time = detail.overTime {
        let end = Timestamp(
          microseconds: time.start.microseconds + Int64(time.counts.count * time.seconds) * 1_000_000)
        markup.text(", between ")
        markup.element("span", ["class": "scale"], text: Self.minute(time.start))
        markup.text(" and ")
        markup.element("span", ["class": "scale"], text: "\(Self.minute(end)) UTC")
      }
    }
    if let years = SpanText.years(of: summary) {
      markup.element("p", ["class": "aside scale"], text: "\(years).")
    }
    if let missing = summary.missingTimes {
      markup.element("p", ["class": "warn scale"], text: missing.sentence)
    }
    if let late = summary.lateRecords {
      markup.element("p", ["class": "warn scale"], text: late.sentence)
    }
  }

  private static func minute(_ moment: Timestamp) -> String {
    moment.text.prefix(16).map { $0 == "T" ? " " : "\($0)" }.joined()
  }

  private func names(_ names: [String], _ markup: inout Markup) {
    for (index, name) in names.prefix(3).enumerated() {
      if index > 0 { markup.text(", ") }
      markup.name(redaction.text(name))
    }
    if names.count > 3 {
      markup.element(
        "span", ["class": "limit"], text: " and \(Figures.counted(names.count - 3, "other stream"))")
    }
  }

  private func time(_ markup: inout Markup) {
    guard let time = detail.overTime else { return }
    TimePlot(time: time, totals: detail.outcomes).write(&markup)
    let missing = detail.withoutTime.reduce(0, +)
    if missing > 0 {
      markup.element("p", ["class": "more"]) { markup in
        markup.figure(
          missing, ofAll: detail.withoutTime.indices.map { Pointer.to("detail", "withoutTime", "\($0)") })
        markup.text(missing == 1 ? " error has no time." : " errors have no time.")
      }
    }
  }

  private func flow(_ markup: inout Markup) {
    markup.aside("The width of a band is the number of errors, its colour their outcome.")
    FlowDrawing(summary, detail).write(&markup)
    if detail.otherPaths > 0 {
      markup.element("p", ["class": "more"]) { markup in
        markup.figure(detail.otherPaths, of: "/detail/otherFlow")
        markup.text(" errors took further paths that are not shown.")
      }
    }
  }

  private func chain(_ markup: inout Markup) {
    markup.aside(
      "Errors enter at the left and escalate from responder to responder until one handles them. The numbers at the arrows are errors that escalated."
    )
    let nodes = detail.responders.enumerated().map { index, responder in
      func figure(_ count: Int, _ key: String) -> ChainDrawing.Piece {
        .figure(count, Pointer.to("detail", "responders", "\(index)", key))
      }
      return ChainDrawing.Node(
        name: responder.name,
        index: index,
        parent: responder.parent,
        isEnabled: responder.isEnabled,
        lines: [
          [
            figure(responder.entered, "raised"), .text(" raised here, "), figure(responder.rules, "rules"),
            .text(responder.rules == 1 ? " rule" : " rules"),
          ],
          [
            .text("handles "), figure(responder.answered, "answered"), .text(" of "),
            figure(responder.arrived, "arrived"),
          ],
        ] + nobody(responder, index),
        left: (responder.left, Pointer.to("detail", "responders", "\(index)", "passedOn"))
      )
    }
    let drawing = ChainDrawing(nodes, most: 60) { detail.responders[$0.index].arrived }
    markup.scrolling("Graph of the chain") { drawing.write(&$0) }
    if let note = drawing.note { markup.aside(note, class: "more limit") }
  }

  /// The number of errors that reached a root and were not handled.
  private func nobody(_ responder: ReplayDetail.Responder, _ index: Int) -> [[ChainDrawing.Piece]] {
    let count = responder.arrived - responder.answered
    guard responder.parent == nil, count > 0 else { return [] }
    let pointers = ["arrived", "-answered"].map { key in
      let sign = key.hasPrefix("-") ? "-" : ""
      return sign + Pointer.to("detail", "responders", "\(index)", String(key.drop { $0 == "-" }))
    }
    return [[.text("unhandled "), .figure(count, pointers.joined(separator: " "))]]
  }

  private func actions(_ markup: inout Markup) {
    let most = 40
    let shown = summary.actions.prefix(most)
    let top = shown.first?.count ?? 0
    markup.scrolling("Table of actions") { markup in
      markup.element("table", ["data-sort": ""]) { markup in
        markup.element("caption", text: "Actions that would have run, with their number.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Action")
            markup.element("th", ["scope": "col", "class": "num"], text: "Count")
            markup.element("th", ["scope": "col", "data-fixed": ""]) {
              $0.element("span", ["class": "meta"], text: "compared")
            }
          }
        }
        markup.element("tbody") { markup in
          for (index, action) in shown.enumerated() {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"]) { $0.name(redaction.text(action.name)) }
              markup.element("td", ["class": "num"]) {
                $0.figure(action.count, of: Pointer.to("actions", "\(index)", "count"))
              }
              markup.element("td", ["class": "wide"]) {
                OutcomeBar.write(action.count, of: top, look: "o-retry", &$0)
              }
            }
          }
        }
      }
    }
    if summary.actions.count > most {
      markup.aside(
        "\(Figures.counted(summary.actions.count - most, "rarer action")) left out.", class: "more limit")
    }
    for (count, text, pointer) in [
      (summary.throttled, " skipped by a throttle.", "/memory/throttled"),
      (summary.coalesced, " alerts that reused the previous answer.", "/memory/coalesced"),
    ] where count > 0 {
      markup.element("p", ["class": "more"]) { markup in
        markup.figure(count, of: pointer)
        markup.text(text)
      }
    }
  }
}
