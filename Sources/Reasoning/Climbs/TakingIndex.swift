/// Finds those of many takings that may take something of the errors asked about: by the names that they ask for, such as
/// domains, and below each by further ones, such as codes, so that ten thousand rules about other names cost nothing.
struct TakingIndex {
  /// By dimension, then by text: the takings that ask for it there, by what else they ask for.
  private var named: [Int: [ExactText: TakingIndex]] = [:]
  /// Those that ask for no more names, ascending.
  private var unnamed: [Int] = []

  /// What asks for more names than this is looked at like what asks for none.
  private static let mostNames = 16
  /// How many names of one taking are gone by.
  private static let mostLevels = 3

  /// Adds the taking at the next place.
  mutating func add(_ taking: Takings.Taking, at place: Int) { add(taking.takes, at: place) }

  /// Adds what has a signature, where one is known.
  mutating func add(_ signature: Signature?, at place: Int) {
    add(signature?.names(upTo: Self.mostNames).prefix(Self.mostLevels) ?? [], at: place)
  }

  private mutating func add(_ names: ArraySlice<(dimension: Int, texts: [String])>, at place: Int) {
    guard let (dimension, texts) = names.first else {
      unnamed.append(place)
      return
    }
    for text in texts {
      named[dimension, default: [:]][ExactText(text), default: TakingIndex()].add(
        names.dropFirst(),
        at: place
      )
    }
  }

  /// The places before `end`, in order, of the takings that may take something of what a signature is of.
  func places(before end: Int, about signature: Signature) -> [Int] {
    var places: [Int] = []
    add(to: &places, before: end, about: signature)
    // What asks for several names of which several are asked about is met more than once.
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
        let asked = signature.sets[dimension]
        for (text, index) in byText where asked?.texts.contains(text.text) ?? true {
          index.add(to: &places, before: end, about: signature)
        }
      }
    }
  }

  /// How many of ascending places are before `end`.
  private static func count(_ places: [Int], before end: Int) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < end { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
