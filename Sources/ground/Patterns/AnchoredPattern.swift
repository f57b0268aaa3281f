/// A pattern that matches from a text's start only, and what the caching extractors of all threads share.
package struct AnchoredPattern: Sendable {
  private let program: Program
  private let groupNames: [(name: String, group: Int)]
  /// Nil if it may match anywhere after all.
  private let classes: ByteClasses?

  package init(_ pattern: Pattern) {
    self.init(pattern.compiled.groupProgram, pattern.node, pattern.groupNames)
  }

  /// - Throws: A ``PatternError`` for the limit `programSize`.
  package init(_ pattern: ParsedPattern, limits: PatternLimits = PatternLimits()) throws(PatternError) {
    let program: Program
    do {
      program = try ProgramCompiler.compile(
        [pattern.node], keepsGroups: true, groupCount: pattern.groupCount, hasClasses: false,
        sizeLimit: limits.programSize)
    } catch {
      throw PatternError.tooLarge(limits, at: 0..<0)
    }
    self.init(program, pattern.node, pattern.groupNames)
  }

  private init(_ program: Program, _ node: SyntaxNode, _ groupNames: [(name: String, group: Int)]) {
    self.program = program
    self.groupNames = groupNames
    classes =
      node.isAnchoredAtStart
      ? ByteClasses(instructions: program.instructions, edges: program.edges) : nil
  }

  /// Makes an extractor for many texts: it caches steps, which takes memory and is many times as fast.
  package func makeExtractor() -> Extractor { Extractor(program, groupNames, cachingWith: classes) }
}
