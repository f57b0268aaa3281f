/// A set of Unicode scalars as sorted ranges that neither overlap nor touch.
///
/// It may contain surrogates, for example after a complement; they match no text.
package struct ScalarSet: Hashable, Sendable {
  package private(set) var ranges: [ClosedRange<UInt32>]

  static let lastScalar: UInt32 = 0x10FFFF
  static let empty = ScalarSet([])
  static let all = ScalarSet([0...lastScalar])

  package init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        let upper = max(last.upperBound, range.upperBound)
        self.ranges[self.ranges.count - 1] = last.lowerBound...upper
      } else {
        self.ranges.append(range)
      }
    }
  }

  package init(scalars: [UInt32]) {
    self.init(scalars.map { $0...$0 })
  }

  package init(scalar: UInt32) {
    ranges = [scalar...scalar]
  }

  package var isEmpty: Bool { ranges.isEmpty }

  var only: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  package func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }

  package func union(_ other: ScalarSet) -> ScalarSet {
    ScalarSet(ranges + other.ranges)
  }

  package var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.lastScalar { gaps.append(next...Self.lastScalar) }
    return ScalarSet(gaps)
  }

  private static func firstIndex(in numbers: [UInt32], atLeast limit: UInt32) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var ignoringCase: ScalarSet {
    if let only { return ScalarSet(scalars: CaseFolding.orbit(of: only)) }
    if let last = ranges.last, last.upperBound < 0x80 {
      let scalars = ranges.flatMap { Array($0) }
      return ScalarSet(ranges + scalars.flatMap(CaseFolding.orbit).map { $0...$0 })
    }
    let cased = CaseFolding.cased
    var folds: Set<UInt32> = []
    for range in ranges {
      var index = Self.firstIndex(in: cased, atLeast: range.lowerBound)
      while index < cased.count, cased[index] <= range.upperBound {
        folds.insert(CaseFolding.fold(cased[index]))
        index += 1
      }
    }
    return ScalarSet(ranges + folds.flatMap(CaseFolding.orbit).map { $0...$0 })
  }
}
