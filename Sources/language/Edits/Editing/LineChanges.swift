struct LineChange {
  let old: Range<Int>
  let new: Range<Int>
}

/// The fewest changes (E. Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986), or, if too little
/// is common, everything between the common beginning and end.
enum LineChanges {
  private static let limit = 1_000

  /// The lines of a text with their line feeds.
  static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  static func between(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [LineChange] {
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var end = 0
    while end < old.count - start, end < new.count - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func numbered(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [Int] {
      lines.map { line in
        let number = numbers[line] ?? numbers.count
        numbers[line] = number
        return number
      }
    }
    let a = numbered(old[start..<(old.count - end)])
    let b = numbered(new[start..<(new.count - end)])
    return changes(between: kept(a, b) + [(a.count, b.count)], from: start)
  }

  private static func changes(between kept: [(old: Int, new: Int)], from start: Int) -> [LineChange] {
    var changes: [LineChange] = []
    var (old, new) = (0, 0)
    for pair in kept {
      if pair.old > old || pair.new > new {
        let change = LineChange(
          old: (start + old)..<(start + pair.old), new: (start + new)..<(start + pair.new))
        changes.append(change)
      }
      (old, new) = (pair.old + 1, pair.new + 1)
    }
    return changes
  }

  private static func kept(_ a: [Int], _ b: [Int]) -> [(old: Int, new: Int)] {
    let most = min(a.count + b.count, limit)
    // The furthest line of `a` on each diagonal; both begin on the middle one.
    let middle = most + 1
    var furthest = [Int](repeating: -1, count: 2 * most + 3)
    furthest[middle + 1] = 0
    var rounds: [ArraySlice<Int>] = []
    for distance in 0...most {
      rounds.append(furthest[(middle - distance - 1)...(middle + distance + 1)])
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        var x = Self.start(furthest[...], middle + diagonal).x
        while x < a.count, x - diagonal < b.count, a[x] == b[x - diagonal] { x += 1 }
        furthest[middle + diagonal] = x
        if x >= a.count, x - diagonal >= b.count { return trace(rounds, middle, (a.count, b.count)) }
      }
    }
    return []
  }

  /// A deletion from the diagonal below, or an insertion from the one above.
  private static func start(_ furthest: ArraySlice<Int>, _ diagonal: Int) -> (x: Int, from: Int) {
    let (below, above) = (furthest[diagonal - 1], furthest[diagonal + 1])
    return below < above ? (above, diagonal + 1) : (below + 1, diagonal - 1)
  }

  private static func trace(_ rounds: [ArraySlice<Int>], _ middle: Int, _ end: (x: Int, y: Int)) -> [(
    old: Int, new: Int
  )] {
    var kept: [(old: Int, new: Int)] = []
    var (x, y) = end
    for (distance, furthest) in rounds.enumerated().reversed() {
      let diagonal = x - y
      let begin = start(furthest, middle + diagonal)
      while x > max(begin.x, 0), y > max(begin.x - diagonal, 0) {
        (x, y) = (x - 1, y - 1)
        kept.append((x, y))
      }
      guard distance > 0 else { break }
      x = furthest[begin.from]
      y = x - (begin.from - middle)
    }
    return kept.reversed()
  }
}
