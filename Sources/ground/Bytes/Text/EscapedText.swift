/// Makes text from logs and files safe for a terminal.
public enum EscapedText {
  /// The text with control characters as `\n`, `\u{1B}` and so on, and characters that reorder or hide text
  /// likewise.
  public static func of(_ text: String) -> String {
    // Most texts have nothing to escape.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isSafe(scalar) {
        shown.append(scalar)
      } else {
        shown.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(shown)
  }

  /// The width in columns: none for combining marks, two for wide characters (Unicode Standard Annex 11, main blocks).
  public static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// A terminal only displays the character.
  package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F: false
    // Directional and invisible formatting: marks, embeddings, isolates, tags, separators, the soft hyphen.
    case 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB:
      false
    case 0xE0000...0xE007F: false
    default: true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// A text of at most so many columns, with “…” in place of what is left out.
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

  private static func width(of scalar: Unicode.Scalar) -> Int {
    // No character below combines with others or is wide, and most texts have no other.
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x200D, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
