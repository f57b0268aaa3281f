internal import Explanations
package import Replay
internal import Reports
internal import Source
package import Secrets
internal import Counting

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

  /// The elements of the same without the page around them: the outcomes, then a section for each part. None for a
  /// summary without details.
  package static func elements(of summary: ReplaySummary, rules: String, redaction: Redactor) -> [String] {
    guard let detail = summary.detail else { return [] }
    let page = ReplayPage(
      summary: summary, detail: detail, rules: rules, samples: ReplaySamples(), redaction: redaction,
      gates: [], command: nil)
    return page.page.elements
  }

  private var page: Page {
    let report = ReplayReport(
      summary, rules: rules, gates: gates, command: command,
      place: { ordinal in samples[ordinal].map { "#\($0.anchor)" } }
    ).report
    let writer = ReportMarkup(redaction)
    var parts: [Page.Part] = []
    if detail.overTime != nil { parts.append(Page.Part(id: "time", title: "Over time", write: time)) }
    if FlowDrawing.isNeeded(for: detail) {
      let start = FlowDrawing.hasCategories(detail) ? "category" : "responder"
      parts.append(Page.Part(id: "flow", title: "From \(start) to outcome", write: flow))
    }
    if detail.responders.count > 1 {
      parts.append(Page.Part(id: "chain", title: "The chain", write: chain))
    }
    parts += writer.sections(of: report)
    if !samples.samples.isEmpty || samples.note != nil {
      let list = SampleList(samples: samples)
      parts.insert(
        Page.Part(id: "samples", title: "Records explained", write: list.write), at: parts.count - 1)
    }
    return Page(
      title: "\(DisplayText.cut(summary.name ?? rules)): preview",
      lead: { writer.lead(of: report, &$0) },
      answer: { Card.write(OutcomeCards(summary, detail, samples).cards, redaction, &$0) },
      parts: parts,
      foot: [
        redaction.sentence,
        "This file loads and sends nothing. --format json --detail has the same figures.",
      ]
    )
  }

  private func time(_ markup: inout Markup) {
    guard let time = detail.overTime else { return }
    TimePlot(time: time, totals: detail.outcomes, zone: summary.read.zone).write(&markup)
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
}
