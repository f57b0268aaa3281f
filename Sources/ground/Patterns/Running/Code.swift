/// A program prepared for running: a searcher's own copy, read without reference counting or bounds checks.
struct Code: ~Copyable {
  private var instructions = Table<Instruction>()
  private var edges = Table<ByteEdge>()
  let start: UInt32
  let searchStart: UInt32

  init(_ program: Program) {
    start = program.start
    searchStart = program.searchStart
    for instruction in program.instructions { instructions.append(instruction) }
    for edge in program.edges { edges.append(edge) }
  }

  var count: Int { instructions.count }

  @inline(__always)
  subscript(place: UInt32) -> Instruction { instructions[Int(place)] }

  func target(of instruction: Instruction, on byte: UInt8) -> UInt32? {
    var low = Int(instruction.next)
    var high = low + Int(instruction.other)
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if edges[middle].last < byte { low = middle + 1 } else { high = middle }
    }
    return low < end && edges[low].first <= byte ? edges[low].next : nil
  }
}
