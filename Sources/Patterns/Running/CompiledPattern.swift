/// What a pattern is compiled to, shared by its copies and its searchers.
final class CompiledPattern: Sendable {
  let node: SyntaxNode
  let limits: PatternLimits
  /// What yes and no depend on: the tree without groups, and without what may be absent at its ends.
  let trimmed: SyntaxNode
  /// The program of the trimmed tree.
  let probeProgram: Program
  let plan: ProbePlan
  /// The program that remembers groups.
  let groupProgram: Program
  let groupCount: Int
  let groupNames: [(name: String, group: Int)]

  init(
    _ node: SyntaxNode,
    groupCount: Int,
    groupNames: [(name: String, group: Int)],
    sourceLength: Int,
    limits: PatternLimits
  ) throws(PatternError) {
    self.node = node
    self.limits = limits
    self.groupCount = groupCount
    self.groupNames = groupNames
    trimmed = node.trimmed
    plan = ProbePlan(trimmed)
    do {
      // It is simulated, which needs no classes of bytes.
      groupProgram = try ProgramCompiler.compile(
        [node],
        keepsGroups: true,
        groupCount: groupCount,
        hasClasses: false,
        sizeLimit: limits.programSize
      )
      probeProgram = try ProgramCompiler.compile([trimmed], sizeLimit: limits.programSize)
    } catch {
      throw PatternError(
        "The pattern compiles to more than \(limits.programSize) instructions, the limit “programSize”. "
          + "Repeat less, or use smaller classes.",
        at: 0..<sourceLength,
        limit: .programSize
      )
    }
  }
}
