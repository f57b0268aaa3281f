/// A run of places in a table, as plain data; the standard library's Range is not bitwise copyable.
struct Run: BitwiseCopyable, RandomAccessCollection, Sendable {
  /// The first place, and the one after the last.
  let startIndex: Int32
  let endIndex: Int32

  init(_ range: Range<Int32>) {
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  subscript(position: Int32) -> Int32 { position }

  func index(after index: Int32) -> Int32 { index + 1 }

  func index(before index: Int32) -> Int32 { index - 1 }

  func index(_ index: Int32, offsetBy distance: Int) -> Int32 { index + Int32(distance) }

  func distance(from start: Int32, to end: Int32) -> Int { Int(end) - Int(start) }
}

/// From the first place up to the one after the last.
func ..< (first: Int32, end: Int32) -> Run {
  Run(Range(uncheckedBounds: (first, end)))
}
