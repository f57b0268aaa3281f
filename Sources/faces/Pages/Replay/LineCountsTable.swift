internal import Explanations
internal import Replay
internal import Secrets

struct LineCountsTable {
  private let summary: ReplaySummary
  private let redaction: Redactor
  private static let most = 20

  init(_ summary: ReplaySummary, _ redaction: Redactor) {
    self.summary = summary
    self.redaction = redaction
  }

  func write(_ markup: inout Markup) {
    let lineCounts = summary.lineCounts
    let rows: [(String, Int, String)] = [
      ("read", lineCounts.lines, "lines"), ("further records in them", lineCounts.inner, "inner"),
      ("answered", lineCounts.records, "records"),
      ("events among them", lineCounts.events, "events"),
      ("completed operations", lineCounts.completed, "completed"),
      ("not errors", lineCounts.notErrors, "notErrors"),
      ("rejected", lineCounts.malformed, "rejected"), ("too long", lineCounts.tooLong, "tooLong"),
      ("truncated", lineCounts.truncated, "truncated"), ("filtered", lineCounts.filtered, "filtered"),
      ("blank", lineCounts.blank, "blank"),
      ("skipped", lineCounts.passedOver, "passedOver"),
      ("filtered because they have no time", lineCounts.untimed, "untimed"),
      ("with invalid text that was replaced", lineCounts.repaired, "repaired"),
      ("with a member of the wrong type", lineCounts.wronglyTyped, "wronglyTyped"),
      ("with more causes than the limit", lineCounts.cutCauses, "cutCauses"),
      ("with an unknown category", lineCounts.unknownCategories, "unknownCategories"),
      ("out of order", lineCounts.outOfOrder, "outOfOrder"),
      (
        "with an answer that no button has, or an invalid result", lineCounts.wrongAnswers, "wrongAnswers"
      ),
    ]
    markup.scrolling("Table of lines") { markup in
      markup.element("table") { markup in
        markup.element(
          "caption",
          text:
            "Every line is counted: the lines and the further records in them are the sum of errors, completed operations, filtered, not errors, rejected, too long, truncated, blank and skipped."
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
        markup.text(" with an assumed answer or result, because none is recorded or no plugin provides one.")
      }
    }
    rejectedLines(&markup)
  }

  private func rejectedLines(_ markup: inout Markup) {
    guard !summary.rejectedLines.isEmpty else { return }
    markup.element("details") { markup in
      markup.element("summary", text: "Rejected lines")
      markup.element("ul") { markup in
        for rejectedLine in summary.rejectedLines.prefix(Self.most) {
          markup.element("li") { markup in
            let place = "\(summary.streams[rejectedLine.stream]):\(rejectedLine.line)"
            markup.name(redaction.text(place + (rejectedLine.column > 0 ? ":\(rejectedLine.column)" : "")))
            markup.text(": ")
            markup.element("bdi", text: DisplayText.cut(redaction.text(rejectedLine.reason), to: 200))
          }
        }
      }
      let rest = summary.lineCounts.rejected - min(Self.most, summary.rejectedLines.count)
      if rest > 0 {
        markup.aside(
          "and \(Figures.counted(rest, "more line")). Use --rejects FILE to keep them.", class: "more limit")
      }
    }
  }
}
