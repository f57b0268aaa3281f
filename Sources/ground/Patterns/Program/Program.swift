/// One or more patterns compiled to instructions over bytes: a nondeterministic automaton.
package struct Program: Sendable {
  var instructions: [Instruction] = []
  var edges: [ByteEdge] = []
  /// Matches at the start of the text only.
  var start: UInt32 = 0
  /// May also match at any later place.
  var searchStart: UInt32 = 0
  /// Two for each group and two for the whole match.
  var slotCount = 0
  var patternCount = 1
  var classes = ByteClasses()
  var hasLooks = false

  var size: Int { instructions.count + edges.count }
}
