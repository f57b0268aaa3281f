/// The platform of a record's errno numbers.
public enum Platform: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case darwin, linux

  /// The platform's name.
  public var name: String { Self.names[Int(rawValue)] }
  /// The names by raw value. Reflection would be as slow as reading some rules.
  static let names = [
    "darwin", "linux",
  ]

  /// The platform with a name.
  public init?(name: String) {
    guard let platform = Platform.allCases.first(where: { $0.name == name }) else { return nil }
    self = platform
  }
}
