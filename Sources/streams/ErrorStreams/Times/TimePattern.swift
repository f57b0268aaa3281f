internal import Bytes

/// The layout of a time in strptime's letters: `%d/%b/%y %H:%M:%S`.
package enum TimePattern {
  struct Part: BitwiseCopyable {
    /// A letter after `%`; 0 for a byte that must occur, or a space for any white space.
    let letter: UInt8
    let literal: UInt8
  }

  struct Fault: Error {
    let message: String
    /// The range in bytes.
    let range: Range<Int>
  }

  package static let letters: [(letter: String, meaning: String)] = [
    ("%Y", "year"), ("%y", "year of two digits: 69 to 99 are of the 20th century"), ("%m", "month"),
    ("%b", "name of the month, also %B and %h"), ("%d", "day, also %e"), ("%j", "day of the year"),
    ("%a", "name of the weekday, also %A"), ("%H", "hour"), ("%I", "hour of 12, with %p"),
    ("%p", "AM or PM"), ("%M", "minute"), ("%S", "second"), ("%f", "digits of a fraction of a second"),
    ("%L", "milliseconds as a number"), ("%z", "offset such as +0200, or Z"), ("%Z", "name of a zone"),
    ("%s", "seconds since 1970"), ("%F", "%Y-%m-%d"), ("%D", "%m/%d/%y"), ("%T", "%H:%M:%S"),
    ("%R", "%H:%M"), ("%%", "a percent sign"),
  ]

  static func parts(of pattern: String) -> [Part]? { try? read(pattern) }

  static func fault(of pattern: String) -> Fault? {
    do {
      _ = try read(pattern)
      return nil
    } catch {
      return error
    }
  }

  private static func read(_ pattern: String) throws(Fault) -> [Part] {
    let bytes = Array(pattern.utf8)
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        let isSpace = bytes[index] == UInt8(ascii: " ") || bytes[index] == 0x09
        parts.append(Part(letter: 0, literal: isSpace ? UInt8(ascii: " ") : bytes[index]))
        index += 1
        continue
      }
      guard index + 1 < bytes.count else {
        throw Fault(message: "“%” needs a letter. Write %% for a percent sign.", range: index..<index + 1)
      }
      // A padding flag changes only what is written.
      var next = index + 1
      if next + 1 < bytes.count, "-_0".utf8.contains(bytes[next]) { next += 1 }
      guard let expanded = expanded(bytes[next]) else {
        let letter = String(pattern.unicodeScalars[pattern.utf8.index(pattern.startIndex, offsetBy: next)])
        throw Fault(
          message: "A time has no letter “%\(letter)”. \(advice(for: letter))",
          range: index..<(next + letter.utf8.count))
      }
      parts += expanded
      index = next + 1
    }
    if let missing = missing(parts) { throw Fault(message: missing, range: 0..<bytes.count) }
    return parts
  }

  private static func advice(for letter: String) -> String {
    let all = letters.map { $0.letter }.joined(separator: " ")
    return switch letter {
    case "N", "n": "Write %f for the digits of a fraction. The letters are \(all)."
    default: "The letters are \(all)."
    }
  }

  private static func expanded(_ letter: UInt8) -> [Part]? {
    func parts(_ text: StaticString) -> [Part] {
      let text = ByteSlice(text)
      return (0..<text.count).map { index in
        text[index].isLetter ? Part(letter: text[index], literal: 0) : Part(letter: 0, literal: text[index])
      }
    }
    return switch letter {
    case UInt8(ascii: "F"): parts("Y-m-d")
    case UInt8(ascii: "D"): parts("m/d/y")
    case UInt8(ascii: "T"): parts("H:M:S")
    case UInt8(ascii: "R"): parts("H:M")
    case UInt8(ascii: "%"): [Part(letter: 0, literal: letter)]
    case UInt8(ascii: "h"), UInt8(ascii: "B"): parts("b")
    case UInt8(ascii: "A"): parts("a")
    case UInt8(ascii: "e"): parts("d")
    default: "YymbdjaHIpMSfLzZs".utf8.contains(letter) ? [Part(letter: letter, literal: 0)] : nil
    }
  }

  private static func missing(_ parts: [Part]) -> String? {
    func has(_ letters: StaticString) -> Bool {
      let letters = ByteSlice(letters)
      return parts.contains { $0.letter != 0 && letters.firstIndex(of: $0.letter) != nil }
    }
    if has("s") { return nil }
    guard has("j") || has("d") && has("mb") else {
      return "This pattern has no date. Write %m (or %b) and %d, or %s for seconds since 1970."
    }
    guard has("H") || has("I") && has("p") else {
      return has("I")
        ? "“%I” is an hour of 12, so it needs %p. Write %H for an hour of 24."
        : "This pattern has no hour. Write %H, or %I with %p."
    }
    return has("j") && !has("Yy") ? "“%j” is a day of a year, so it needs %Y or %y." : nil
  }

  /// Appends the time as RFC 3339 with quotes; false and nothing if the text does not fit, or has no year and none is
  /// known.
  static func append(
    _ text: ByteSlice, by parts: borrowing Buffer<Part>, _ range: Range<Int>, _ times: inout PartialTimes,
    to output: inout Buffer<UInt8>
  ) -> Bool {
    var reading = TimeReading(text.trimmed)
    for index in range where !reading.take(parts[index]) { return false }
    guard reading.isAtEnd else { return false }
    return reading.append(&times, to: &output)
  }
}
