package import Records

package struct RecordTimes: Sendable, Equatable {
  package private(set) var first: Timestamp?
  package private(set) var last: Timestamp?
  package private(set) var count = 0

  init() {}

  init(first: Timestamp, last: Timestamp, count: Int) {
    self.first = first
    self.last = last
    self.count = count
  }

  static func += (left: inout RecordTimes, right: RecordTimes) {
    guard let first = right.first, let last = right.last else { return }
    left.first = left.first.map { min($0, first) } ?? first
    left.last = left.last.map { max($0, last) } ?? last
    left.count += right.count
  }
}
