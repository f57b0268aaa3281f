/// Whose errno numbers a record carries.
public enum Platform: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case darwin, linux

  /// The platform's word.
  public var name: String { Self.names[Int(rawValue)] }
  /// By raw value. Reflection would say the same, and take as long as to read some rules.
  static let names = [
    "darwin", "linux",
  ]

  /// The platform a word names.
  public init?(name: String) {
    guard let platform = Platform.allCases.first(where: { $0.name == name }) else { return nil }
    self = platform
  }
}
