internal import RuleEngine

/// Values of an error as people read them: one line, control characters visible, what is long cut.
enum ShownValue {
  /// How many characters of a value are shown, and of a text that people were meant to read.
  static let length = 60
  static let lengthOfProse = 300
  /// How many more are not worth a cut.
  private static let slack = 20

  /// A value that is at hand as JSON; strings stand in quotation marks.
  static func text(ofJSON json: String, length: Int = length) -> String {
    guard let string = string(ofJSON: json) else { return cut(json, to: length) }
    return quoted(string, length: length)
  }

  /// What a rule file says, as written but for the quotation marks that JSON needs.
  static func text(asWritten expected: String) -> String {
    cut(plain(expected))
  }

  /// A text in quotation marks, cut where it is long.
  static func quoted(_ text: String, length: Int = length) -> String {
    let parts = parts(text, length)
    return "“\(parts.shown)”\(parts.rest)"
  }

  /// A text as it may be shown, cut where it is long.
  static func cut(_ text: String, to length: Int = length) -> String {
    let parts = parts(text, length)
    return parts.shown + parts.rest
  }

  /// What is shown of a text, and how long it is where that is not all.
  private static func parts(_ text: String, _ length: Int) -> (shown: String, rest: String) {
    let characters = text.unicodeScalars
    guard characters.count > length + slack else { return (VisibleText.of(text), "") }
    return (
      "\(VisibleText.of(String(characters.prefix(length))))…", " (\(grouped(characters.count)) characters)"
    )
  }

  /// The string that a JSON text is, or nil for any other value.
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

  /// A string without its quotation marks, anything else as it is.
  static func plain(_ json: String) -> String { string(ofJSON: json) ?? json }

  /// Digits in groups of three.
  static func grouped(_ count: Int) -> String {
    var groups: [String] = []
    var digits = Substring("\(count)")
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits = digits.dropLast(3)
    }
    return ([String(digits)] + groups).joined(separator: ",")
  }

  /// 1st, 2nd, 3rd, 4th.
  static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 10, number % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    return "\(grouped(number))\(ending)"
  }

  /// A length of time as the rule language writes one.
  static func seconds(_ milliseconds: Int64) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    var decimals = "\(milliseconds % 1_000 + 1_000)".dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(milliseconds / 1_000)\(decimals.isEmpty ? "" : ".")\(decimals) s"
  }
}
