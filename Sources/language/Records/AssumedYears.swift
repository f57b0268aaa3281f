package import Bytes

/// Dates without a year that were read as of some years.
package struct AssumedYears: BitwiseCopyable, Sendable, Equatable {
  /// The source of the years.
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

  package mutating func count(_ year: Int) {
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

  package mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &records)
    coder.code(natural: &first)
    coder.code(natural: &last)
  }
}

extension AssumedYears.Source {
  package static func code(_ source: inout Self?, with coder: inout ByteCoder) {
    var kind = 0
    var time: Int64 = 0
    switch source {
    case nil: break
    case .option: kind = 1
    case .file(let day): (kind, time) = (2, day.microseconds)
    case .today(let day): (kind, time) = (3, day.microseconds)
    }
    coder.code(&kind)
    if kind > 1 { coder.code(moment: &time) }
    switch kind {
    case 0: source = nil
    case 1: source = .option
    case 2: source = .file(Timestamp(microseconds: time))
    case 3: source = .today(Timestamp(microseconds: time))
    default: coder.fail()
    }
  }
}
