internal import Bytes

/// As ``EscapedText``, but quick for the usual characters: a list has a line for each record.
package enum ListText {
  package static func escaped(_ text: String) -> String {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? text : EscapedText.of(text)
  }

  package static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// No character below U+0300 combines with others or is wide.
  package static func width(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x300 ? 1 : EscapedText.width(of: String(scalar))
  }

  package static func cut(_ text: String, to width: Int, atStart: Bool = false) -> String {
    guard self.width(of: text) > width else { return text }
    guard width > 0 else { return "" }
    var kept = String.UnicodeScalarView()
    var used = 1
    let scalars = Array(text.unicodeScalars)
    for scalar in atStart ? scalars.reversed() : scalars {
      used += self.width(of: scalar)
      guard used <= width else { break }
      kept.append(scalar)
    }
    return atStart ? "…\(String(String.UnicodeScalarView(kept.reversed())))" : "\(String(kept))…"
  }
}
