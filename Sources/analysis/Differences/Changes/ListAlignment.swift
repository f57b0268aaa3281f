struct ListAlignment {
  /// Pairs of positions, in the new order.
  let pairs: [(old: Int, new: Int)]
  /// Positions in the new list that are out of the old order: the fewest that have to be moved.
  let moved: Set<Int>

  /// - Parameters:
  ///   - old: the old items' names; nil for one without a name, which pairs with an equal text, or else
  ///     with the next one left.
  ///   - oldTexts: the old items as text.
  init(old: [String?], _ oldTexts: [String], new: [String?], _ newTexts: [String]) {
    var partner = [Int?](repeating: nil, count: new.count)
    var free = Set(old.indices)
    func pair(_ position: Int, _ candidate: Int?) {
      guard let candidate, free.remove(candidate) != nil else { return }
      partner[position] = candidate
    }
    let byName = Dictionary(old.indices.compactMap { index in old[index].map { ($0, index) } }) { first, _ in
      first
    }
    for position in new.indices { if let name = new[position] { pair(position, byName[name]) } }
    var byText: [String: [Int]] = [:]
    for index in old.indices.reversed() where old[index] == nil {
      byText[oldTexts[index], default: []].append(index)
    }
    for position in new.indices where new[position] == nil {
      pair(position, byText[newTexts[position]]?.popLast())
    }
    var left = old.indices.filter { old[$0] == nil && free.contains($0) }.makeIterator()
    for position in new.indices where new[position] == nil && partner[position] == nil {
      pair(position, left.next())
    }
    pairs = new.indices.compactMap { position in partner[position].map { (old: $0, new: position) } }
    let kept = Self.longestAscending(pairs.map { $0.old })
    moved = Set(pairs.indices.filter { !kept.contains($0) }.map { [pairs] in pairs[$0].new })
  }

  /// The positions of a longest ascending subsequence (patience sorting, in n log n steps).
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: values.count)
    for position in values.indices {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < values[position] { low = middle + 1 } else { high = middle }
      }
      before[position] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var kept: Set<Int> = []
    var next = tails.last
    while let position = next {
      kept.insert(position)
      next = before[position]
    }
    return kept
  }
}
