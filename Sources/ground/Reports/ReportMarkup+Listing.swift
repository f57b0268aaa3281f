extension ReportMarkup {
  func write(_ listing: Listing, _ markup: inout Markup) {
    if listing.isNamed { markup.element("h3") { $0.name(listing.file) } }
    markup.scrolling("Lines of \(DisplayText.cut(listing.file))") { markup in
      markup.element("table", ["class": "source"]) { markup in
        markup.element("thead") { markup in
          markup.element("tr") { markup in
            for title in ["count", "", "line", listing.title] {
              markup.element("th", ["scope": "col"], text: title)
            }
          }
        }
        markup.element("tbody") { markup in
          var before = 0
          for index in listing.shown {
            gap(index - before, &markup)
            before = index + 1
            row(before, listing.lines[index], &markup)
          }
          gap(listing.lines.count - before, &markup)
        }
      }
    }
  }

  private func gap(_ count: Int, _ markup: inout Markup) {
    if count > 0 { remark("… \(Figures.counted(count, "line")) left out", "no limit", &markup) }
  }

  private func remark(_ text: String, _ look: String, _ markup: inout Markup) {
    markup.element("tr") { markup in
      markup.element("td", ["colspan": "3"], text: "")
      markup.element("td", ["class": look]) { $0.element("bdi", ["class": "label"], text: text) }
    }
  }

  private func row(_ number: Int, _ line: Listing.Line, _ markup: inout Markup) {
    let look = line.count?.sign.rawValue ?? ""
    markup.newLine()
    markup.element("tr", ["class": look.isEmpty ? "" : "l-\(look)"]) { markup in
      markup.element("td", ["class": "num"]) { markup in
        guard let count = line.count else { return }
        markup.figure(count.count, of: count.at)
        markup.text("×")
      }
      markup.element("td", ["class": look], text: line.count?.sign.mark ?? "")
      markup.element("td", ["class": "no limit"], text: "\(number)")
      markup.element("td") {
        $0.element("bdi", ["class": "label"], text: DisplayText.cut(line.text, to: 180))
      }
    }
    for text in line.remarks { remark("↳ \(DisplayText.cut(text, to: 300))", "why", &markup) }
  }
}
