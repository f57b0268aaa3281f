internal import Bytes

/// The severity of an error: eight levels, from least to worst.
public enum Severity: UInt8, Sendable, CaseIterable, Comparable, BitwiseCopyable {
  case trace, debug, info, notice, warning, error, critical, fatal

  /// The level's name.
  public var name: String { Self.names[Int(rawValue)] }
  /// The names by raw value. Reflection would be as slow as reading some rules.
  static let names = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "fatal",
  ]

  /// The level with a name.
  public init?(name: String) {
    guard let level = Severity.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// The level of an OpenTelemetry severity number, 1 to 24 (logs data model, "Field: SeverityNumber").
  public init?(number: Int64) {
    switch number {
    case 1...4: self = .trace
    case 5...8: self = .debug
    case 9: self = .info
    case 10...12: self = .notice
    case 13...16: self = .warning
    case 17: self = .error
    case 18...20: self = .critical
    case 21...24: self = .fatal
    default: return nil
    }
  }

  /// Levels in a stream come in no order, and branches would be mispredicted: the word is compared with the
  /// only level that it may be.
  @inline(__always)
  init?(word: ByteSlice) {
    guard word.count <= 8 else { return nil }
    let packed = word.packed
    // The bytes of a word as one little-endian number.
    let (level, name): (Severity, UInt64) =
      switch Self.place(of: packed) {
      case 1: (.notice, 0x6563_6974_6F6E)
      case 2: (.info, 0x6F66_6E69)
      case 6: (.debug, 0x67_7562_6564)
      case 8: (.critical, 0x6C61_6369_7469_7263)
      case 10: (.trace, 0x65_6361_7274)
      case 11: (.warning, 0x67_6E69_6E72_6177)
      case 12: (.error, 0x72_6F72_7265)
      default: (.fatal, 0x6C_6174_6166)
      }
    // Trailing zeros would be invisible.
    guard packed == name, (71 - packed.leadingZeroBitCount) >> 3 == word.count else { return nil }
    self = level
  }

  /// A number below 16, unique for each of the eight words; the factor was found by search.
  @inline(__always)
  private static func place(of packed: UInt64) -> UInt64 { (packed &* 0xBF58_476D_1CE4_E5B9) >> 60 }

  /// Orders by severity.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
