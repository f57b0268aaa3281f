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

  /// The places below `end`, in order.
  func places(before end: Int, about signature: Signature) -> [Int] {
    var places: [Int] = []
    add(to: &places, before: end, about: signature)
    // A claim with several names may be found more than once.
    places.sort()
    var last = -1
    places.removeAll { place in
      defer { last = place }
      return place == last
    }
    return places
  }

  private func add(to places: inout [Int], before end: Int, about signature: Signature) {
    places += unnamed[..<Self.count(unnamed, before: end)]
    for (dimension, byText) in named {
      if let texts = signature.texts(of: dimension), texts.count < byText.count {
        for text in texts { byText[ExactText(text)]?.add(to: &places, before: end, about: signature) }
      } else {
        let set = signature.sets[dimension]
        for (text, index) in byText where set?.texts.contains(text.text) ?? true {
          index.add(to: &places, before: end, about: signature)
        }
      }
    }
  }

  private static func count(_ places: [Int], before end: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < end { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
