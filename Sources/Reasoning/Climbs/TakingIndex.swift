/// Finds those of many takings that may take something of the errors asked about: by the names that they ask for, such as
/// domains, so that ten thousand rules about other domains cost nothing.
struct TakingIndex {
  /// By dimension, then by text: the places of the takings that ask for it there.
  private var named: [Int: [ExactText: [Int]]] = [:]
  /// Those that ask for no names.
  private var unnamed: [Int] = []

  /// What asks for more names than this is looked at like what asks for none.
  private static let mostNames = 16

  /// Adds the taking at the next place.
  mutating func add(_ taking: ResponderWalk.Taking, at place: Int) { add(taking.takes, at: place) }

  /// Adds what has a signature, where one is known.
  mutating func add(_ signature: Signature?, at place: Int) {
    guard let (dimension, texts) = signature?.names(upTo: Self.mostNames) else {
      unnamed.append(place)
      return
    }
    for text in texts { named[dimension, default: [:]][ExactText(text), default: []].append(place) }
  }

  /// The places before `end`, in order, of the takings that may take something of what a signature is of.
  func places(before end: Int, about signature: Signature) -> [Int] {
    var places = unnamed[..<Self.count(unnamed, before: end)]
    for (dimension, byText) in named {
      if let texts = signature.texts(of: dimension) {
        for text in texts {
          if let own = byText[ExactText(text)] { places += own[..<Self.count(own, before: end)] }
        }
      } else {
        for own in byText.values { places += own[..<Self.count(own, before: end)] }
      }
    }
    return places.sorted()
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
