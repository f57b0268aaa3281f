/// Output as a case file shows it.
enum VisibleBytes {
  /// The bytes as text: what is not a visible text as `\xNN`, a missing last line feed as `\no-newline`.
  static func text(of bytes: [UInt8], replacing folder: String) -> String {
    var text = ""
    for scalar in decoded(bytes) {
      switch scalar {
      case .scalar("\n"): text.unicodeScalars.append("\n")
      case .scalar(let scalar) where isVisible(scalar): text.unicodeScalars.append(scalar)
      case .scalar(let scalar): for byte in Array(String(scalar).utf8) { text += escape(byte) }
      case .byte(let byte): text += escape(byte)
      }
    }
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\\no-newline\n" }
    return text.replacing(folder, with: "$DIR")
  }

  private enum Element {
    case scalar(Unicode.Scalar)
    case byte(UInt8)
  }

  private static func decoded(_ bytes: [UInt8]) -> [Element] {
    var elements: [Element] = []
    var rest = bytes[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      if let text = String(validating: rest.prefix(length), as: UTF8.self),
        let scalar = text.unicodeScalars.first
      {
        elements.append(.scalar(scalar))
        rest = rest.dropFirst(length)
      } else {
        elements.append(.byte(first))
        rest = rest.dropFirst()
      }
    }
    return elements
  }

  /// What a terminal or an editor would not show as it is: controls, and what reorders or hides text.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
