internal import Explanations
internal import Replay
internal import Secrets

struct UnhandledTable {
  private let summary: ReplaySummary
  private let detail: ReplayDetail
  private let samples: ReplaySamples
  private let redaction: Redactor
  /// The command that evaluates the same records.
  private let command: String?
  private static let most = 100

  init(
    _ summary: ReplaySummary, _ detail: ReplayDetail, _ samples: ReplaySamples, _ redaction: Redactor,
    command: String?
  ) {
    self.command = command
    self.summary = summary
    self.detail = detail
    self.samples = samples
    self.redaction = redaction
  }

  func write(_ markup: inout Markup) {
    markup.element("p", ["class": "aside"]) { markup in
      markup.figure(summary.unhandled, of: "/unhandled")
      markup.text(" of ")
      markup.figure(summary.lineCounts.errors, ofAll: ["/ledger/records", "-/ledger/events"])
      markup.text(" errors escalated to the root and were not handled.")
    }
    Filter.write(for: "nobody-rows", label: "Filter errors", &markup)
    markup.scrolling("Table of unhandled errors") { markup in
      markup.element("table", ["id": "nobody-rows", "data-sort": ""]) { markup in
        markup.element(
          "caption",
          text:
            "Grouped by type and case, or by domain and code, or by message without its numbers and quoted text."
        )
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Error")
            markup.element("th", ["scope": "col", "class": "num"], text: "Count")
            markup.element("th", ["scope": "col", "class": "num", "data-fixed": ""], text: "Share")
            if hasTimes {
              markup.element("th", ["scope": "col"], text: "First (UTC)")
              markup.element("th", ["scope": "col"], text: "Last (UTC)")
            }
            markup.element("th", ["scope": "col", "data-fixed": ""], text: "To list them")
          }
        }
        markup.element("tbody") { markup in
          for (index, kind) in summary.unhandledKinds.prefix(Self.most).enumerated() {
            markup.newLine()
            markup.element("tr") { row(index, kind, &$0) }
          }
        }
      }
    }
    markup.element("p", ["class": "meta"]) { markup in
      markup.text("To list the errors of a kind in a terminal, add its last column: ")
      markup.element("code", text: redaction.text(command ?? "errctl replay …"))
    }
    let kinds = summary.unhandledKinds.count - Self.most
    let rest =
      summary.unhandledKinds.dropFirst(Self.most).reduce(0) { $0 + $1.count } + summary.unhandledOtherKinds
    if rest > 0 {
      let what =
        summary.unhandledOtherKinds > 0
        ? "further kinds" : Figures.counted(kinds, "rarer kind")
      markup.aside("Left out: \(Figures.counted(rest, "error")) of \(what).", class: "more limit")
    }
  }

  private var hasTimes: Bool { summary.unhandledKinds.contains { $0.first != nil } }

  private func row(_ index: Int, _ kind: ErrorKind, _ markup: inout Markup) {
    let pointer = Pointer.to("unhandledKinds", "\(index)", "count")
    markup.element("th", ["scope": "row"]) { markup in
      let name = redaction.text(kind.name)
      if let sample = samples[detail.firstUnhandled[index]] {
        markup.element("a", ["href": "#\(sample.anchor)"]) { $0.name(name, to: 120) }
      } else {
        markup.name(name, to: 120)
      }
    }
    markup.element("td", ["class": "num"]) { $0.figure(kind.count, of: pointer) }
    markup.element("td", ["class": "num"]) { markup in
      markup.share(kind.count, of: summary.unhandled, at: pointer, in: "/unhandled")
    }
    if hasTimes {
      for time in [kind.first, kind.last] {
        markup.element("td", ["class": "scale when"], text: time.map { SpanText.minute($0) } ?? "")
      }
    }
    markup.element("td", ["class": "when"]) { $0.element("code", text: "--list --only \(kind.id)") }
  }
}
