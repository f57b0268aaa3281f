/// Which responders are drawn where there are too many.
enum DrawnResponders {
  /// The places of at most so many, ascending: those that are wanted most, the first of equals first, with all above them, or
  /// they would hang in the air.
  static func places(_ count: Int, most: Int, parent: (Int) -> Int?, wanted: (Int) -> Int) -> [Int] {
    guard count > most else { return Array(0..<count) }
    let order = (0..<count).map { ($0, wanted($0)) }
      .sorted { left, right in left.1 > right.1 || left.1 == right.1 && left.0 < right.0 }
    var kept: Set<Int> = []
    for (index, _) in order where kept.count < most {
      var chain: [Int] = []
      var next: Int? = index
      while let place = next, !kept.contains(place), chain.count < most {
        chain.append(place)
        next = parent(place)
      }
      let isWhole = next.map { kept.contains($0) } ?? true
      if isWhole, kept.count + chain.count <= most { kept.formUnion(chain) }
    }
    return kept.sorted()
  }
}
