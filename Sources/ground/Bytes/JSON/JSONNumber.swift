/// A number of YAML or JSON to be written in JSON, digit by digit, without rounding.
package struct JSONNumber {
  /// The digits before and after the point, without needless zeros, and the exponent.
  private let isNegative: Bool
  private let whole: String
  /// Nil without a point.
  private let fraction: String?
  /// The exponent with its sign, without its letter; nil without an exponent.
  private let exponent: String?

  package init(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "-"
    if let sign = rest.first, "+-".contains(sign) { rest.removeFirst() }
    if rest.hasPrefix("0x") || rest.hasPrefix("0o") {
      whole = Self.decimal(rest.dropFirst(2), radix: rest.hasPrefix("0x") ? 16 : 8)
      fraction = nil
      exponent = nil
      return
    }
    let mark = rest.firstIndex { $0 == "e" || $0 == "E" }
    exponent = mark.map { String(rest[rest.index(after: $0)...]) }
    rest = rest[..<(mark ?? rest.endIndex)]
    let point = rest.firstIndex(of: ".")
    let digits = rest[..<(point ?? rest.endIndex)].drop { $0 == "0" }
    whole = digits.isEmpty ? "0" : String(digits)
    fraction = point.map { point in
      let digits = rest[rest.index(after: point)...]
      return digits.isEmpty ? "0" : String(digits)
    }
  }

  package var text: String {
    "\(mantissa)\(exponent.map { "e\($0)" } ?? "")"
  }

  private var mantissa: String {
    "\(isNegative ? "-" : "")\(whole)\(fraction.map { ".\($0)" } ?? "")"
  }

  private static func decimal(_ digits: Substring, radix: Int) -> String {
    // Nine decimal digits per limb, the lowest first.
    var limbs = [0]
    for digit in digits {
      var carry = digit.hexDigitValue ?? 0
      for index in limbs.indices {
        carry += limbs[index] * radix
        limbs[index] = carry % 1_000_000_000
        carry /= 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    return limbs.dropLast().reversed().reduce("\(limbs.last ?? 0)") { text, limb in
      let digits = "\(limb)"
      return text + String(repeating: "0", count: 9 - digits.count) + digits
    }
  }
}
