internal import Replay

/// Where every line of the streams went.
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
      ("read", ledger.lines, "lines"), ("more records in them", ledger.inner, "inner"),
      ("answered", ledger.records, "records"),
      ("of them events", ledger.events, "events"), ("no errors", ledger.notErrors, "notErrors"),
      ("rejected", ledger.rejected, "rejected"), ("too long", ledger.tooLong, "tooLong"),
      ("truncated", ledger.truncated, "truncated"), ("filtered", ledger.filtered, "filtered"),
      ("blank", ledger.blank, "blank"),
      ("passed over", ledger.passedOver, "passedOver"),
      ("of the filtered without a time", ledger.untimed, "untimed"),
      ("with invalid text, replaced", ledger.repaired, "repaired"),
      ("with a member of the wrong type", ledger.wronglyTyped, "wronglyTyped"),
      ("with more causes than are taken", ledger.cutCauses, "cutCauses"),
      ("with an unknown category of their own", ledger.unknownCategories, "unknownCategories"),
      ("before the time of one read earlier", ledger.outOfOrder, "outOfOrder"),
      ("with an answer that no button has", ledger.wrongAnswers, "wrongAnswers"),
    ]
    markup.element("div", ["class": "scroll"]) { markup in
      markup.element("table") { markup in
        markup.element(
          "caption",
          text:
            "No line is lost: read, and what lines hold beyond one record, is the sum of answered, filtered, no errors, rejected, too long, truncated, blank and passed over."
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
            ("events that nobody handled", summary.unhandledEvents, "unhandled"),
            ("errors that event rules raised", summary.raised, "raised"),
          ] where count > 0 {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"], text: name)
              markup.element("td", ["class": "num"]) { $0.figure(count, of: Pointer.to("events", key)) }
            }
          }
          for contract in summary.outOfContract {
            markup.element("tr") { markup in
              markup.element("th", ["scope": "row"]) { markup in
                markup.text("out of the contract of ")
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
        markup.text(" with an answer assumed, because none is recorded or no plugin gives it.")
      }
    }
    refusals(&markup)
  }

  private func refusals(_ markup: inout Markup) {
    guard !summary.refusals.isEmpty else { return }
    markup.element("details") { markup in
      markup.element("summary", text: "Lines that were refused")
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
          "and \(Figures.counted(rest, "more line")); --rejects FILE keeps them.",
          class: "more limit"
        )
      }
    }
  }
}
