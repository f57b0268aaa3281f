/// One or more patterns compiled to instructions over bytes: a nondeterministic automaton.
package struct Program: Sendable {
  var instructions: [Instruction] = []
  var edges: [ByteEdge] = []
  /// Where a run at the start of the text begins.
  var start: UInt32 = 0
  /// Where a run begins that may also match from any later place.
  var searchStart: UInt32 = 0
  /// How many places the groups of the pattern remember, two for each group and two for the whole match.
  var slotCount = 0
  var patternCount = 1
  var classes = ByteClasses()
  /// Whether any condition needs the byte after a place.
  var hasLooks = false

  /// What the program costs against ``PatternLimits/programSize``.
  var size: Int { instructions.count + edges.count }
}
