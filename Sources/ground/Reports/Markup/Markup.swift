internal import Bytes

/// A writer of HTML and SVG. All texts and attributes are escaped here, and nowhere else.
package struct Markup {
  package typealias Attributes = KeyValuePairs<String, String>

  package private(set) var html = ""

  package init() {}

  /// The HTML that a function writes.
  package static func html(_ write: (inout Markup) -> Void) -> String {
    var markup = Markup()
    write(&markup)
    return markup.html
  }

  package var isEmpty: Bool { html.isEmpty }

  package mutating func element(
    _ tag: String, _ attributes: Attributes = [:], _ content: (inout Markup) -> Void
  ) {
    open(tag, attributes)
    content(&self)
    html += "</\(tag)>"
  }

  package mutating func element(_ tag: String, _ attributes: Attributes = [:], text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  /// An empty element: `<meta>`, `<rect/>`.
  package mutating func empty(_ tag: String, _ attributes: Attributes = [:]) {
    open(tag, attributes, isClosed: true)
  }

  package mutating func text(_ text: String) {
    html += Self.escaped(EscapedText.of(text))
  }

  /// Writes the page's own style and script without escaping. They contain no input.
  package mutating func constant(_ text: StaticString) {
    html += text.description
  }

  package mutating func newLine() {
    html += "\n"
  }

  private mutating func open(_ tag: String, _ attributes: Attributes, isClosed: Bool = false) {
    html += "<\(tag)"
    for (name, value) in attributes {
      html += " \(name)=\"\(Self.escaped(EscapedText.of(value)))\""
    }
    html += isClosed ? "/>" : ">"
  }

  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isEscaped) else { return text }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Not allowed in XML.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Whether a byte may begin what has to be written otherwise.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0xEF:
      true
    default: false
    }
  }
}

extension Markup {
  /// Writes a user-defined name: isolated from the surrounding text direction, and shortened if it is long.
  package mutating func name(_ name: String, class: String = "name", to length: Int = DisplayText.nameLength)
  {
    element("bdi", ["class": `class`]) { markup in
      // A long name is broken between its parts first.
      for part in DisplayText.cut(name, to: length).split(separator: "/", omittingEmptySubsequences: false)
        .enumerated()
      {
        if part.offset > 0 {
          markup.text("/")
          markup.html += "<wbr>"
        }
        markup.text(String(part.element))
      }
    }
  }

  /// Writes a number of the report with its JSON pointer.
  package mutating func figure(_ count: Int, of pointer: String) {
    element("data", ["value": "\(count)", "data-of": pointer], text: GroupedNumber.text(count))
  }

  package mutating func figure(_ count: Int, ofAll pointers: [String]) {
    figure(count, of: pointers.joined(separator: " "))
  }

  package mutating func duration(_ milliseconds: Int, of pointer: String) {
    element(
      "data", ["value": DisplayText.seconds(milliseconds), "data-of": pointer],
      text: DisplayText.duration(milliseconds))
  }

  /// Writes what may be wider than the screen, in a frame that scrolls by itself.
  package mutating func scrolling(_ label: String, _ content: (inout Markup) -> Void) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label], content)
  }

  /// Writes a text that is not a figure of the report: a limit, a scale.
  package mutating func aside(_ text: String, class: String = "aside") {
    element("p", ["class": `class`], text: text)
  }
}
