/// `5 %`, `1/20`, `0.05`, or a number of records with a bound on their draws.
package struct SampleShare: Sendable, Equatable {
  package let text: String
  /// Draws up to this bound are included.
  private let bound: UInt64

  /// A share above 0, up to all; nil for any other text.
  package init?(_ text: String) {
    let trimmed = text.filter { $0 != " " }
    let value: Double
    let parts = trimmed.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let part = Self.number(parts[0]), let whole = Self.number(parts[1]), whole > 0 {
      value = part / whole
    } else if trimmed.hasSuffix("%"), let percent = Self.number(trimmed.dropLast()) {
      value = percent / 100
    } else if parts.count == 1, trimmed.contains("."), let number = Self.number(trimmed[...]) {
      value = number
    } else {
      return nil
    }
    guard value > 0, value <= 1 else { return nil }
    self.text = trimmed
    bound = value == 1 ? .max : UInt64(value * 0x1p64) &- (value * 0x1p64 < 1 ? 0 : 1)
  }

  init(_ text: String, upTo bound: UInt64) {
    self.text = text
    self.bound = bound
  }

  func admits(_ draw: UInt64) -> Bool { draw <= bound }

  /// Depends only on the seed and the record's position: SplitMix64 (Steele, Lea, Flood 2014), one round for
  /// each word.
  static func draw(seed: UInt64, _ stream: UInt64, _ position: UInt64, _ index: UInt64) -> UInt64 {
    mixed(mixed(mixed(mixed(seed) ^ stream) ^ position) ^ index)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }
}
