package import Source

/// Plain texts that YAML 1.1 (yaml.org/type) reads as other values than YAML 1.2: PyYAML's and Ruby's
/// expressions together.
package enum OldYAML {
  private static let words: Set<String> = {
    let lower = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    return Set(
      lower + lower.map { $0.uppercased() } + lower.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    )
    .union(["~", "=", "<<", ""])
  }()

  package enum Reading: Equatable, Sendable {
    case boolean, null, date, text, mark
    /// A number, with its value if it is a whole one of 64 bits.
    case number(Int64?)
  }

  /// The YAML 1.1 reading of the plain text that YAML 1.2 reads as `content`; nil if they agree.
  package static func reading(of text: String, as content: Node.Content) -> Reading? {
    switch content {
    case .string: ofString(text)
    case .integer, .decimal: ofNumber(text)
    case .null, .bool, .sequence, .mapping: nil
    }
  }

  package static func reading(ofKey text: String) -> Reading? {
    isPlainNumber(text) ? nil : ofString(text)
  }

  static func isPlainNumber(_ text: String) -> Bool {
    if case .integer(let integer)? = YAMLCoreSchema.content(of: text) { "\(integer)" == text } else { false }
  }

  private static func ofString(_ text: String) -> Reading? {
    if words.contains(text) {
      switch text.lowercased() {
      case "", "~", "null": return .null
      case "=", "<<": return .mark
      default: return .boolean
      }
    }
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 128 else { return nil }
    guard
      first.isDigit || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
    else { return nil }
    if isTime(bytes) { return .date }
    return isNumber(bytes) ? .number(wholeNumber(bytes)) : nil
  }

  private static func wholeNumber(_ text: [UInt8]) -> Int64? {
    var digits = String(decoding: text, as: UTF8.self).filter { $0 != "_" }[...]
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    let fields = digits.split(separator: ":", omittingEmptySubsequences: false)
    let radix = digits.hasPrefix("0b") ? 2 : digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0") ? 8 : 10
    var value: Int64 = 0
    for field in fields {
      let isPrefixed = radix == 2 || radix == 16
      guard
        let number = Int64(isPrefixed ? field.dropFirst(2) : field, radix: fields.count > 1 ? 10 : radix)
      else { return nil }
      let (product, isTooBig) = value.multipliedReportingOverflow(by: 60)
      let (sum, isTooBigToo) = product.addingReportingOverflow(number)
      if isTooBig || isTooBigToo { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  private static func ofNumber(_ text: String) -> Reading? {
    var rest = text.utf8[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = Array(rest)
    guard digits.count > 1, digits[0] == UInt8(ascii: "0"), digits[1] != UInt8(ascii: "x") else {
      return hasUnsignedExponent(digits) ? .text : nil
    }
    // 0.5 is a number, 010 is eight, 0o7 and 08 are texts.
    if digits[1] == UInt8(ascii: ".") { return hasUnsignedExponent(digits) ? .text : nil }
    guard digits.allSatisfy({ $0.isDigit && $0 < UInt8(ascii: "8") }) else { return .text }
    let number = Int64(String(decoding: digits, as: UTF8.self), radix: 8)
    // Zero has many notations; fmt writes one.
    return .number(number.map { sign == UInt8(ascii: "-") ? -$0 : $0 })
  }

  /// 1e3 is a string in YAML 1.1, which requires 1.0e+3.
  private static func hasUnsignedExponent(_ digits: [UInt8]) -> Bool {
    if digits.count > 1, digits[1] == UInt8(ascii: "x") { return false }
    guard let mark = digits.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return false }
    guard digits[..<mark].contains(UInt8(ascii: ".")), mark + 1 < digits.count else { return true }
    return digits[mark + 1].isDigit
  }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    var digits = text[...]
    if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard let first = digits.first else { return false }
    if ["inf", "Inf", "INF", "nan", "NaN", "NAN"].contains(where: { digits.elementsEqual(".\($0)".utf8) }) {
      return true
    }
    guard first.isDigit || first == UInt8(ascii: ".") else { return false }
    if first == UInt8(ascii: "0"), digits.count > 2, let mark = digits.dropFirst().first {
      let rest = digits.dropFirst(2)
      switch mark {
      case UInt8(ascii: "b"): return rest.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") }
      // A number in YAML 1.2.
      case UInt8(ascii: "o"), UInt8(ascii: "x"):
        return rest.allSatisfy { $0.isHexDigit || $0 == UInt8(ascii: "_") }
      default: break
      }
    }
    let mark = digits.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = digits[..<(mark ?? digits.endIndex)]
    if let mark {
      var exponent = digits[(mark + 1)...]
      if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") { exponent.removeFirst() }
      guard !exponent.isEmpty, exponent.allSatisfy(\.isDigit) else { return false }
    }
    guard mantissa.count(where: { $0 == UInt8(ascii: ".") }) < 2, mantissa.contains(where: \.isDigit) else {
      return false
    }
    let fields = mantissa.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard fields.dropFirst().allSatisfy(isSixtieth) else { return false }
    return mantissa.allSatisfy {
      $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
    }
  }

  /// A field of a sexagesimal number: 0 to 59, perhaps with a fraction.
  private static func isSixtieth(_ field: ArraySlice<UInt8>) -> Bool {
    let whole = field.prefix { $0 != UInt8(ascii: ".") }
    guard let value = Int(String(decoding: whole, as: UTF8.self)) else { return false }
    return whole.count <= 2 && (0..<60).contains(value)
  }

  /// 2026-11-20, with or without a time.
  private static func isTime(_ text: [UInt8]) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[0].allSatisfy(\.isDigit) else { return false }
    guard (1...2).contains(parts[1].count), parts[1].allSatisfy(\.isDigit) else { return false }
    let day = parts[2].prefix(while: \.isDigit)
    guard (1...2).contains(day.count) else { return false }
    let rest = parts[2].dropFirst(day.count)
    guard let mark = rest.first else { return true }
    let isMark = mark | 0x20 == UInt8(ascii: "t") || mark == 0x20 || mark == 0x09
    return isMark && rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }.first?.isDigit == true
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isHexDigit: Bool { isDigit || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")) }
}
