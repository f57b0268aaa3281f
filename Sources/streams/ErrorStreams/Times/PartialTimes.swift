internal import Bytes
internal import Records

/// The year and the zone that a stream's times lack.
struct PartialTimes {
  var years: YearWindow?
  var zone: ZoneOffsets?
  /// Given to the date that was read last; 0 if it has one.
  private(set) var assumedYear = 0
  /// A date was not read because no year is known.
  private(set) var isWithoutYear = false

  mutating func begin() {
    assumedYear = 0
    isWithoutYear = false
  }

  mutating func year(of date: MonthAndHour) -> Int? {
    guard let years else {
      isWithoutYear = true
      return nil
    }
    assumedYear = years.year(of: date)
    return assumedYear
  }

  /// Appends the offset in the form of RFC 3339.
  func appendOffset(ofTimeFrom start: Int, to output: inout Buffer<UInt8>) {
    output.append(UInt8(ascii: "Z"))
    guard let zone, let time = Timestamp(output.slice(start..<output.count)),
      case let minutes = zone.minutes(atLocal: time), minutes != 0
    else { return }
    output.removeLast(1)
    output.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
    output.append(twoDigits: minutes.magnitude / 60)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: minutes.magnitude % 60)
  }
}
