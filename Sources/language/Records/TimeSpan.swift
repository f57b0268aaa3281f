package import Bytes

/// A duration as written in rule files and records: a number with `ms`, `s`, `m`, `h` or `d`.
public struct TimeSpan: Sendable, Hashable, Comparable, BitwiseCopyable {
  /// The duration in microseconds, never negative, at most about 292,000 years.
  public let microseconds: Int64

  /// A duration in microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A duration in milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count * 1_000) }
  /// A duration in seconds.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(microseconds: count * 1_000_000) }

  /// The duration in seconds.
  public var seconds: Double { Double(microseconds) / 1_000_000 }

  /// Parses a text such as `200ms`, `1.5s`, `10m`; nil without a unit, or with a sign.
  public init?(_ text: String) {
    var text = text
    var isTooLong = false
    let span = text.withUTF8 { TimeSpan(ByteSlice(UnsafeRawBufferPointer($0)), &isTooLong) }
    guard let span, !isTooLong else { return nil }
    self = span
  }

  /// The time span of a text in a record; the longest one for a longer one.
  package init?(_ text: ByteSlice) {
    var isTooLong = false
    self.init(text, &isTooLong)
  }

  /// The time span of a record's value: a text, or seconds as a number; nil for a negative number, and for any other value.
  package init?(_ value: Value) {
    switch value.kind {
    case .string: self.init(value.text)
    case .integer, .decimal:
      guard let seconds = value.number?.double, seconds >= 0, seconds < 9e12 else { return nil }
      self.init(microseconds: Int64((seconds * 1_000_000).rounded()))
    case .missing, .null, .bool, .array, .object: return nil
    }
  }

  private init?(_ text: ByteSlice, _ isTooLong: inout Bool) {
    var index = 0
    var whole: Int64 = 0
    while index < text.count, let digit = text.digit(at: index) {
      let (scaled, tooBig) = whole.multipliedReportingOverflow(by: 10)
      let (sum, tooBigToo) = scaled.addingReportingOverflow(digit)
      isTooLong = isTooLong || tooBig || tooBigToo
      whole = isTooLong ? .max : sum
      index += 1
    }
    guard index > 0 else { return nil }
    var fraction: Int64 = 0
    var scale: Int64 = 1
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      while index < text.count, let digit = text.digit(at: index) {
        if scale < 1_000_000 {
          fraction = fraction * 10 + digit
          scale *= 10
        }
        index += 1
      }
      guard index > first else { return nil }
    }
    let unit = text[index..<text.count]
    let microseconds: Int64
    switch unit {
    case _ where unit == "ms": microseconds = 1_000
    case _ where unit == "s": microseconds = 1_000_000
    case _ where unit == "m": microseconds = 60_000_000
    case _ where unit == "h": microseconds = 3_600_000_000
    case _ where unit == "d": microseconds = 86_400_000_000
    default: return nil
    }
    let (product, tooBig) = whole.multipliedReportingOverflow(by: microseconds)
    // At most 999,999 millionths of a day, far from overflowing.
    let (sum, tooBigToo) = product.addingReportingOverflow(fraction * microseconds / scale)
    isTooLong = isTooLong || tooBig || tooBigToo
    self.microseconds = isTooLong ? .max : sum
  }

  /// Orders by length.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.microseconds < right.microseconds }
}

extension TimeSpan {
  /// The duration in the largest unit without a fraction, as in a rule file; empty for zero.
  package var shortText: String {
    guard microseconds > 0 else { return "" }
    let units: [(String, Int64)] = [
      ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1_000),
    ]
    for (unit, length) in units where microseconds % length == 0 { return "\(microseconds / length)\(unit)" }
    return "\(Double(microseconds) / 1_000)ms"
  }
}

extension ByteSlice {
  fileprivate func digit(at index: Int) -> Int64? {
    let digit = Int64(self[index]) - 0x30
    return digit >= 0 && digit <= 9 ? digit : nil
  }
}
