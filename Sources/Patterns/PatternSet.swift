/// Several patterns that are run in one pass over a text.
///
/// A set is compiled once, is immutable, and can be used by all threads. A pattern is identified by its index
/// in the original array.
public struct PatternSet: Sendable {
  /// The patterns, in the order of their indices.
  public let patterns: [Pattern]
  let program: Program
  let limits: PatternLimits

  /// Compiles `patterns` together.
  ///
  /// - Parameters:
  ///   - patterns: The patterns; duplicates are allowed.
  ///   - limits: The limits of the set; `programSize` applies to all patterns together, and is 1,000,000 by default.
  /// - Throws: A ``PatternError`` with the limit `programSize` and an empty range.
  public init(_ patterns: [Pattern], limits: PatternLimits = PatternLimits(programSize: 1_000_000))
    throws(PatternError)
  {
    self.patterns = patterns
    self.limits = limits
    do {
      program = try ProgramCompiler.compile(
        patterns.map { $0.compiled.trimmed },
        sizeLimit: limits.programSize
      )
    } catch {
      throw PatternError(
        "The patterns compile to more than \(limits.programSize) instructions, the limit “programSize”. "
          + "Use several sets.",
        at: 0..<0,
        limit: .programSize
      )
    }
  }

  /// A searcher for one thread, which finds the patterns that match a text.
  public func makeSearcher() -> SetSearcher { SetSearcher(self) }
}
