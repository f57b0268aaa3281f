package import Reports
package import Engine
package import Records
internal import Source
package import Secrets

package struct ExplanationView: Sendable {
  /// The parts with secrets hidden, shortened if there are too many.
  let parts: [ExplanationPart]
  let leftOut: Int
  private static let most = 120
  private static let paragraphs = 24
  private static let length = 700

  package init(_ explanation: Explanation, _ redaction: Redactor, in zone: ShownZone = .utc) {
    let all = ExplanationText.parts(of: explanation, in: zone)
    // The end is the outcome, so a long story is cut in the middle.
    let isLong = all.count > Self.most
    let kept = isLong ? all.prefix(Self.most - 6) + all.suffix(6) : all[...]
    leftOut = all.count - kept.count
    parts = kept.map { Self.shown($0, redaction) }
  }

  private static func shown(_ part: ExplanationPart, _ redaction: Redactor) -> ExplanationPart {
    func text(_ text: String) -> String { DisplayText.cut(redaction.text(text), to: length) }
    let kind: ExplanationPart.Kind
    switch part.kind {
    case .heading(let title, let aside): kind = .heading(text(title), text(aside))
    case .paragraph(let paragraph, let style): kind = .paragraph(text(paragraph), style)
    case .entry(let mark, let style, let name, let nameWidth, let paragraphs):
      var shown = paragraphs.prefix(Self.paragraphs).map { (text: text($0.text), style: $0.style) }
      let rest = paragraphs.count - shown.count
      if rest > 0 { shown.append((text: "and \(Figures.counted(rest, "line")) more", style: .dim)) }
      kind = .entry(mark: mark, style, name: text(name), nameWidth: nameWidth, shown)
    }
    return ExplanationPart(kind: kind, indent: part.indent, clause: part.clause)
  }

  /// The explanation by itself; an entry about a clause has the clause's index in `data-clause`.
  package var html: String {
    var markup = Markup()
    write(&markup, namesClauses: true)
    return markup.html
  }

  package func write(_ markup: inout Markup, namesClauses: Bool = false) {
    markup.element("div", ["class": "story"]) { markup in
      for (index, part) in parts.enumerated() {
        if leftOut > 0, index == parts.count - 6 {
          markup.aside("… \(Figures.counted(leftOut, "step")) left out …", class: "more")
        }
        if part.indent > 0 {
          markup.element("div", ["class": "in"]) { Self.write(part, &$0, namesClauses) }
        } else {
          Self.write(part, &markup, namesClauses)
        }
      }
    }
  }

  private static func write(_ part: ExplanationPart, _ markup: inout Markup, _ namesClauses: Bool) {
    switch part.kind {
    case .heading(let title, let aside):
      markup.element("h4") { markup in
        markup.element("bdi", text: title)
        if !aside.isEmpty {
          markup.text(" ")
          markup.element("bdi", ["class": "meta"], text: aside)
        }
      }
    case .paragraph(let text, let style): write(text, style, &markup)
    case .entry(let mark, let style, let name, _, let paragraphs):
      let clause = namesClauses ? part.clause : nil
      let attributes: Markup.Attributes =
        clause.map { ["class": "ask", "data-clause": "\($0)"] } ?? ["class": "ask"]
      markup.element("div", attributes) { markup in
        markup.element("div", ["class": style.look], text: mark)
        markup.element("div") { $0.name(name) }
        markup.element("div") { markup in
          for paragraph in paragraphs { write(paragraph.text, paragraph.style, &markup) }
        }
      }
    }
  }

  private static func write(_ text: String, _ style: TerminalStyle.Style?, _ markup: inout Markup) {
    markup.element("p", style.map { ["class": $0.look] } ?? [:]) { $0.element("bdi", text: text) }
  }
}
