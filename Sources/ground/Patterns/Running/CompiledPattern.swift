/// Shared by a pattern's copies and searchers.
final class CompiledPattern: Sendable {
  let node: SyntaxNode
  let limits: PatternLimits
  /// The tree for yes-or-no searches: without groups and optional ends.
  let trimmed: SyntaxNode
  let probeProgram: Program
  let plan: ProbePlan
  /// The size of ``groupProgram``.
  let programSize: Int
  let groupCount: Int
  let groupNames: [(name: String, group: Int)]

  init(
    _ node: SyntaxNode, groupCount: Int, groupNames: [(name: String, group: Int)], sourceLength: Int,
    limits: PatternLimits
  ) throws(PatternError) {
    self.node = node
    self.limits = limits
    self.groupCount = groupCount
    self.groupNames = groupNames
    trimmed = node.trimmed
    plan = ProbePlan(trimmed)
    do {
      // Most patterns are never asked for their groups: compiled again for who does.
      programSize = try Self.groupProgram(node, groupCount: groupCount, limits).size
      probeProgram = try ProgramCompiler.compile([trimmed], sizeLimit: limits.programSize)
    } catch {
      throw PatternError.tooLarge(limits, at: 0..<sourceLength)
    }
  }

  /// The program of the searches for groups.
  var groupProgram: Program {
    (try? Self.groupProgram(node, groupCount: groupCount, limits)) ?? Program()
  }

  /// It is simulated, which needs no classes of bytes.
  private static func groupProgram(_ node: SyntaxNode, groupCount: Int, _ limits: PatternLimits)
    throws(ProgramCompiler.TooLarge) -> Program
  {
    try ProgramCompiler.compile(
      [node], keepsGroups: true, groupCount: groupCount, hasClasses: false, sizeLimit: limits.programSize)
  }
}

extension PatternError {
  static func tooLarge(_ limits: PatternLimits, at range: Range<Int>) -> PatternError {
    PatternError(
      "The pattern compiles to more than \(limits.programSize) instructions, the limit “programSize”. "
        + "Repeat less, or use smaller classes.", at: range, limit: .programSize)
  }
}
