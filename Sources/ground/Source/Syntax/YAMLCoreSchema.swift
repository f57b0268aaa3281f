internal import Bytes

/// The core schema for plain scalars of YAML 1.2.2, section 10.3.2. Integers are those of 64 bits (`010` is
/// ten, `-0` is 0); other numbers become the nearest finite Double. The rest is strings: `yes`, `1_000`,
/// `0b1`.
package enum YAMLCoreSchema {
  /// The value of `text`, or nil for `.inf` and `.nan`, which rule files don't have.
  package static func content(of text: String) -> Node.Content? {
    guard mayBeMore(text.utf8.first) else { return .string(text) }
    if text.utf8.count <= 5 {
      switch text {
      case "", "~", "null", "Null", "NULL": return .null
      case "true", "True", "TRUE": return .bool(true)
      case "false", "False", "FALSE": return .bool(false)
      case ".nan", ".NaN", ".NAN": return nil
      default: break
      }
    }
    guard let first = text.utf8.first, first < 0x3A, first >= 0x2B else { return .string(text) }
    let bytes = Array(text.utf8)
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let unsigned = bytes[(isSigned ? 1 : 0)...]
    if ["inf", "Inf", "INF"].contains(where: { unsigned.elementsEqual(".\($0)".utf8) }) { return nil }
    if !isSigned, let number = radixNumber(bytes) { return number }
    guard isDecimal(unsigned) else { return .string(text) }
    if unsigned.allSatisfy({ $0.isDigit }), let integer = Int64(text) { return .integer(integer) }
    return .decimal(nearest(bytes))
  }

  /// A text with this first byte, or an empty one, may be other than a string.
  private static func mayBeMore(_ first: UInt8?) -> Bool {
    guard let first else { return true }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
      UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "+")...UInt8(ascii: "9"):
      return true
    default: return false
    }
  }

  private static func radixNumber(_ bytes: [UInt8]) -> Node.Content? {
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "0") else { return nil }
    let radix: Int
    switch bytes[1] {
    case UInt8(ascii: "o"): radix = 8
    case UInt8(ascii: "x"): radix = 16
    default: return nil
    }
    let digits = bytes.dropFirst(2).map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.allSatisfy({ ($0 ?? radix) < radix }) else { return nil }
    if let integer = Int64(String(decoding: bytes.dropFirst(2), as: UTF8.self), radix: radix) {
      return .integer(integer)
    }
    let value = digits.reduce(0.0) { $0 * Double(radix) + Double($1 ?? 0) }
    return .decimal(min(value, .greatestFiniteMagnitude))
  }

  /// `.5`, `1`, `1.`, `1.5`, with or without an exponent.
  private static func isDecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    let whole = rest.dropDigits()
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.dropDigits()
    }
    guard whole + fraction > 0 else { return false }
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest.removeFirst()
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    return rest.dropDigits() > 0 && rest.isEmpty
  }

  private static func nearest(_ bytes: [UInt8]) -> Double {
    bytes.withUnsafeBytes { Double(nearestTo: ByteSlice($0)) }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func dropDigits() -> Int {
    let digits = prefix { $0.isDigit }.count
    removeFirst(digits)
    return digits
  }
}
