extension JSONTape {
  package mutating func scanNumber(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    let isNegative = cursor.current == UInt8(ascii: "-")
    if isNegative { cursor.advance() }

    var digits = Digits()
    switch cursor.current {
    case UInt8(ascii: "0"):
      cursor.advance()
      if cursor.digit != nil { throw JSONFault(.leadingZero, at: cursor.offset - 1) }
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      digits.read(&cursor)
    default:
      throw cursor.numberFault
    }

    let next = cursor.current
    if next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"), let integer = digits.integer(isNegative) {
      append(.integer, from: start, to: cursor.offset, bits: UInt64(bitPattern: integer))
      return
    }

    var exponent = 0
    if next == UInt8(ascii: ".") {
      cursor.advance()
      let fraction = cursor.offset
      digits.read(&cursor)
      exponent = fraction - cursor.offset
      if exponent == 0 { throw cursor.missingDigits }
    }
    if cursor.current | 0x20 == UInt8(ascii: "e") {
      cursor.advance()
      exponent += try cursor.readExponent()
    }
    let value =
      digits.exactValue(exponent: exponent, isNegative: isNegative)
      ?? Double(nearestTo: cursor.text(from: start))
    append(.decimal, from: start, to: cursor.offset, bits: value.bitPattern)
  }

  @inline(__always)
  private mutating func append(_ kind: JSONEntry.Kind, from start: Int, to end: Int, bits: UInt64) {
    entries.append(
      JSONEntry(kind: kind, offset: start, length: end - start, end: entries.count + 1, bits: bits))
  }
}

/// The significant digits of a number, while they fit into 64 bits.
private struct Digits {
  var value: UInt64 = 0
  /// The number of digits, without leading zeros; 19 fit into 64 bits.
  var count = 0

  @inline(__always)
  mutating func read(_ cursor: inout JSONCursor) {
    while let digit = cursor.digit {
      if count > 0 || digit > 0 { count += 1 }
      value = value &* 10 &+ UInt64(digit)
      cursor.advance()
    }
  }

  @inline(__always)
  func integer(_ isNegative: Bool) -> Int64? {
    guard count <= 19 else { return nil }
    if value <= UInt64(Int64.max) { return isNegative ? -Int64(value) : Int64(value) }
    return isNegative && value == UInt64(Int64.max) + 1 ? Int64.min : nil
  }

  /// The value if one rounding of two exact numbers gives it (Clinger's fast path): digits within the 53 bits
  /// of a Double, and one of the 23 powers of ten that a Double represents exactly.
  @inline(__always)
  func exactValue(exponent: Int, isNegative: Bool) -> Double? {
    guard count <= 19 else { return nil }
    if value == 0 { return isNegative ? -0.0 : 0.0 }
    guard value <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let power = exactPowersOfTen[Int(exponent.magnitude)]
    let magnitude = exponent < 0 ? Double(value) / power : Double(value) * power
    return isNegative ? -magnitude : magnitude
  }
}

private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

extension JSONCursor {
  @inline(__always)
  fileprivate var digit: UInt8? {
    let digit = current &- UInt8(ascii: "0")
    return digit <= 9 ? digit : nil
  }

  /// Reads an exponent after its `e`; clamped to a million, far beyond the range of Double.
  fileprivate mutating func readExponent() throws(JSONFault) -> Int {
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { advance() }
    if digit == nil { throw missingDigits }
    var exponent = 0
    while let digit {
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      advance()
    }
    return isNegative ? -exponent : exponent
  }

  fileprivate var missingDigits: JSONFault { JSONFault(.missingDigits, at: min(offset, count)) }

  fileprivate var numberFault: JSONFault {
    current == UInt8(ascii: "I")
      ? JSONFault(.notFinite, at: offset - 1) : missingDigits
  }
}

extension Double {
  /// Beyond the range the largest finite Double, so that every number that was read can be written again.
  package init(nearestTo text: ByteSlice) {
    let value = Double(String(text)) ?? 0
    self = value.isFinite ? value : (value < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}
