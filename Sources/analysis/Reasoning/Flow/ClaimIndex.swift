/// Finds the few claims that may concern given errors among thousands, by the names that they require:
/// domains, then codes and others.
struct ClaimIndex {
  /// Claims that require a text, by dimension; indexed by their other requirements.
  private var named: [Int: [ExactText: ClaimIndex]] = [:]
  /// The claims without further names, in ascending order.
  private var unnamed: [Int] = []

  /// A requirement with more alternatives is not indexed.
  private static let mostNames = 16
  private static let mostLevels = 3

  mutating func add(_ claim: PriorClaims.Claim, at place: Int) { add(claim.takes, at: place) }

  mutating func add(_ signature: Signature?, at place: Int) {
    add(signature?.names(upTo: Self.mostNames).prefix(Self.mostLevels) ?? [], at: place)
  }

  private mutating func add(_ names: ArraySlice<(dimension: Int, texts: [String])>, at place: Int) {
    guard let (dimension, texts) = names.first else {
      unnamed.append(place)
      return
    }
    for text in texts {
      named[dimension, default: [:]][ExactText(text), default: ClaimIndex()].add(names.dropFirst(), at: place)
    }
  }

  /// The places in a range, in order.
  func places(in range: Range<Int>, about signature: Signature) -> [Int] {
    var places: [Int] = []
    add(to: &places, in: range, about: signature)
    // A claim with several names may be found more than once.
    return places.sortedOnce
  }

  private func add(to places: inout [Int], in range: Range<Int>, about signature: Signature) {
    places += unnamed.ascending(in: range)
    for (dimension, byText) in named {
      if let texts = signature.texts(of: dimension), texts.count < byText.count {
        for text in texts { byText[ExactText(text)]?.add(to: &places, in: range, about: signature) }
      } else {
        let set = signature.sets[dimension]
        for (text, index) in byText where set?.texts.contains(text.text) ?? true {
          index.add(to: &places, in: range, about: signature)
        }
      }
    }
  }
}

extension [Int] {
  /// The numbers in ascending order, each once.
  var sortedOnce: [Int] {
    var sorted = self.sorted()
    var last: Int?
    sorted.removeAll { number in
      defer { last = number }
      return number == last
    }
    return sorted
  }

  /// The numbers in a range, of those in ascending order.
  func ascending(in range: Range<Int>) -> ArraySlice<Int> {
    let first = range.lowerBound == 0 ? 0 : partitionIndex { $0 >= range.lowerBound }
    return self[first..<Swift.max(first, partitionIndex { $0 >= range.upperBound })]
  }

  /// The first index in ascending order whose number satisfies a predicate, as all after it do.
  func partitionIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Range<Int> {
  /// Its parts, each longer than the one before: of a long list mostly the start is enough.
  static func windows(before end: Int) -> [Range<Int>] {
    var windows: [Range<Int>] = []
    var (start, length) = (0, 256)
    while start < end {
      let next = Swift.min(end, start + length)
      windows.append(start..<next)
      (start, length) = (next, length * 8)
    }
    return windows
  }
}
