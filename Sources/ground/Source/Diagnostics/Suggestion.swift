internal import Bytes

package enum Suggestion {
  /// The equivalent of a known word, or else the closest candidate: at most a third of the letters differ.
  package static func closest(to name: String, among candidates: some Sequence<String>) -> String? {
    if let meaning = KnownWords.meaning(of: name, among: candidates) { return meaning }
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars)
      guard letters.count <= 64 else { continue }
      let allowed = max(1, max(wanted.count, letters.count) / 3)
      guard abs(letters.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, letters)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    // A prefix is enough: “warn” for “warning”; and likelier than three other letters.
    if let best, best.distance <= 2 { return best.name }
    let whole = candidates.first { wanted.count >= 3 && $0.lowercased().hasPrefix(name.lowercased()) }
    return whole ?? best?.name
  }

  /// ` Did you mean “x”?` or, if two are equally close, ` Did you mean “x” or “y”?`; or an empty text.
  package static func question(for name: String, among candidates: some Sequence<String>) -> String {
    // Names are equal if their scalars are; `é` may be one scalar or two.
    if let twin = candidates.first(where: {
      $0 == name && !$0.unicodeScalars.elementsEqual(name.unicodeScalars)
    }) {
      return " “\(twin)” looks the same but has other characters. Copy it from there."
    }
    guard let closest = closest(to: name, among: candidates) else { return "" }
    let letters = Array(name.lowercased().unicodeScalars)
    let best = distance(letters, Array(closest.lowercased().unicodeScalars))
    // A known word and a beginning mean one name.
    let isOne = best > 2 && closest.lowercased().hasPrefix(name.lowercased())
    let other =
      KnownWords.meaning(of: name, among: candidates) == nil && !isOne
      ? candidates.first { candidate in
        let others = Array(candidate.lowercased().unicodeScalars)
        return candidate != closest && candidate != name && others.count <= 64 && best < letters.count
          && abs(others.count - letters.count) <= best && distance(letters, others) == best
      } : nil
    return " Did you mean “\(closest)”\(other.map { " or “\($0)”" } ?? "")?"
  }

  /// The name suggested by ``question(for:among:)`` in a message, if there is exactly one.
  package static func certain(in message: String) -> String? {
    guard let start = message.firstRange(of: " Did you mean “"),
      let end = message[start.upperBound...].firstRange(of: "”?")
    else { return nil }
    let name = message[start.upperBound..<end.lowerBound]
    return name.contains("“") ? nil : String(name)
  }

  /// Whether a word is certainly a misspelling: two wrong letters of six or more, one of fewer, or only
  /// capitals.
  package static func isSlip(_ word: String, of name: String) -> Bool {
    let written = Array(word.lowercased().unicodeScalars)
    let meant = Array(name.lowercased().unicodeScalars)
    guard written.count <= 64, meant.count <= 64, min(written.count, meant.count) > 2 else { return false }
    return distance(written, meant) <= (min(written.count, meant.count) >= 6 ? 2 : 1)
  }

  /// The names nearest to `name`, the nearest first: at most a third of the letters differ.
  package static func nearest(to name: String, among candidates: some Sequence<String>, atMost limit: Int)
    -> [String]
  {
    let wanted = Array(name.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    var near: [(name: String, distance: Int)] = []
    for candidate in candidates where candidate != name {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let allowed = max(1, max(wanted.count, letters.count) / 3)
      guard letters.count <= 64, abs(letters.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, letters)
      // Short names without a common letter are not similar.
      if distance <= allowed, distance < wanted.count { near.append((candidate, distance)) }
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map { $0.name }
  }

  /// The edits between two words, as below.
  package static func distance(of word: String, from name: String) -> Int {
    distance(Array(word.unicodeScalars), Array(name.unicodeScalars))
  }

  /// Insertions, deletions, substitutions and swaps of neighbors (optimal string alignment).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1] + [Int](repeating: 0, count: right.count)
      for (column, other) in right.enumerated() {
        let substitution = previous[column] + (letter == other ? 0 : 1)
        var cost = min(previous[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current[column + 1] = cost
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
