/// How bad an error is: the contract's eight levels, least to worst.
public enum Severity: UInt8, Sendable, CaseIterable, Comparable, BitwiseCopyable {
  case trace, debug, info, notice, warning, error, critical, fatal

  /// The level's word.
  public var name: String { Self.names[Int(rawValue)] }
  /// By raw value. Reflection would say the same, and take as long as to read some rules.
  static let names = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "fatal",
  ]

  /// The level a word names.
  public init?(name: String) {
    guard let level = Severity.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  /// The level of an OpenTelemetry severity number, 1 to 24
  /// (OpenTelemetry logs data model, "Field: SeverityNumber", in the eight bands of the rule language).
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

  /// The level that the bytes of a word name.
  @inline(__always)
  init?(word: ByteSlice) {
    guard word.count <= 8 else { return nil }
    // The bytes as one number, the first one lowest.
    switch (word.packed, word.count) {
    case (0x72_6F72_7265, 5): self = .error
    case (0x67_6E69_6E72_6177, 7): self = .warning
    case (0x6C61_6369_7469_7263, 8): self = .critical
    case (0x6C_6174_6166, 5): self = .fatal
    case (0x6F66_6E69, 4): self = .info
    case (0x6563_6974_6F6E, 6): self = .notice
    case (0x67_7562_6564, 5): self = .debug
    case (0x65_6361_7274, 5): self = .trace
    default: return nil
    }
  }

  /// Order by badness.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
