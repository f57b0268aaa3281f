/// Bytes that no instruction of a program tells apart share a class, which keeps automata small.
package struct ByteClasses: Sendable {
  /// The class of every byte.
  private(set) var classOf: [UInt8] = Array(repeating: 0, count: 256)
  /// How many classes there are.
  private(set) var count = 1

  /// One class for all bytes.
  init() {}

  /// The classes of `instructions` and `edges`.
  init(instructions: [Instruction], edges: [ByteEdge]) {
    var spans = ByteSpans(instructions: instructions, edges: edges)
    for (index, instruction) in instructions.enumerated() {
      switch instruction.kind {
      case .byte: spans.note(instruction.first, instruction.last, leads: (index, instruction.next))
      case .edges:
        for edge in edges[Int(instruction.next)..<Int(instruction.next + instruction.other)] {
          spans.note(edge.first, edge.last, leads: (index, edge.next))
        }
      case .look:
        for range in instruction.look.bytesToldApart {
          spans.note(
            range.lowerBound,
            range.upperBound,
            leads: (instructions.count, UInt32(instruction.first))
          )
        }
      case .split, .slot, .match, .fail: break
      }
    }
    (classOf, count) = spans.classes()
  }
}

extension Look {
  /// The bytes whose neighbourhood the condition asks for.
  fileprivate var bytesToldApart: [ClosedRange<UInt8>] {
    switch self {
    case .startOfText, .endOfText: []
    case .startOfLine, .endOfLine: [0x0A...0x0A]
    case .wordBoundary, .notWordBoundary: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    }
  }
}

/// Runs of bytes between the ends of any range of a program, with all that a byte of the run can lead to.
private struct ByteSpans {
  /// What one instruction does with a byte.
  private struct Lead: Hashable {
    var instruction: Int
    var next: UInt32
  }

  private var spanOf: [Int] = Array(repeating: 0, count: 256)
  private var leads: [[Lead]]

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
        for range in instruction.look.bytesToldApart { separate(range.lowerBound, range.upperBound) }
      case .edges, .split, .slot, .match, .fail: break
      }
    }
    var span = 0
    for byte in 1..<256 {
      if starts[byte] { span += 1 }
      spanOf[byte] = span
    }
    leads = Array(repeating: [], count: span + 1)
  }

  /// Notes that a byte in `first...last` leads an instruction somewhere.
  mutating func note(_ first: UInt8, _ last: UInt8, leads lead: (instruction: Int, next: UInt32)) {
    let spans = spanOf[Int(first)]...spanOf[Int(last)]
    // What all bytes have in common tells none apart.
    guard spans.count < leads.count else { return }
    let lead = Lead(instruction: lead.instruction, next: lead.next)
    for span in spans where leads[span].last != lead { leads[span].append(lead) }
  }

  /// The class of every byte: one for all spans that lead to the same; and the number of classes.
  func classes() -> (classOf: [UInt8], count: Int) {
    var classes: [[Lead]: UInt8] = [:]
    let classOfSpan = leads.map { leads in
      let known = classes[leads] ?? UInt8(classes.count)
      classes[leads] = known
      return known
    }
    return (spanOf.map { classOfSpan[$0] }, classes.count)
  }
}
