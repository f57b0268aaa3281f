extension ByteSlice {
  /// The integer whose canonical decimal text this is (no sign but a minus, no leading zero), or nil.
  package var canonicalInteger: Int64? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard count > first, count <= 20 else { return nil }
    if self[first] == UInt8(ascii: "0") { return count == 1 ? 0 : nil }
    var value: Int64 = 0
    for index in first..<count {
      let digit = Int64(self[index]) - 0x30
      guard digit >= 0, digit <= 9 else { return nil }
      let (scaled, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, tooBigToo) = scaled.subtractingReportingOverflow(digit)
      if tooBig || tooBigToo { return nil }
      value = sum
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// Decimal, of any size.
  package var isCanonicalInteger: Bool {
    let first = count > 0 && self[0] == UInt8(ascii: "-") ? 1 : 0
    guard count > first else { return false }
    if self[first] == UInt8(ascii: "0") { return count == 1 }
    for index in first..<count where self[index] &- UInt8(ascii: "0") > 9 { return false }
    return true
  }
}
