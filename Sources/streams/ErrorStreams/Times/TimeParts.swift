internal import Bytes

/// A time whose parts were read one by one.
struct TimeParts {
  /// Nil for a date without one.
  var year: Int?
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  /// The digits of the fraction of a second; empty for none, or for ``milliseconds``.
  var fraction = ByteSlice("")
  var milliseconds: Int?
  /// An offset, a name, or empty.
  var zone = ByteSlice("")

  /// Appends the time as RFC 3339 with quotes; false and nothing if there is no such time, or if it has no year and none
  /// is known.
  func append(_ times: inout PartialTimes, to output: inout Buffer<UInt8>) -> Bool {
    guard let known = year ?? times.year(of: MonthAndHour(month: month, day: day, hour: hour)),
      (0...9_999).contains(known)
    else { return false }
    let start = output.count
    output.append(UInt8(ascii: "\""))
    output.append(year: known, month: month, day: day, hour: hour, minute: minute, second: second)
    if !fraction.isEmpty {
      output.append(UInt8(ascii: "."))
      output.append(fraction)
    } else if let milliseconds {
      output.append(UInt8(ascii: "."))
      output.append(threeDigits: UInt(milliseconds))
    }
    let isTime = TimeText.close(from: start, zone, times, &output)
    if !isTime, year == nil { times.begin() }
    return isTime
  }
}

extension Buffer where Element == UInt8 {
  /// Appends `2026-11-21T01:41:19`.
  mutating func append(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    append(twoDigits: UInt(year / 100))
    append(twoDigits: UInt(year % 100))
    append(UInt8(ascii: "-"))
    append(twoDigits: UInt(month))
    append(UInt8(ascii: "-"))
    append(twoDigits: UInt(day))
    append(UInt8(ascii: "T"))
    append(twoDigits: UInt(hour))
    append(UInt8(ascii: ":"))
    append(twoDigits: UInt(minute))
    append(UInt8(ascii: ":"))
    append(twoDigits: UInt(second))
  }

  mutating func append(twoDigits number: UInt) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  mutating func append(threeDigits number: UInt) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 100))
    append(twoDigits: number % 100)
  }
}
