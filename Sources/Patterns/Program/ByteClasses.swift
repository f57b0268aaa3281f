/// Bytes that no instruction of a program tells apart share a class, which keeps automata small.
package struct ByteClasses: Sendable {
  /// The class of every byte.
  private(set) var classOf: [UInt8] = Array(repeating: 0, count: 256)
  /// The first byte of every class.
  private(set) var representatives: [UInt8] = [0]

  var count: Int { representatives.count }

  /// One class for all bytes.
  init() {}

  /// The classes of `instructions` and `edges`; every class is a range of bytes.
  init(instructions: [Instruction], edges: [ByteEdge]) {
    var starts = Array(repeating: false, count: 257)
    func separate(_ first: UInt8, _ last: UInt8) {
      starts[Int(first)] = true
      starts[Int(last) + 1] = true
    }
    for edge in edges { separate(edge.first, edge.last) }
    for instruction in instructions {
      switch instruction.kind {
      case .byte: separate(instruction.first, instruction.last)
      case .look:
        switch instruction.look {
        case .startOfText, .endOfText: break
        case .startOfLine, .endOfLine: separate(0x0A, 0x0A)
        case .wordBoundary, .notWordBoundary:
          separate(0x30, 0x39)
          separate(0x41, 0x5A)
          separate(0x5F, 0x5F)
          separate(0x61, 0x7A)
        }
      case .edges, .split, .slot, .match, .fail: break
      }
    }
    for byte in 1..<256 {
      if starts[byte] { representatives.append(UInt8(byte)) }
      classOf[byte] = UInt8(representatives.count - 1)
    }
  }
}
