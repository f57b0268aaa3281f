package enum DisplayText {
  package static let nameLength = 90

  /// Shortens a text. A text that is only a little longer is kept.
  package static func cut(_ text: String, to length: Int = nameLength) -> String {
    let scalars = text.unicodeScalars
    // Counting stops early: a text may have a million characters.
    guard scalars.index(scalars.startIndex, offsetBy: length + 12, limitedBy: scalars.endIndex) != nil else {
      return text
    }
    return "\(String(scalars.prefix(length)))…"
  }

  /// Shortens a text that has room for `length` characters and no more.
  package static func fitted(_ text: String, to length: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.index(scalars.startIndex, offsetBy: length + 1, limitedBy: scalars.endIndex) != nil else {
      return text
    }
    return "\(String(scalars.prefix(length - 1)))…"
  }

  /// A text as the beginning of a sentence.
  package static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  package static func seconds(_ milliseconds: Int) -> String {
    var decimals = String("\(milliseconds % 1_000 + 1_000)".dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return "\(milliseconds / 1_000)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  package static func duration(_ milliseconds: Int) -> String {
    milliseconds == 0 ? "0 s" : Figures.duration(milliseconds)
  }

  /// A duration in words: `5 minutes`.
  package static func span(seconds: Int) -> String {
    let units = [(604_800, "week"), (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
    for (length, name) in units where seconds >= length && seconds % length == 0 {
      let count = seconds / length
      return "\(GroupedNumber.text(count)) \(name)\(count == 1 ? "" : "s")"
    }
    return "\(seconds) seconds"
  }

  package static func coordinate(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let size = abs(hundredths)
    if size % 100 == 0 { return "\(sign)\(size / 100)" }
    return "\(sign)\(size / 100).\(size % 100 < 10 ? "0" : "")\(size % 100)"
  }
}
