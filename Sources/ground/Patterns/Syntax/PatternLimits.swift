/// The limits of a pattern, fixed when it is compiled.
///
/// Beyond a limit, a pattern is rejected with a ``PatternError`` that names it; beyond ``dfaMemory``, a
/// search continues more slowly with the same result.
public struct PatternLimits: Hashable, Sendable {
  /// The name of a limit, as in an error.
  public enum Name: String, Hashable, Sendable {
    /// ``PatternLimits/sourceLength``.
    case sourceLength
    /// ``PatternLimits/repetition``.
    case repetition
    /// ``PatternLimits/nesting``.
    case nesting
    /// ``PatternLimits/programSize``.
    case programSize
  }

  /// The longest source text of a pattern, in UTF-8 bytes; default 4,096.
  public var sourceLength: Int
  /// The largest count in `{n,m}`, and the largest product of nested counts; default 1,000.
  public var repetition: Int
  /// The deepest nesting of groups; default 250, for which a small thread stack is enough.
  public var nesting: Int
  /// The most instructions and byte ranges, with counted repetitions expanded; default 100,000 (about 2 MB).
  public var programSize: Int
  /// The memory of one searcher's automaton, in bytes; default 8 MiB. A few states are always kept.
  public var dfaMemory: Int

  /// Limits, with default values.
  public init(
    sourceLength: Int = 4096, repetition: Int = 1000, nesting: Int = 250, programSize: Int = 100_000,
    dfaMemory: Int = 8 << 20
  ) {
    self.sourceLength = sourceLength
    self.repetition = repetition
    self.nesting = nesting
    self.programSize = programSize
    self.dfaMemory = dfaMemory
  }
}
