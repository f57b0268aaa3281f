internal import Bytes
package import Secrets
package import Source

/// A text of a report: our own words, and names and figures, which each format writes in its way.
package struct Words: Sendable, ExpressibleByStringInterpolation {
  enum Piece: Sendable {
    /// Our own words, or a text that needs no marks.
    case text(String)
    /// A literal name, cut to so many characters on a page, and the place on the page that it leads to.
    case name(String, longest: Int, to: String?)
    /// A literal text in the letters of a sentence, cut to so many characters on a page.
    case label(String, longest: Int)
    /// A place in a file, less prominent on a page.
    case place(String)
    /// Words in a frame of a colour, and their place in JSON.
    case chip([Piece], look: String, at: String?)
    /// A word in a colour.
    case word(String, look: String)
    /// A text to copy.
    case code(String)
    /// A number with its JSON pointer; without one JSON does not have it.
    case number(Int, at: String?)
    /// Milliseconds.
    case duration(Int, at: String?)
    case share(Int, of: Int, at: String?, in: String?)
    case bar(Bar)
    /// A figure of another kind, as text and as JSON has it.
    case value(String, json: String, at: String)
    case strong([Piece])
    case aside(String)
    /// A text that a page has below the words before it.
    case below(String)
    /// Our own words that lead to a place on the page.
    case link(String, to: String)
    /// Figures that have no place in JSON.
    case loose(String)
    /// A text in a colour of the terminal.
    case styled(String, TerminalStyle.Style)
  }

  var pieces: [Piece] = []

  package init() {}

  init(_ pieces: [Piece]) { self.pieces = pieces }

  package init(stringLiteral text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

  package init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  package typealias StringInterpolation = Interpolation

  package struct Interpolation: StringInterpolationProtocol, Sendable {
    var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { pieces.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

    package mutating func appendInterpolation(_ words: Words) { pieces += words.pieces }

    package mutating func appendInterpolation(
      name: String, longest: Int = DisplayText.nameLength, to place: String? = nil
    ) {
      pieces.append(.name(name, longest: longest, to: place))
    }

    package mutating func appendInterpolation(names: [String], most: Int = .max) {
      for (index, name) in names.prefix(most).enumerated() {
        if index > 0 { appendLiteral(", ") }
        appendInterpolation(name: name)
      }
      guard names.count > most else { return }
      appendLiteral(" and ")
      appendInterpolation(names.count - most)
      appendLiteral(" more")
    }

    package mutating func appendInterpolation(label text: String, longest: Int) {
      pieces.append(.label(text, longest: longest))
    }

    package mutating func appendInterpolation(place: String) { pieces.append(.place(place)) }

    package mutating func appendInterpolation(chip words: Words, look: String, at pointer: String? = nil) {
      pieces.append(.chip(words.pieces, look: look, at: pointer))
    }

    package mutating func appendInterpolation(word: String, look: String) {
      pieces.append(.word(word, look: look))
    }

    package mutating func appendInterpolation(code: String) { pieces.append(.code(code)) }

    package mutating func appendInterpolation(_ count: Int, at pointer: String? = nil) {
      pieces.append(.number(count, at: pointer))
    }

    /// The number and its noun, with an “s” unless the number is 1.
    package mutating func appendInterpolation(
      _ count: Int, _ noun: String, plural: String? = nil, at pointer: String? = nil
    ) {
      pieces.append(.number(count, at: pointer))
      pieces.append(.text(" \(count == 1 ? noun : plural ?? "\(noun)s")"))
    }

    package mutating func appendInterpolation(duration: Int, at pointer: String? = nil) {
      pieces.append(.duration(duration, at: pointer))
    }

    package mutating func appendInterpolation(
      share: Int, of total: Int, at pointer: String? = nil, in whole: String? = nil
    ) {
      pieces.append(.share(share, of: total, at: pointer, in: whole))
    }

    package mutating func appendInterpolation(value text: String, json: String, at pointer: String) {
      pieces.append(.value(text, json: json, at: pointer))
    }

    package mutating func appendInterpolation(strong words: Words) { pieces.append(.strong(words.pieces)) }

    package mutating func appendInterpolation(loose text: String) { pieces.append(.loose(text)) }

    package mutating func appendInterpolation(_ text: String, _ style: TerminalStyle.Style) {
      pieces.append(.styled(text, style))
    }

    package mutating func appendInterpolation(below text: String) { pieces.append(.below(text)) }

    package mutating func appendInterpolation(link text: String, to place: String) {
      pieces.append(.link(text, to: place))
    }

    /// Less prominent on a page.
    package mutating func appendInterpolation(aside text: String) {
      if !text.isEmpty { pieces.append(.aside(text)) }
    }
  }

  package static func bar(_ bar: Bar) -> Words {
    Words([.bar(bar)])
  }

  package static func + (left: Words, right: Words) -> Words {
    var words = left
    words.pieces += right.pieces
    return words
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// Whether it begins with strong words.
  var isStrong: Bool { if case .strong? = pieces.first { true } else { false } }

  /// A line of a difference: expected and missing (`-`), found instead (`+`), or equal.
  init(difference line: String) {
    self = "\(line, line.hasPrefix("-") ? .red : line.hasPrefix("+") ? .green : .dim)"
  }

  /// Whether it is a figure that is zero: a blank on a page.
  package var isZero: Bool {
    guard pieces.count == 1, let piece = pieces.first else { return false }
    switch piece {
    case .number(let count, _), .duration(let count, _): return count == 0
    case .text, .name, .label, .place, .chip, .word, .code, .share, .bar, .value, .strong, .aside, .below,
      .link,
      .loose, .styled:
      return false
    }
  }
}

extension [Words] {
  package func joined(_ separator: String) -> Words {
    enumerated().reduce(into: Words()) { words, item in
      if item.offset > 0 { words = words + Words(stringLiteral: separator) }
      words = words + item.element
    }
  }
}

extension Words {
  /// A line as Markdown and pages have it: with a capital letter, and with a full stop.
  var sentence: Words {
    var words = self
    if case .text(let text)? = words.pieces.first { words.pieces[0] = .text(DisplayText.capitalized(text)) }
    if !words.plain.hasSuffix(".") { words.pieces.append(.text(".")) }
    return words
  }

  /// The text in a terminal, without styles.
  package var plain: String { pieces.map { Self.plain($0) }.joined() }

  private static func plain(_ piece: Piece) -> String {
    switch piece {
    case .text(let text), .name(let text, _, _), .label(let text, _), .place(let text), .word(let text, _),
      .code(let text), .aside(let text), .below(let text), .link(let text, _), .loose(let text),
      .styled(let text, _), .value(let text, _, _):
      EscapedText.of(text)
    case .number(let count, _): GroupedNumber.text(count)
    case .duration(let milliseconds, _): Figures.duration(milliseconds)
    case .share(let count, let total, _, _): Figures.share(count, of: total)
    case .bar(let bar): bar.text(longest: 24)
    case .strong(let pieces), .chip(let pieces, _, _): pieces.map { plain($0) }.joined()
    }
  }

  package var markdown: String { pieces.map { Self.markdown($0) }.joined() }

  private static func markdown(_ piece: Piece) -> String {
    switch piece {
    case .text(let text), .word(let text, _), .aside(let text), .below(let text), .link(let text, _),
      .loose(let text), .styled(let text, _), .value(let text, _, _):
      text
    case .name(let text, _, _), .label(let text, _), .place(let text), .code(let text):
      MarkdownText.code(text)
    case .strong(let pieces): "**\(pieces.map { markdown($0) }.joined())**"
    case .chip(let pieces, _, _): pieces.map { markdown($0) }.joined()
    case .number, .duration, .share, .bar: plain(piece)
    }
  }

  package func write(_ markup: inout Markup, _ redactor: Redactor = .off) {
    for piece in pieces { Self.write(piece, &markup, redactor) }
  }

  private static func write(_ piece: Piece, _ markup: inout Markup, _ redactor: Redactor) {
    switch piece {
    case .text(let text): markup.text(text)
    case .name(let name, let longest, nil): markup.name(redactor.text(name), to: longest)
    case .name(let name, let longest, let place?):
      markup.element("a", ["href": place]) { $0.name(redactor.text(name), to: longest) }
    case .label(let text, let longest):
      markup.element("bdi", ["class": "label"], text: DisplayText.cut(redactor.text(text), to: longest))
    case .place(let place): markup.name(redactor.text(place), class: "name meta")
    case .chip(let pieces, let look, let pointer):
      let attributes: Markup.Attributes = ["class": "chip \(look)"]
      markup.element("span", pointer.map { ["class": "chip \(look)", "data-of": $0] } ?? attributes) {
        for piece in pieces { write(piece, &$0, redactor) }
      }
    case .word(let text, let look): markup.element("span", ["class": "word \(look)"], text: text)
    case .code(let text): markup.element("code", text: redactor.text(text))
    case .number(let count, let pointer?): markup.figure(count, of: pointer)
    case .duration(let milliseconds, let pointer?): markup.duration(milliseconds, of: pointer)
    case .number(let count, nil):
      markup.element("data", ["class": "limit", "value": "\(count)"], text: plain(piece))
    case .duration(_, nil): markup.element("span", ["class": "limit"], text: plain(piece))
    case .share(_, _, let pointer?, let whole?):
      markup.element("span", ["class": "share", "data-of": pointer, "data-in": whole], text: plain(piece))
    case .share: markup.element("span", ["class": "share limit"], text: plain(piece))
    case .bar(let bar): bar.write(&markup)
    case .value(let text, let json, let pointer):
      markup.element("data", ["value": json, "data-of": pointer], text: text)
    case .strong(let pieces): for piece in pieces { write(piece, &markup, redactor) }
    case .aside(let text): markup.element("span", ["class": "meta"], text: text)
    case .below(let text):
      markup.element("bdi", ["class": "does name"], text: DisplayText.cut(redactor.text(text), to: 60))
    case .link(let text, let place): markup.element("a", ["class": "limit", "href": place], text: text)
    case .loose(let text): markup.element("span", ["class": "scale"], text: text)
    case .styled(let text, let style):
      markup.element("bdi", ["class": "scale \(style.look)"], text: redactor.text(text))
    }
  }
}

extension TerminalStyle.Style {
  /// The class of the same look on a page.
  package var look: String {
    switch self {
    case .bold: "t-bold"
    case .dim: "t-dim"
    case .red: "t-red"
    case .green: "t-green"
    case .yellow: "t-yellow"
    case .blue: "t-blue"
    case .magenta: "t-magenta"
    case .cyan: "t-cyan"
    }
  }
}
