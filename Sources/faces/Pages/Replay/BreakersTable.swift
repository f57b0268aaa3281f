internal import Engine
internal import Explanations
internal import Replay
internal import RuleLanguage

struct BreakersTable {
  private let breakers: [ReplaySummary.Breaker]
  private static let most = 100

  init(_ summary: ReplaySummary) { breakers = summary.breakers }

  func write(_ markup: inout Markup) {
    markup.scrolling("Table of breakers") { markup in
      markup.element("table", ["data-sort": ""]) { markup in
        markup.element(
          "caption", text: "How often each breaker opened, and for how long, for all its keys together.")
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            markup.element("th", ["scope": "col"], text: "Breaker")
            for title in ["Errors counted", "Opened", "Open for"] {
              markup.element("th", ["scope": "col", "class": "num"], text: title)
            }
          }
        }
        markup.element("tbody") { markup in
          for (place, breaker) in breakers.prefix(Self.most).enumerated() { row(breaker, place, &markup) }
        }
      }
    }
    if breakers.count > Self.most {
      markup.aside(
        "\(Figures.counted(breakers.count - Self.most, "more breaker")) left out.", class: "more limit")
    }
  }

  private func row(_ breaker: ReplaySummary.Breaker, _ place: Int, _ markup: inout Markup) {
    func pointer(_ key: String) -> String { Pointer.to(["breakers", "\(place)", key]) }
    markup.element("tr") { markup in
      markup.element("th", ["scope": "row"]) { $0.name(breaker.name) }
      markup.cell(breaker.count.errors, of: pointer("errors"))
      markup.cell(breaker.count.opened, of: pointer("opened"))
      markup.durationCell(breaker.open, of: pointer("open"))
    }
  }
}
