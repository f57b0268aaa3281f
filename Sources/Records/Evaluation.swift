/// What an app does with an error once it is answered.
public enum Evaluation: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// Go on as if nothing had happened.
  case proceed
  /// Try the operation again.
  case retry
  /// Give the operation up quietly.
  case cancel
  /// Stop what the operation belongs to.
  case abort

  /// The evaluation's word.
  public var name: String { Self.names[Int(rawValue)] }
  /// By raw value. Reflection would say the same, and take as long as to read some rules.
  static let names = [
    "proceed", "retry", "cancel", "abort",
  ]

  /// The evaluation a word names.
  public init?(name: String) {
    guard let evaluation = Evaluation.allCases.first(where: { $0.name == name }) else { return nil }
    self = evaluation
  }
}
