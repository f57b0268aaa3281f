enum DrawnResponders {
  /// The indices of the most wanted ones in ascending order, the first of equals first, with all responders
  /// above them.
  static func indices(_ count: Int, most: Int, parent: (Int) -> Int?, wanted: (Int) -> Int) -> [Int] {
    guard count > most else { return Array(0..<count) }
    let wishes: [Int] = (0..<count).map { wanted($0) }
    let order: [Int] = (0..<count).sorted { (left: Int, right: Int) -> Bool in
      wishes[left] == wishes[right] ? left < right : wishes[left] > wishes[right]
    }
    var kept: Set<Int> = []
    for index in order where kept.count < most {
      var chain: [Int] = []
      var next: Int? = index
      while let index = next, !kept.contains(index), chain.count < most {
        chain.append(index)
        next = parent(index)
      }
      let isWhole = next.map { kept.contains($0) } ?? true
      if isWhole, kept.count + chain.count <= most { kept.formUnion(chain) }
    }
    return kept.sorted()
  }
}
