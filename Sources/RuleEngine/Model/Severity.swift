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
  init?(word: ByteSlice) {
    switch word.count {
    case 4 where word == "info": self = .info
    case 5 where word == "trace": self = .trace
    case 5 where word == "debug": self = .debug
    case 5 where word == "error": self = .error
    case 5 where word == "fatal": self = .fatal
    case 6 where word == "notice": self = .notice
    case 7 where word == "warning": self = .warning
    case 8 where word == "critical": self = .critical
    default: return nil
    }
  }

  /// Order by badness.
  public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
