/// A range of table indices as plain data; the standard library's Range is not bitwise copyable.
@usableFromInline
package struct IndexRange<Item>: BitwiseCopyable, Equatable, RandomAccessCollection, Sendable {
  @usableFromInline package typealias Index = Bytes.Index<Item>
  /// The first index, and the one after the last.
  @usableFromInline package let startIndex: Index
  @usableFromInline package let endIndex: Index

  @inlinable @inline(__always) init(_ first: Index, _ end: Index) { (startIndex, endIndex) = (first, end) }

  @inlinable @inline(__always) package static var empty: IndexRange { IndexRange(.first, .first) }
  @inlinable @inline(__always) package subscript(position: Index) -> Index { position }
  @inlinable @inline(__always) package func index(after index: Index) -> Index { index + 1 }
  @inlinable @inline(__always) package func index(before index: Index) -> Index { index + -1 }
  @inlinable @inline(__always) package func index(_ from: Index, offsetBy count: Int) -> Index {
    from + count
  }
  @inlinable @inline(__always) package func distance(from start: Index, to end: Index) -> Int { end - start }
}
