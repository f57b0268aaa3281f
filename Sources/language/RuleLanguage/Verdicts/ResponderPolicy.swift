/// The way a responder evaluates its rules. The first case of each is the default.
public struct ResponderPolicy: Sendable, Equatable, BitwiseCopyable {
  /// The order in which rules are tried.
  public enum Order: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The order of the file.
    case declared
    /// The order from the last to the first.
    case lastFirst
  }

  /// The number of rules that may run.
  public enum Match: String, Sendable, CaseIterable, BitwiseCopyable {
    /// The first whose verdict is an evaluation.
    case first
    /// All that match run; the first evaluation decides.
    case all
  }

  /// The condition for `otherwise`.
  public enum Otherwise: String, Sendable, CaseIterable, BitwiseCopyable {
    /// `otherwise` applies if no rule decided.
    case undecided
    /// `otherwise` applies if no rule matched.
    case unmatched
  }

  /// The time at which `always` runs.
  public enum Always: String, Sendable, CaseIterable, BitwiseCopyable {
    /// Once the outcome is known.
    case after
    /// Right after the responder's own actions, if they completed.
    case inChain
  }

  /// The order in which rules are tried.
  public var order = Order.declared
  /// The number of rules that may run.
  public var match = Match.first
  /// The condition for `otherwise`.
  public var otherwise = Otherwise.undecided
  /// The time at which `always` runs.
  public var always = Always.after

  /// The language's defaults.
  public init() {}
}
