internal import Replay
internal import RuleEngine

/// HTML and SVG as they are written: every text and every attribute is escaped here, and nowhere else.
struct Markup {
  typealias Attributes = KeyValuePairs<String, String>

  private(set) var html = ""

  /// An element with what `content` writes into it.
  mutating func element(
    _ tag: String,
    _ attributes: Attributes = [:],
    _ content: (inout Markup) -> Void
  ) {
    open(tag, attributes)
    content(&self)
    html += "</\(tag)>"
  }

  /// An element with a text.
  mutating func element(_ tag: String, _ attributes: Attributes = [:], text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  /// An element that has no content: `<meta>`, `<rect/>`.
  mutating func empty(_ tag: String, _ attributes: Attributes = [:]) {
    open(tag, attributes, isClosed: true)
  }

  mutating func text(_ text: String) {
    html += Self.escaped(VisibleText.of(text))
  }

  /// What stands in the page as it is: its own style and script, which hold nothing of anybody else.
  mutating func constant(_ text: StaticString) {
    html += text.description
  }

  mutating func newLine() {
    html += "\n"
  }

  private mutating func open(_ tag: String, _ attributes: Attributes, isClosed: Bool = false) {
    html += "<\(tag)"
    for (name, value) in attributes {
      html += " \(name)=\"\(Self.escaped(VisibleText.of(value)))\""
    }
    html += isClosed ? "/>" : ">"
  }

  /// The text with everything escaped that has a meaning in texts or in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // No characters, and no XML may have them.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Markup {
  /// A name that somebody else chose: kept apart from the text around it, whichever way it is written, and cut where it
  /// is long.
  mutating func name(_ name: String, class: String = "name", to length: Int = Shown.nameLength) {
    element("bdi", ["class": `class`], text: Shown.cut(name, to: length))
  }

  /// A number of the report, which programs find in its JSON under `pointer`.
  mutating func figure(_ count: Int, of pointer: String) {
    element(
      "data",
      ["value": "\(count)", "data-of": pointer],
      text: GroupedNumber.text(count)
    )
  }

  /// A number that is the sum of what stands under several pointers.
  mutating func figure(_ count: Int, ofAll pointers: [String]) {
    figure(count, of: pointers.joined(separator: " "))
  }

  /// So many of so many, in per cent with one digit; what is not nothing is never shown as 0.0, nor what is not all as
  /// 100.0.
  mutating func share(_ count: Int, of total: Int, at pointer: String, in whole: String) {
    element(
      "span",
      ["class": "share", "data-of": pointer, "data-in": whole],
      text: Figures.share(count, of: total)
    )
  }

  /// A length of time that the report has in seconds under `pointer`.
  mutating func duration(_ milliseconds: Int, of pointer: String) {
    element(
      "data",
      ["value": Shown.seconds(milliseconds), "data-of": pointer],
      text: Shown.duration(milliseconds)
    )
  }

  /// What a part says that is not a figure of the report: a bound, a scale.
  mutating func aside(_ text: String, class: String = "aside") {
    element("p", ["class": `class`], text: text)
  }
}
