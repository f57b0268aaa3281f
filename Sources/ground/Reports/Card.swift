package import Secrets

/// A figure of a page's first screen, with what it is made of.
package struct Card {
  let title: String
  /// The word of the rules for it.
  let word: String?
  /// The class of its colour.
  let look: String
  let figure: Words
  package var rows: [(figure: Words, words: Words)] = []
  package var parts: [Report.Part] = []

  package init(
    title: String, word: String? = nil, look: String, figure: Words = "", parts: [Report.Part] = []
  ) {
    (self.title, self.word, self.look, self.figure, self.parts) = (title, word, look, figure, parts)
  }

  package static func write(_ cards: [Card], _ redactor: Redactor, _ markup: inout Markup) {
    markup.element("ul", ["class": "cards"]) { markup in
      for card in cards {
        markup.newLine()
        markup.element("li", ["class": "card \(card.look)"]) { card.write(redactor, &$0) }
      }
    }
  }

  private func write(_ redactor: Redactor, _ markup: inout Markup) {
    markup.element("h2") { markup in
      markup.element("span", text: title)
      if let word { markup.element("span", ["class": "word"], text: word) }
    }
    if !figure.isEmpty { markup.element("p", ["class": "big"]) { figure.write(&$0, redactor) } }
    if !rows.isEmpty {
      markup.element("ul", ["class": "who"]) { markup in
        for row in rows {
          markup.element("li") { markup in
            row.figure.write(&markup, redactor)
            markup.element("span") { row.words.write(&$0, redactor) }
          }
        }
      }
    }
    ReportMarkup(redactor).write(parts, &markup)
  }
}
