package import RuleEngine

/// What readers of YAML 1.1 make of plain text that YAML 1.2 takes for a string or for another number.
///
/// The types of YAML 1.1 (yaml.org/type), as the common readers have them: PyYAML's and Ruby's expressions together.
package enum OldYAML {
  private static let words: Set<String> = {
    let lower = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    return Set(
      lower + lower.map { $0.uppercased() } + lower.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    )
    .union(["~", "=", "<<", ""])
  }()

  /// Whether the plain text is something else than a string there.
  package static func isNoString(_ text: String) -> Bool {
    if words.contains(text) { return true }
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 128 else { return false }
    guard
      first.isDigit || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: ".")
    else { return false }
    return isNumber(bytes) || isTime(bytes)
  }

  /// Whether the plain number `text`, which YAML 1.2 reads as `content`, is the same number there.
  package static func isSameNumber(_ text: String, _ content: Node.Content) -> Bool {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
    let digits = Array(rest)
    if digits.count > 1, digits[0] == UInt8(ascii: "0"), digits[1] != UInt8(ascii: "x") {
      // 010 is eight there; 0o7 a string. 0.5 is what it is.
      return digits[1] == UInt8(ascii: ".") && !hasUnsignedExponent(digits)
    }
    return !hasUnsignedExponent(digits)
  }

  /// 1e3 is a string there: it wants 1.0e+3.
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
      // YAML 1.2 has it for a number.
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
    return mantissa.allSatisfy {
      $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
    }
  }

  /// 2026-11-20, with a time or without.
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
