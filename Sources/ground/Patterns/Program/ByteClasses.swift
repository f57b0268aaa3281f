/// Equivalence classes of bytes that no instruction of a program distinguishes, which keep automata small.
package struct ByteClasses: Sendable {
  /// One array for all programs that have no classes.
  private static let none = [UInt8](repeating: 0, count: 256)

  private(set) var classOf = ByteClasses.none
  private(set) var count = 1

  init() {}

  init(instructions: [Instruction], edges: [ByteEdge]) {
    var spans = ByteSpans(instructions: instructions, edges: edges)
    for instruction in instructions {
      switch instruction.kind {
      case .byte: spans.separate(instruction.first...instruction.last)
      case .edges:
        spans.separate(edges[Int(instruction.next)..<Int(instruction.next + instruction.other)])
      case .look: spans.separate(instruction.look.separatedBytes)
      case .split, .slot, .match, .fail: break
      }
    }
    (classOf, count) = spans.classes()
  }
}

extension Look {
  fileprivate var separatedBytes: [ClosedRange<UInt8>] {
    switch self {
    case .startOfText, .endOfText: []
    case .startOfLine, .endOfLine: [0x0A...0x0A]
    case .wordBoundary, .notWordBoundary: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    }
  }
}

/// Bounded by the bounds of ranges; classes are split until no instruction distinguishes their spans.
private struct ByteSpans {
  private var spanOf: [Int] = Array(repeating: 0, count: 256)
  private var classOfSpan: [Int]
  /// The spans of each class, those of them in the current set, and the class that receives those.
  private var sizes: [Int]
  private var hits: [Int] = [0]
  private var halves: [Int] = [-1]
  private var torn: [Int] = []

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
        for range in instruction.look.separatedBytes { separate(range.lowerBound, range.upperBound) }
      case .edges, .split, .slot, .match, .fail: break
      }
    }
    var span = 0
    for byte in 1..<256 {
      if starts[byte] { span += 1 }
      spanOf[byte] = span
    }
    classOfSpan = Array(repeating: 0, count: span + 1)
    sizes = [span + 1]
  }

  mutating func separate(_ range: ClosedRange<UInt8>) {
    // The full range distinguishes nothing.
    guard range != 0...255 else { return }
    note(range.lowerBound, range.upperBound)
    split(range.lowerBound, range.upperBound)
    resetHits(range.lowerBound, range.upperBound)
  }

  mutating func separate(_ ranges: [ClosedRange<UInt8>]) {
    for range in ranges { note(range.lowerBound, range.upperBound) }
    for range in ranges { split(range.lowerBound, range.upperBound) }
    for range in ranges { resetHits(range.lowerBound, range.upperBound) }
  }

  mutating func separate(_ edges: ArraySlice<ByteEdge>) {
    for (index, edge) in zip(edges.indices, edges) {
      // Handles all edges to one target together, once.
      if edges[..<index].contains(where: { $0.next == edge.next }) { continue }
      let same = edges[index...].filter { $0.next == edge.next }
      for edge in same { note(edge.first, edge.last) }
      for edge in same { split(edge.first, edge.last) }
      for edge in same { resetHits(edge.first, edge.last) }
    }
  }

  private mutating func note(_ first: UInt8, _ last: UInt8) {
    for span in spanOf[Int(first)]...spanOf[Int(last)] { hits[classOfSpan[span]] += 1 }
  }

  private mutating func split(_ first: UInt8, _ last: UInt8) {
    for span in spanOf[Int(first)]...spanOf[Int(last)] {
      let old = classOfSpan[span]
      guard hits[old] < sizes[old] || halves[old] >= 0 else { continue }
      if halves[old] < 0 {
        halves[old] = sizes.count
        torn.append(old)
        sizes.append(0)
        hits.append(0)
        halves.append(-1)
      }
      let new = halves[old]
      classOfSpan[span] = new
      sizes[old] -= 1
      sizes[new] += 1
      hits[old] -= 1
    }
  }

  private mutating func resetHits(_ first: UInt8, _ last: UInt8) {
    for span in spanOf[Int(first)]...spanOf[Int(last)] { hits[classOfSpan[span]] = 0 }
    for old in torn { halves[old] = -1 }
    torn.removeAll(keepingCapacity: true)
  }

  /// The class of every byte, numbered in the order of the bytes, and the number of classes.
  func classes() -> (classOf: [UInt8], count: Int) {
    var numbers = Array(repeating: -1, count: sizes.count)
    var count = 0
    let classOf = spanOf.map { span in
      let own = classOfSpan[span]
      if numbers[own] < 0 {
        numbers[own] = count
        count += 1
      }
      return UInt8(numbers[own])
    }
    return (classOf, count)
  }
}
