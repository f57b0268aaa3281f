internal import Bytes
internal import Records

/// Conversion of logs' times to RFC 3339.
enum TimeText {
  /// Appends the time with quotes; false if the text can't be read.
  ///
  /// Accepts `2026-11-21T01:41:19.5+02:00` and variants: a space, a comma and a space, or brackets for the `T`; a
  /// comma before the fraction; a space for the hour's leading zero; `+0200` or `+02` or a space before the
  /// offset; an unambiguous zone name, or no zone (that of `times`, or else UTC); and the formats of
  /// ``DateText``. UTC is always written as `Z`.
  static func append(_ text: ByteSlice, _ times: inout PartialTimes, to output: inout Buffer<UInt8>) -> Bool {
    let text = text.trimmed
    if Timestamp(text) != nil {
      output.append(UInt8(ascii: "\""))
      if isInUTC(text) {
        output.append(text[0..<(text.count - 6)])
        output.append(UInt8(ascii: "Z"))
      } else {
        output.append(text)
      }
      output.append(UInt8(ascii: "\""))
      return true
    }
    guard text.count >= 19, text[4] == UInt8(ascii: "-"), let clock = clockStart(text) else {
      return DateText.append(text, &times, to: &output)
    }
    let start = output.count
    output.append(UInt8(ascii: "\""))
    output.append(text[0..<10])
    output.append(UInt8(ascii: "T"))
    // MariaDB replaces the hour's leading zero by a space.
    let isPadded = text[clock] == UInt8(ascii: " ")
    if isPadded { output.append(UInt8(ascii: "0")) }
    output.append(text[(isPadded ? clock + 1 : clock)..<(clock + 8)])
    var index = clock + 8
    if index < text.count, text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ".") {
      let first = index + 1
      index = first
      while index < text.count, text[index].isDigit { index += 1 }
      if index > first {
        output.append(UInt8(ascii: "."))
        output.append(text[first..<index])
      }
    }
    if index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
    return close(from: start, text[index..<text.count], times, &output)
  }

  /// The start of the clock after a date of ten characters and a `T`, a space, a comma and a space, or brackets as between
  /// `[DATE][CLOCK]`; nil for anything else.
  private static func clockStart(_ text: ByteSlice) -> Int? {
    if text[10] == UInt8(ascii: " ") || text[10] == UInt8(ascii: "T") {
      // Icecast has two blanks; before one digit the second is of the hour.
      let isSpaced = text.count >= 20 && text[11] == UInt8(ascii: " ") && text[13] != UInt8(ascii: ":")
      return isSpaced ? 12 : 11
    }
    let isAfterComma = text.count >= 20 && text[10] == UInt8(ascii: ",") && text[11] == UInt8(ascii: " ")
    let isAfterBracket = text.count >= 20 && text[10] == UInt8(ascii: "]") && text[11] == UInt8(ascii: "[")
    return isAfterComma || isAfterBracket ? 12 : nil
  }

  /// Ends the quoted time that begins at `start` with its zone; false if that is no time, and takes it back.
  static func close(
    from start: Int, _ zone: ByteSlice, _ times: borrowing PartialTimes, _ output: inout Buffer<UInt8>
  ) -> Bool {
    guard appendZone(zone, of: start + 1, times, to: &output),
      Timestamp(output.slice((start + 1)..<output.count)) != nil
    else {
      output.removeLast(output.count - start)
      return false
    }
    output.append(UInt8(ascii: "\""))
    return true
  }

  /// A zero offset is written as `Z`.
  private static func isInUTC(_ text: ByteSlice) -> Bool {
    text.hasSuffix(ByteSlice("+00:00")) || text.hasSuffix(ByteSlice("-00:00"))
  }

  /// Appends the zone of the RFC 3339 time that begins at `start`, `Z` for zero; false if the text is not a zone.
  private static func appendZone(
    _ zone: ByteSlice, of start: Int, _ times: borrowing PartialTimes, to output: inout Buffer<UInt8>
  ) -> Bool {
    if zone.isEmpty {
      times.appendOffset(ofTimeFrom: start, to: &output)
      return true
    }
    if zone == "Z" || zone == "z" || zone == "UTC" || zone == "GMT" {
      output.append(UInt8(ascii: "Z"))
      return true
    }
    for (name, offset) in zones where zone == name {
      output.append(offset)
      return true
    }
    if zone == "+0000" || zone == "+00:00" || zone == "-0000" || zone == "-00:00" || zone == "+00"
      || zone == "-00"
    {
      output.append(UInt8(ascii: "Z"))
      return true
    }
    guard zone.count >= 3, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-") else { return false }
    output.append(zone[0..<3])
    output.append(UInt8(ascii: ":"))
    switch zone.count {
    case 3: output.append("00")
    case 5: output.append(zone[3..<5])
    case 6: output.append(zone[4..<6])
    default: return false
    }
    return true
  }

  /// RFC 5322 section 4.3, and Europe's, without ambiguous ones.
  private static let zones: [(StaticString, StaticString)] = [
    ("EST", "-05:00"), ("EDT", "-04:00"), ("CST", "-06:00"), ("CDT", "-05:00"), ("MST", "-07:00"),
    ("MDT", "-06:00"), ("PST", "-08:00"), ("PDT", "-07:00"), ("WET", "Z"), ("WEST", "+01:00"),
    ("CET", "+01:00"), ("CEST", "+02:00"), ("EET", "+02:00"), ("EEST", "+03:00"),
  ]

  /// An offset or a known name, with the space before it.
  static let zoneExpression =
    #"(?: ?(?:Z|UTC|GMT|[ECMP][SD]T|WES?T|CES?T|EES?T|[+-]\d\d:?\d\d))"#

  /// RFC 3339 in UTC, with quotes; false outside the years 0 to 9999.
  static func append(microseconds: Int64, to output: inout Buffer<UInt8>) -> Bool {
    guard (-62_167_219_200_000_000..<253_402_300_800_000_000).contains(microseconds) else { return false }
    let (seconds, fraction) = floorDivision(microseconds, by: 1_000_000)
    let (days, second) = floorDivision(seconds, by: 86_400)
    let date = CalendarDate(daysSince1970: days)
    output.append(UInt8(ascii: "\""))
    output.append(
      year: Int(date.year), month: Int(date.month), day: Int(date.day), hour: Int(second / 3_600),
      minute: Int(second / 60 % 60), second: Int(second % 60))
    if fraction > 0 {
      output.append(UInt8(ascii: "."))
      output.append(threeDigits: UInt(fraction / 1_000))
      if fraction % 1_000 > 0 { output.append(threeDigits: UInt(fraction % 1_000)) }
    }
    output.append("Z\"")
    return true
  }

  private static func floorDivision(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let rest = value % divisor
    return rest < 0 ? (value / divisor - 1, rest + divisor) : (value / divisor, rest)
  }
}
