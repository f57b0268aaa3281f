package import Counting

/// A kind of error in two streams.
package struct KindChange: Sendable {
  package enum Change: String, Sendable, CaseIterable {
    case new, gone, grown, shrunk, similar
  }

  package let change: Change
  /// Nil if the first stream has no such error; `after` belongs to the second one.
  package let before: KindOutcomes.Kind?
  package let after: KindOutcomes.Kind?
  /// The rate in the second stream divided by that in the first; nil if one has none.
  package let ratio: Decimal?
  package let name: String
  package let id: String

  /// Nil if neither stream has such an error.
  private init?(_ before: KindOutcomes.Kind?, _ after: KindOutcomes.Kind?, _ lengths: ComparedLengths) {
    guard let kind = (before ?? after)?.kind else { return nil }
    (self.before, self.after, name, id) = (before, after, kind.name, kind.id)
    guard let before, let after else {
      (change, ratio) = (before == nil ? .new : .gone, nil)
      return
    }
    ratio = Decimal(lengths.ratio(before.kind.count, after.kind.count))
    change = lengths.change(before.kind.count, after.kind.count)
  }

  /// All kinds of both streams: new ones first, and of each change the most frequent ones.
  static func all(_ before: KindOutcomes, _ after: KindOutcomes, _ lengths: ComparedLengths) -> [KindChange] {
    let earlier = Dictionary(before.kinds.map { ($0.kind.hash, $0) }) { first, _ in first }
    let later = Dictionary(after.kinds.map { ($0.kind.hash, $0) }) { first, _ in first }
    let changes =
      later.compactMap { Self(earlier[$0], $1, lengths) }
      + earlier.filter { later[$0.key] == nil }.compactMap { Self($1, nil, lengths) }
    return Change.allCases.flatMap { change in
      changes.filter { $0.change == change }.sorted {
        ($1.most, $0.name, $0.id) < ($0.most, $1.name, $1.id)
      }
    }
  }

  /// The larger one of both counts.
  private var most: Int { max(before?.kind.count ?? 0, after?.kind.count ?? 0) }
}

extension [KindChange] {
  /// The errors of these kinds in both streams.
  var errors: (before: Int, after: Int) {
    reduce(into: (before: 0, after: 0)) {
      $0.before += $1.before?.kind.count ?? 0
      $0.after += $1.after?.kind.count ?? 0
    }
  }
}

/// The lengths of two streams, by which counts of errors are compared.
struct ComparedLengths {
  /// The second length divided by the first; 1 if one of them is not known.
  private let relative: Double
  let areKnown: Bool
  /// The thresholds of a change.
  static let (errors, factor, deviations) = (10, 2, 3)

  init(_ before: CoveredSpan, _ after: CoveredSpan) {
    if let first = before.length, let second = after.length {
      (relative, areKnown) = (Double(second) / Double(first), true)
    } else {
      (relative, areKnown) = (1, false)
    }
  }

  func ratio(_ before: Int, _ after: Int) -> Double { Double(after) / (Double(before) * relative) }

  /// Tests whether two Poisson rates differ by their counts' square roots (Gu, Ng, Tang, Schucany: Testing the ratio of two
  /// Poisson rates, 2008: statistic W5).
  func change(_ before: Int, _ after: Int) -> KindChange.Change {
    let ratio = ratio(before, after)
    let factor = Double(Self.factor)
    guard max(before, after) >= Self.errors, ratio >= factor || ratio * factor <= 1 else { return .similar }
    let roots = (Double(after) + 0.375).squareRoot() - (relative * (Double(before) + 0.375)).squareRoot()
    let deviations = 2 * roots / (1 + relative).squareRoot()
    guard deviations.magnitude >= Double(Self.deviations) else { return .similar }
    return deviations > 0 ? .grown : .shrunk
  }
}
