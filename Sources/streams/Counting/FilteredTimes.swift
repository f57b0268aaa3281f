package import Records

/// The span of the records that a selection by time leaves out.
package struct FilteredTimes: Sendable, Equatable {
  package private(set) var first: Timestamp?
  package private(set) var last: Timestamp?

  package init() {}

  package mutating func note(_ time: Timestamp) {
    first = first.map { min($0, time) } ?? time
    last = last.map { max($0, time) } ?? time
  }

  static func += (left: inout FilteredTimes, right: FilteredTimes) {
    guard let first = right.first, let last = right.last else { return }
    left.note(first)
    left.note(last)
  }
}
