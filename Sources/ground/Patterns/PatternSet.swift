/// Several patterns that are run in one pass over a text.
///
/// Compiled once, immutable, and usable by all threads. A pattern's index is its place in ``patterns``.
public struct PatternSet: Sendable {
  /// The patterns by index.
  public let patterns: [Pattern]
  let program: Program
  let limits: PatternLimits

  /// Compiles `patterns` together; duplicates are allowed.
  ///
  /// - Parameter limits: `programSize` applies to all patterns together, and is 1,000,000 by default.
  /// - Throws: A ``PatternError`` with the limit `programSize` and an empty range.
  public init(_ patterns: [Pattern], limits: PatternLimits = PatternLimits(programSize: 1_000_000))
    throws(PatternError)
  {
    self.patterns = patterns
    self.limits = limits
    do {
      program = try ProgramCompiler.compile(
        patterns.map { $0.compiled.trimmed }, sizeLimit: limits.programSize)
    } catch {
      throw PatternError(
        "The patterns compile to more than \(limits.programSize) instructions, the limit “programSize”. "
          + "Use several sets.", at: 0..<0, limit: .programSize)
    }
  }

  /// A searcher for one thread, which finds the patterns that match a text.
  public func makeSearcher() -> SetSearcher { SetSearcher(self) }
}
