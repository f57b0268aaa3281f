internal import RuleEngine

/// Moments as records write them.
enum VirtualTime {
  /// The years 0 to 9999, in microseconds since 1970.
  static let possible: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

  /// A moment as RFC 3339 has it, in UTC, with as many digits as it needs.
  static func text(_ microseconds: Int64) -> String { Timestamp(microseconds: microseconds).text }

  /// The moment that a text says, in microseconds since 1970, or nil.
  static func moment(_ text: String) -> Int64? {
    Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
  }
}
