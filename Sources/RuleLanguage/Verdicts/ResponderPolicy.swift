/// How a responder goes through its rules. The first of each is the default.
public struct ResponderPolicy: Sendable, Equatable, BitwiseCopyable {
  /// In which order rules are asked.
  public enum Order: String, Sendable, CaseIterable, BitwiseCopyable {
    /// As they stand in the file.
    case declared
    /// From the last to the first.
    case lastFirst
  }

  /// How many rules may answer.
  public enum Match: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The first whose verdict is an evaluation.
    case first
    /// All that match run; the first evaluation decides.
    case all
  }

  /// When `otherwise` is asked.
  public enum Otherwise: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Where no rule decided.
    case undecided
    /// Where no rule matched.
    case unmatched
  }

  /// When `always` runs.
  public enum Always: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Once the outcome is known.
    case after
    /// Right after the responder's own actions, if they completed.
    case inChain
  }

  /// In which order rules are asked.
  public var order = Order.declared
  /// How many rules may answer.
  public var match = Match.first
  /// When `otherwise` is asked.
  public var otherwise = Otherwise.undecided
  /// When `always` runs.
  public var always = Always.after

  /// The language's defaults.
  public init() {}
}
