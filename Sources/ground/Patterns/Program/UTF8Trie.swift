/// The UTF-8 encodings of a set of scalars, as a minimal automaton of byte ranges.
///
/// Every path from node `root` to ``end`` spells one scalar; all but surrogates are spelled by one path.
struct UTF8Trie {
  /// A transition on a byte in `first...last` to `target`: an earlier node, or ``end``.
  struct Edge: Hashable {
    var first: UInt8
    var last: UInt8
    var target: Int
  }

  static let end = -1

  /// The nodes, targets before their predecessors; the last one is the root.
  private(set) var nodes: [[Edge]] = []
  private var known: [[Edge]: Int] = [:]

  init(_ set: ScalarSet) {
    var sequences: [[ClosedRange<UInt8>]] = []
    for range in set.ranges { Self.split(range, into: &sequences) }
    let root = node(for: sequences[...], at: 0)
    // The root must be last; if it is shared, it is the only node of its kind.
    if root != nodes.count - 1 { nodes.append(nodes[root]) }
    known = [:]
  }

  /// A node for the sequences from their byte `depth` on: sorted, with ranges at one place the same or disjoint.
  private mutating func node(for sequences: ArraySlice<[ClosedRange<UInt8>]>, at depth: Int) -> Int {
    var edges: [Edge] = []
    var index = sequences.startIndex
    while index < sequences.endIndex {
      let range = sequences[index][depth]
      var after = index + 1
      while after < sequences.endIndex, sequences[after][depth] == range { after += 1 }
      let isLast = sequences[index].count == depth + 1
      let target = isLast ? Self.end : node(for: sequences[index..<after], at: depth + 1)
      if let last = edges.last, last.target == target, last.last &+ 1 == range.lowerBound {
        edges[edges.count - 1].last = range.upperBound
      } else {
        edges.append(Edge(first: range.lowerBound, last: range.upperBound, target: target))
      }
      index = after
    }
    if let node = known[edges] { return node }
    nodes.append(edges)
    known[edges] = nodes.count - 1
    return nodes.count - 1
  }

  /// Spells exactly the scalars of `range`, without surrogates.
  private static func split(_ range: ClosedRange<UInt32>, into sequences: inout [[ClosedRange<UInt8>]]) {
    for part in sameLength where part.overlaps(range) {
      splitByLength(range.clamped(to: part), into: &sequences)
    }
  }

  /// The scalars by the length of their encoding, without surrogates.
  private static let sameLength: [ClosedRange<UInt32>] = [
    0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
  ]

  private static func splitByLength(
    _ range: ClosedRange<UInt32>, into sequences: inout [[ClosedRange<UInt8>]]
  ) {
    let (first, last) = (range.lowerBound, range.upperBound)
    let length = encoded(first).count
    for following in 1..<max(length, 1) {
      let mask = (UInt32(1) << (6 * UInt32(following))) - 1
      guard first & ~mask != last & ~mask else { continue }
      if first & mask != 0 {
        splitByLength(first...(first | mask), into: &sequences)
        splitByLength((first | mask) + 1...last, into: &sequences)
        return
      }
      if last & mask != mask {
        splitByLength(first...(last & ~mask) - 1, into: &sequences)
        splitByLength((last & ~mask)...last, into: &sequences)
        return
      }
    }
    sequences.append(zip(encoded(first), encoded(last)).map { $0...$1 })
  }

  private static func encoded(_ scalar: UInt32) -> [UInt8] {
    func following(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    return switch scalar {
    case 0...0x7F: [UInt8(scalar)]
    case 0...0x7FF: [0xC0 | UInt8(scalar >> 6), following(0)]
    case 0...0xFFFF: [0xE0 | UInt8(scalar >> 12), following(6), following(0)]
    default: [0xF0 | UInt8(scalar >> 18 & 7), following(12), following(6), following(0)]
    }
  }
}
