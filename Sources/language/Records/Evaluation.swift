/// The outcome of an error for the code that failed.
public enum Evaluation: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// The error is dealt with; go on in whatever way is natural.
  case proceed
  /// The error is dealt with; do what failed once more (after the delay).
  case retry
  /// The error is dealt with; leave out what would have come next, and stay where you are.
  case cancel
  /// The error was too severe; leave the whole flow or process it happened in.
  case abort

  /// The evaluation's name.
  public var name: String { Self.names[Int(rawValue)] }
  /// The names by raw value. Reflection would be as slow as reading some rules.
  static let names = [
    "proceed", "retry", "cancel", "abort",
  ]

  /// The evaluation with a name.
  public init?(name: String) {
    guard let evaluation = Evaluation.allCases.first(where: { $0.name == name }) else { return nil }
    self = evaluation
  }
}
