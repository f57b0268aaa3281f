internal import Bytes
internal import Source

/// The canonical notation of a scalar on one line: plain if every parser reads it alike, or else quoted.
package struct ScalarText {
  package let isInFlow: Bool
  package let isKey: Bool

  package init(isInFlow: Bool, isKey: Bool = false) {
    self.isInFlow = isInFlow
    self.isKey = isKey
  }

  package func text(of string: String) -> String {
    isPlain(string) ? string : Self.quoted(string)
  }

  /// The text of a scalar; `raw` is its text in the file, kept if a person chose its escapes.
  func text(of scalar: WrittenScalar, raw: String?) -> String {
    if isKey { return key(scalar) }
    switch scalar.content {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer, .decimal: return NumberText.text(of: scalar.text, scalar.content)
    case .string(let string):
      if isPlain(string) { return string }
      if scalar.style == .doubleQuoted, let raw, Self.hasChosenEscapes(raw) { return raw }
      return Self.quoted(string)
    case .sequence, .mapping: return ""
    }
  }

  /// Always a text, quoted if another parser would read something else, except for plain numbers such as
  /// indices.
  private func key(_ scalar: WrittenScalar) -> String {
    OldYAML.isPlainNumber(scalar.text) ? scalar.text : text(of: scalar.text)
  }

  // MARK: - Plain

  func isPlain(_ string: String) -> Bool {
    guard OldYAML.reading(of: string, as: .string(string)) == nil else { return false }
    guard case .string? = YAMLCoreSchema.content(of: string) else { return false }
    let scalars = Array(string.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last, first != " ", last != " ", last != ":" else {
      return false
    }
    switch first {
    case "-":
      if scalars.count < 2 || scalars[1] == " " || (isInFlow && Self.flowMarks.contains(scalars[1])) {
        return false
      }
    case "?", ":", ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`":
      return false
    default: break
    }
    if string.utf8.starts(with: "---".utf8) || string.utf8.starts(with: "...".utf8) { return false }
    for (index, scalar) in scalars.enumerated() {
      if !Self.isPrintable(scalar) || scalar == "\t" { return false }
      if scalar == "#", index > 0, scalars[index - 1] == " " { return false }
      if scalar == ":", isInFlow || scalars[index + 1] == " " { return false }
      if isInFlow, Self.flowMarks.contains(scalar) { return false }
    }
    return true
  }

  /// Characters on which parsers differ inside brackets and braces; a colon too.
  private static let flowMarks: Set<Unicode.Scalar> = [",", "[", "]", "{", "}", "?"]

  /// Characters that reorder or hide text are not, besides the joiners of emoji and of some scripts.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x200C, 0x200D: true
    case _ where !EscapedText.isSafe(scalar): false
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  // MARK: - Quotes

  package static func quoted(_ string: String) -> String {
    var backslashes = 0
    var apostrophes = 0
    var needsEscapes = false
    for scalar in string.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { backslashes += 1 }
      if scalar == "'" { apostrophes += 1 }
      if scalar == "\t" || !isPrintable(scalar) { needsEscapes = true }
    }
    guard needsEscapes || backslashes <= apostrophes else {
      var text = String.UnicodeScalarView()
      for scalar in string.unicodeScalars {
        text.append(scalar)
        if scalar == "'" { text.append(scalar) }
      }
      return "'\(String(text))'"
    }
    var text = String.UnicodeScalarView()
    for scalar in string.unicodeScalars { text.append(contentsOf: escape(scalar).unicodeScalars) }
    return "\"\(String(text))\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: isPrintable(scalar) ? String(Character(scalar)) : code(scalar.value)
    }
  }

  private static func code(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let length = value > 0xFFFF ? 8 : 4
    return (length == 8 ? "\\U" : "\\u") + String(repeating: "0", count: length - digits.count) + digits
  }

  /// Whether a text in double quotes has escapes other than of quotes and backslashes.
  private static func hasChosenEscapes(_ raw: String) -> Bool {
    var isEscape = false
    for scalar in raw.unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar.value == 0x85 || scalar.value >> 1 == 0x2028 >> 1 {
        return false
      }
      if isEscape {
        isEscape = false
        if scalar != "\"", scalar != "\\", scalar != "/" { return true }
      } else if scalar == "\\" {
        isEscape = true
      }
    }
    return false
  }
}
