internal import Explanations
internal import Reports

/// A self-contained HTML page that loads nothing and runs only its own script.
struct Page {
  typealias Part = ReportMarkup.Section

  let title: String
  /// The contents below the title.
  let lead: (inout Markup) -> Void
  /// The first section, with a hidden heading.
  let answer: (inout Markup) -> Void
  let parts: [Part]
  let foot: [String]

  /// Allows only the style and script with these hashes. Nothing is loaded, framed or sent.
  private static let policy =
    "default-src 'none'; style-src 'sha256-\(PageStyle.hash)'; script-src 'sha256-\(PageScript.hash)'; "
    + "base-uri 'none'; form-action 'none'"

  var html: String {
    var markup = Markup()
    markup.constant("<!doctype html>\n")
    markup.element("html", ["lang": "en"]) { markup in
      markup.element("head") { head(&$0) }
      markup.newLine()
      markup.element("body") { body(&$0) }
    }
    markup.newLine()
    return markup.html
  }

  /// The elements of the contents, for another's page that has ``PageStyle`` and ``PageScript``.
  var elements: [String] {
    let lead: (inout Markup) -> Void = { $0.element("div", ["class": "lead"], self.lead) }
    return ([lead, answer] + parts.map { $0.write }).map(Markup.html)
  }

  private func sections(_ markup: inout Markup) {
    answer(&markup)
    for part in parts { part.write(&markup) }
  }

  private func head(_ markup: inout Markup) {
    markup.empty("meta", ["charset": "utf-8"])
    markup.newLine()
    markup.empty("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
    markup.newLine()
    markup.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    markup.empty("meta", ["name": "color-scheme", "content": "light dark"])
    markup.empty("meta", ["name": "referrer", "content": "no-referrer"])
    markup.empty("meta", ["name": "generator", "content": "errctl"])
    markup.newLine()
    markup.element("title", text: title)
    markup.newLine()
    markup.element("style") { $0.constant(PageStyle.text) }
  }

  private func body(_ markup: inout Markup) {
    markup.element("a", ["class": "skip", "href": "#main"], text: "Skip to the report")
    markup.newLine()
    markup.element("header") { markup in
      markup.element("h1", text: title)
      markup.element("div", ["class": "lead"]) { lead(&$0) }
    }
    markup.newLine()
    markup.element("nav", ["aria-label": "Parts of the report"]) { markup in
      markup.element("ul") { markup in
        for part in parts {
          markup.element("li") { $0.element("a", ["href": "#\(part.id)"], text: part.title) }
        }
      }
    }
    markup.newLine()
    markup.element("main", ["id": "main"]) { sections(&$0) }
    markup.newLine()
    markup.element("footer") { markup in
      for line in foot { markup.element("p", text: line) }
    }
    markup.newLine()
    markup.element("script") { $0.constant(PageScript.text) }
  }
}
