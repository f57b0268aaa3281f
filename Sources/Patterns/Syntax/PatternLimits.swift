/// What a pattern may cost, fixed when it is compiled.
///
/// A pattern beyond a limit is refused with a ``PatternError`` that names the limit; a search beyond
/// ``dfaMemory`` goes on, more slowly, and gives the same answer.
public struct PatternLimits: Hashable, Sendable {
  /// The name of a limit, as an error reports it.
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

  /// The longest source text of a pattern, in UTF-8 bytes; 4,096 unless set.
  public var sourceLength: Int
  /// The largest count in `{n,m}`, and the largest product of nested counts; 1,000 unless set.
  public var repetition: Int
  /// How deep groups may nest; 250 unless set, so that a small thread stack is enough.
  public var nesting: Int
  /// The most instructions and byte ranges a compiled pattern may have, counted repetitions written out;
  /// 100,000 unless set (about 2 MB).
  public var programSize: Int
  /// The memory one searcher may use for its automaton, in bytes; 8 MiB unless set.
  ///
  /// At least enough for a few states is always used.
  public var dfaMemory: Int

  /// Limits, each with its default.
  public init(
    sourceLength: Int = 4096,
    repetition: Int = 1000,
    nesting: Int = 250,
    programSize: Int = 100_000,
    dfaMemory: Int = 8 << 20
  ) {
    self.sourceLength = sourceLength
    self.repetition = repetition
    self.nesting = nesting
    self.programSize = programSize
    self.dfaMemory = dfaMemory
  }
}
