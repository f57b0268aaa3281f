/// One or more patterns compiled to instructions over bytes: a nondeterministic automaton.
package struct Program: Sendable {
  var instructions: [Instruction] = []
  var edges: [ByteEdge] = []
  /// The start of a run that matches at the start of the text only.
  var start: UInt32 = 0
  /// The start of a run that may also match at any later place.
  var searchStart: UInt32 = 0
  /// The number of stored places: two for each group and two for the whole match.
  var slotCount = 0
  var patternCount = 1
  var classes = ByteClasses()
  /// Whether any condition needs the byte after a place.
  var hasLooks = false

  var size: Int { instructions.count + edges.count }
}
