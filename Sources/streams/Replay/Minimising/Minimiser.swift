/// The parts of a list that are left when every part that can go is taken away.
///
/// Parts can go if the others still show what is looked for. This is delta debugging (A. Zeller, R. Hildebrandt,
/// “Simplifying and Isolating Failure-Inducing Input”, IEEE Transactions on Software Engineering 28(2), 2002), after the
/// ends of the list were cut by halving.
package struct Minimiser {
  /// The trials that may still be made.
  package private(set) var trials: Int
  /// Whether no single part of the list that was minimised last can go.
  package private(set) var isSmallest = false

  package init(trials: Int) { self.trials = trials }

  /// Takes a trial that is made elsewhere.
  package mutating func spend() { trials -= 1 }

  /// - Parameters:
  ///   - parts: the list, which shows it.
  ///   - reserve: the trials that stay for later.
  ///   - shows: whether some of the parts, at least one, show it.
  package nonisolated(nonsending) mutating func minimise(
    _ parts: [Int], reserve: Int = 0, _ shows: nonisolated(nonsending) ([Int]) async throws -> Bool
  ) async throws -> [Int] {
    isSmallest = false
    var left = parts
    var size = (parts.count + 1) / 2
    while left.count > 1 {
      let before = left.count
      var start = 0
      while start < left.count, left.count > 1 {
        guard trials > reserve else { return left }
        trials -= 1
        let others = Array(left[..<start] + left[min(start + size, left.count)...])
        if !others.isEmpty, try await shows(others) { left = others } else { start += size }
      }
      if size == 1, left.count == before { break }
      size = max(1, min(size / 2, left.count / 2))
    }
    isSmallest = true
    return left
  }

  /// The list without its end and its beginning, each cut by halving: few trials for a long list, of which little is
  /// left if what is looked for never goes again once it is there.
  package nonisolated(nonsending) mutating func cut(
    _ parts: [Int], _ shows: nonisolated(nonsending) ([Int]) async throws -> Bool
  ) async throws -> [Int] {
    var (low, high) = (0, parts.count)
    while high - low > 1, trials > 0 {
      trials -= 1
      let middle = (low + high) / 2
      if try await shows(Array(parts[..<middle])) { high = middle } else { low = middle }
    }
    let end = high
    (low, high) = (0, end)
    while high - low > 1, trials > 0 {
      trials -= 1
      let middle = (low + high) / 2
      if try await shows(Array(parts[middle..<end])) { low = middle } else { high = middle }
    }
    return Array(parts[low..<end])
  }
}
