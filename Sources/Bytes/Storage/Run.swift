/// A run of places in a table, as plain data; the standard library's Range is not bitwise copyable.
@usableFromInline package struct Run: BitwiseCopyable, Equatable, RandomAccessCollection, Sendable {
  /// The first place, and the one after the last.
  @usableFromInline package let startIndex: Int32
  @usableFromInline package let endIndex: Int32

  @inlinable @inline(__always)
  package init(_ range: Range<Int32>) {
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  @inlinable @inline(__always)
  package subscript(position: Int32) -> Int32 { position }

  @inlinable @inline(__always)
  package func index(after index: Int32) -> Int32 { index + 1 }

  @inlinable @inline(__always)
  package func index(before index: Int32) -> Int32 { index - 1 }

  @inlinable @inline(__always)
  package func index(_ index: Int32, offsetBy distance: Int) -> Int32 { index + Int32(distance) }

  @inlinable @inline(__always)
  package func distance(from start: Int32, to end: Int32) -> Int { Int(end) - Int(start) }
}
