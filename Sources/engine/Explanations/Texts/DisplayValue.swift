internal import Bytes
internal import Reports

/// Values on one line, with control characters escaped, truncated if they are long.
enum DisplayValue {
  /// Characters of a value, and of prose.
  static let length = 60
  static let lengthOfProse = 300
  /// A text is truncated only if more than this is saved.
  private static let slack = 20

  static func text(ofJSON json: String, length: Int = length) -> String {
    guard let string = string(ofJSON: json) else { return cut(json, to: length) }
    return quoted(string, length: length)
  }

  /// The text without the quotation marks that JSON needs.
  static func text(asWritten expected: String) -> String {
    cut(plain(expected))
  }

  static func quoted(_ text: String, length: Int = length) -> String {
    let parts = parts(text, length)
    return "“\(parts.shown)”\(parts.rest)"
  }

  static func cut(_ text: String, to length: Int = length) -> String {
    let parts = parts(text, length)
    return parts.shown + parts.rest
  }

  /// The total length is given if the text is truncated.
  private static func parts(_ text: String, _ length: Int) -> (shown: String, rest: String) {
    let characters = text.unicodeScalars
    guard characters.count > length + slack else { return (EscapedText.of(text), "") }
    return (
      "\(EscapedText.of(String(characters.prefix(length))))…",
      " (\(GroupedNumber.text(characters.count)) characters)"
    )
  }

  static func string(ofJSON json: String) -> String? {
    guard json.hasPrefix("\"") else { return nil }
    var tape = JSONTape()
    return Array(json.utf8).withUnsafeBytes { bytes in
      guard tape.scan(ByteSlice(bytes), depthLimit: 1, valueLimit: 1, repairs: false) == nil else {
        return nil
      }
      return String(tape.text(of: tape[0]))
    }
  }

  static func plain(_ json: String) -> String { string(ofJSON: json) ?? json }

  static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    return "\(GroupedNumber.text(number))\(ending)"
  }

  /// The duration as in rule files.
  static func seconds(_ milliseconds: Int64) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    var decimals = "\(milliseconds % 1_000 + 1_000)".dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(milliseconds / 1_000)\(decimals.isEmpty ? "" : ".")\(decimals) s"
  }
}
