package import Secrets

/// The parts of a report as HTML, for a page. Names and commands are redacted here, all of them.
package struct ReportMarkup {
  private let redactor: Redactor

  package init(_ redactor: Redactor) { self.redactor = redactor }

  /// A section of a page.
  package struct Section {
    package let id: String
    package let title: String
    private let content: (inout Markup) -> Void

    package init(id: String, title: String, write content: @escaping (inout Markup) -> Void) {
      (self.id, self.title, self.content) = (id, title, content)
    }

    package func write(_ markup: inout Markup) {
      markup.newLine()
      markup.element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { markup in
        markup.element("h2", ["id": "\(id)-title"], text: title)
        content(&markup)
      }
    }
  }

  package func sections(of report: Report) -> [Section] {
    report.sections(in: .page).map { section in
      Section(id: section.id, title: section.pageTitle ?? section.title) { write(section.parts, &$0) }
    }
  }

  /// The lead: the notice, its own parts, and the gates.
  package func lead(of report: Report, _ markup: inout Markup) {
    if let notice = report.notice { markup.element("p", ["class": "warn"], text: notice) }
    write(report.lead + report.gates, &markup)
  }

  package func write(_ parts: [Report.Part], _ markup: inout Markup) {
    for part in parts where part.formats.contains(.page) {
      switch part.content {
      case .line(let words, let tone): line(words, tone, &markup)
      case .list(let items):
        markup.element("ul") { markup in
          for item in items { markup.element("li") { item.write(&$0, redactor) } }
        }
      case .table(let table): write(table, &markup)
      case .command(let command, let purpose):
        markup.element("p", ["class": "meta"]) { markup in
          if !purpose.isEmpty { markup.text("\(purpose) ") }
          markup.element("code", text: redactor.text(command))
        }
      case .details(let title, let parts, let isOpen):
        markup.newLine()
        markup.element("details", isOpen ? ["open": ""] : [:]) { markup in
          markup.element("summary") { title.write(&$0, redactor) }
          write(parts, &markup)
        }
      case .filtered(let label, let id, let parts):
        Filter.write(for: id, label: label, &markup)
        markup.element("div", ["id": id]) { write(parts, &$0) }
      case .difference(let lines):
        markup.element("div", ["class": "diff", "role": "group", "aria-label": "Expected and found"]) {
          for line in lines.prefix(60) {
            $0.element("p") { Words(difference: DisplayText.cut(line, to: 400)).write(&$0, redactor) }
          }
        }
      case .listing(let listing): write(listing(), &markup)
      case .block(let lines, _):
        for line in lines {
          markup.element("p", ["class": "meta"]) { $0.element("code", text: redactor.text(line)) }
        }
      case .drawing(let write): write(&markup)
      case .terminal: break
      }
    }
  }

  private func line(_ words: Words, _ tone: Report.Tone, _ markup: inout Markup) {
    let look =
      switch tone {
      case .plain, .strong: ""
      case .label: "meta"
      case .aside: "more scale"
      case .warning: "warn scale"
      case .loose: "aside scale"
      case .good: "scale"
      case .bad: "warn"
      }
    markup.element("p", look.isEmpty ? [:] : ["class": look]) { markup in
      (tone == .label ? words : words.sentence).write(&markup, redactor)
    }
  }

  // MARK: - Tables

  private func write(_ table: Table, _ markup: inout Markup) {
    let columns = table.columns(in: .page).filter { column in
      // A column of times that nothing has is left out.
      table.heads[column].kind != .time || table.rows.contains { !$0[column].isEmpty }
    }
    if let id = table.id, let filter = table.filter { Filter.write(for: id, label: filter, &markup) }
    markup.scrolling("Table of \(table.label)") { markup in
      markup.element("table", table.isMatrix ? ["class": "matrix"] : attributes(table)) { markup in
        markup.element("caption", text: table.caption)
        if columns.contains(where: { !table.heads[$0].title.isEmpty }) {
          markup.element("thead") { $0.element("tr") { head(table, columns, &$0) } }
        }
        markup.element("tbody") { markup in
          for cells in table.rows.prefix(table.limits.page) { row(cells, table, columns, &markup) }
        }
        if let total = table.total { markup.element("tfoot") { row(total, table, columns, &$0) } }
      }
    }
    let rest = table.rows.count - table.limits.page
    guard rest > 0 else { return }
    let sentence = table.pageMore?(rest) ?? "\(Figures.counted(rest, "more \(table.noun)")) left out."
    markup.aside(sentence, class: "more limit")
  }

  private func attributes(_ table: Table) -> Markup.Attributes {
    switch (table.id, table.isSorted) {
    case (let id?, true): ["id": id, "data-sort": ""]
    case (let id?, false): ["id": id]
    case (nil, true): ["data-sort": ""]
    case (nil, false): [:]
    }
  }

  private func head(_ table: Table, _ columns: [Int], _ markup: inout Markup) {
    for column in columns {
      let head = table.heads[column]
      let title = table.isMatrix ? head.title : DisplayText.capitalized(head.title)
      switch head.kind {
      case .name, .words, .time: markup.element("th", ["scope": "col"], text: title)
      case .number: markup.element("th", ["scope": "col", "class": "num"], text: title)
      case .code, .bar: markup.element("th", ["scope": "col", "data-fixed": ""], text: title)
      }
    }
  }

  private func row(_ cells: [Words], _ table: Table, _ columns: [Int], _ markup: inout Markup) {
    let name = columns.first { table.heads[$0].kind == .name }
    if table.id != nil { markup.newLine() }
    markup.element("tr") { markup in
      for (place, column) in columns.enumerated() {
        let words = cells[column]
        let write: (inout Markup) -> Void = { if !words.isZero { words.write(&$0, redactor) } }
        switch table.heads[column].kind {
        case .name where column == name: markup.element("th", ["scope": "row"], write)
        case .time where place == 0: markup.element("th", ["scope": "row", "class": "scale"], write)
        case .name, .words: markup.element("td", [:], write)
        case .number:
          let look = !table.isMatrix || words.isZero ? "" : words.isStrong ? " moved" : " same"
          markup.element("td", ["class": "num\(look)"], write)
        case .code: markup.element("td", ["class": "when"], write)
        case .time: markup.element("td", ["class": "scale when"], write)
        case .bar: markup.element("td", ["class": "wide"], write)
        }
      }
    }
  }
}

/// A filter field for a list, shown if scripts run.
package enum Filter {
  package static func write(for id: String, label: String, _ markup: inout Markup) {
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
