internal import Replay

/// The number of lines by result.
struct LedgerTable {
  private let summary: ReplaySummary
  private let privacy: Privacy
  private static let most = 20

  init(_ summary: ReplaySummary, _ privacy: Privacy) {
    self.summary = summary
    self.privacy = privacy
  }

  func write(_ markup: inout Markup) {
    let ledger = summary.ledger
    let rows: [(String, Int, String)] = [
      ("read", ledger.lines, "lines"), ("further records in them", ledger.inner, "inner"),
      ("answered", ledger.records, "records"),
      ("events among them", ledger.events, "events"), ("not errors", ledger.notErrors, "notErrors"),
      ("rejected", ledger.rejected, "rejected"), ("too long", ledger.tooLong, "tooLong"),
      ("truncated", ledger.truncated, "truncated"), ("filtered", ledger.filtered, "filtered"),
      ("blank", ledger.blank, "blank"),
      ("skipped", ledger.passedOver, "passedOver"),
      ("filtered because they have no time", ledger.untimed, "untimed"),
      ("with invalid text that was replaced", ledger.repaired, "repaired"),
      ("with a member of the wrong type", ledger.wronglyTyped, "wronglyTyped"),
      ("with more causes than the limit", ledger.cutCauses, "cutCauses"),
      ("with an unknown category", ledger.unknownCategories, "unknownCategories"),
      ("out of order", ledger.outOfOrder, "outOfOrder"),
      ("with an answer that no button has", ledger.wrongAnswers, "wrongAnswers"),
    ]
    markup.element("div", ["class": "scroll"]) { markup in
      markup.element("table") { markup in
        markup.element(
          "caption",
          text:
            "Every line is counted: the lines and the further records in them are the sum of errors, filtered, not errors, rejected, too long, truncated, blank and skipped."
        )
        markup.element("tbody") { markup in
          for (name, count, key) in rows where count > 0 {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"], text: name)
              markup.element("td", ["class": "num"]) { $0.figure(count, of: Pointer.to("ledger", key)) }
            }
          }
          for (name, count, key) in [
            ("events, recorded or emitted", summary.events, "events"),
            ("unhandled events", summary.unhandledEvents, "unhandled"),
            ("errors raised by event rules", summary.raised, "raised"),
          ] where count > 0 {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"], text: name)
              markup.element("td", ["class": "num"]) { $0.figure(count, of: Pointer.to("events", key)) }
            }
          }
          for contract in summary.outOfContract {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"]) { markup in
                markup.text("outside the contract of ")
                markup.name(contract.name)
              }
              markup.element("td", ["class": "num"]) {
                $0.figure(contract.count, of: Pointer.to("outOfContract", contract.name))
              }
            }
          }
        }
      }
    }
    if summary.assumed > 0 {
      markup.element("p", ["class": "more"]) { markup in
        markup.figure(summary.assumed, of: "/assumed")
        markup.text(" with an assumed answer, because none is recorded or no plugin provides one.")
      }
    }
    refusals(&markup)
  }

  private func refusals(_ markup: inout Markup) {
    guard !summary.refusals.isEmpty else { return }
    markup.element("details") { markup in
      markup.element("summary", text: "Rejected lines")
      markup.element("ul") { markup in
        for refusal in summary.refusals.prefix(Self.most) {
          markup.element("li") { markup in
            let place = "\(summary.streams[refusal.stream]):\(refusal.line)"
            markup.name(privacy.text(place + (refusal.column > 0 ? ":\(refusal.column)" : "")))
            markup.text(": ")
            markup.element("bdi", text: Shown.cut(privacy.text(refusal.reason), to: 200))
          }
        }
      }
      let rest = summary.ledger.refused - min(Self.most, summary.refusals.count)
      if rest > 0 {
        markup.aside(
          "and \(Figures.counted(rest, "more line")). Use --rejects FILE to keep them.",
          class: "more limit"
        )
      }
    }
  }
}
