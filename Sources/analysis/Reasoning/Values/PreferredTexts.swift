/// Texts to try first, in order.
struct PreferredTexts: Sendable {
  static let none = PreferredTexts([])

  private let texts: [ExactText]
  /// The places of many texts; the first of equal ones.
  private var places: [ExactText: Int] = [:]
  /// The places of many texts, ordered by the bytes of the texts.
  private var ordered: [Int] = []
  private static let many = 16

  init(_ texts: [String]) {
    let texts = texts.map { ExactText($0) }
    self.texts = texts
    guard texts.count > Self.many else { return }
    places = Dictionary(texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    ordered = texts.indices.sorted { Self.isBefore(texts[$0].text, texts[$1].text) }
  }

  /// The first one in a part of a set.
  func first(in part: TextSet.Part) -> String? {
    guard texts.count > Self.many else { return texts.first { part.contains($0) }?.text }
    if part.isFinite {
      guard part.texts.count < texts.count else { return texts.first { part.contains($0) }?.text }
      return part.texts.compactMap { places[$0] }.min().map { texts[$0].text }
    }
    // Of thousands of texts, few have the prefix.
    let prefixes = part.wanted.compactMap { $0.knownPrefix }
    guard let prefix = prefixes.max(by: { $0.utf8.count < $1.utf8.count }), !prefix.isEmpty else {
      return texts.first { part.contains($0) }?.text
    }
    return places(with: prefix).filter { part.contains(texts[$0]) }.min().map { texts[$0].text }
  }

  private func places(with prefix: String) -> ArraySlice<Int> {
    var (low, high) = (ordered.startIndex, ordered.endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if Self.isBefore(texts[ordered[middle]].text, prefix) { low = middle + 1 } else { high = middle }
    }
    let end = ordered[low...].firstIndex { !texts[$0].text.utf8.starts(with: prefix.utf8) }
    return ordered[low..<(end ?? ordered.endIndex)]
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
