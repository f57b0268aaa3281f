package import Records

package struct AssumedYears: BitwiseCopyable, Sendable, Equatable {
  package enum Source: Sendable, Equatable {
    case option
    /// The day of the file's last change.
    case file(Timestamp)
    case today(Timestamp)
  }

  /// Records with such dates, and their earliest and latest years.
  package private(set) var records = 0
  package private(set) var first = 0
  package private(set) var last = 0

  package init() {}

  mutating func count(_ year: Int) {
    first = records == 0 ? year : min(first, year)
    last = records == 0 ? year : max(last, year)
    records += 1
  }

  package static func += (left: inout Self, right: Self) {
    guard right.records > 0 else { return }
    left.first = left.records == 0 ? right.first : min(left.first, right.first)
    left.last = left.records == 0 ? right.last : max(left.last, right.last)
    left.records += right.records
  }
}
