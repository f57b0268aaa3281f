/// A run of places in a table, as plain data; the standard library's Range is not bitwise copyable.
@usableFromInline package struct Run<Item>: BitwiseCopyable, Equatable, RandomAccessCollection, Sendable {
  /// The first place, and the one after the last.
  @usableFromInline package let startIndex: Bytes.Index<Item>
  @usableFromInline package let endIndex: Bytes.Index<Item>

  @inlinable @inline(__always)
  init(from first: Bytes.Index<Item>, to end: Bytes.Index<Item>) {
    startIndex = first
    endIndex = end
  }

  @inlinable @inline(__always)
  package static var empty: Run { Run(from: .first, to: .first) }

  @inlinable @inline(__always)
  package subscript(position: Bytes.Index<Item>) -> Bytes.Index<Item> { position }

  @inlinable @inline(__always)
  package func index(after index: Bytes.Index<Item>) -> Bytes.Index<Item> { index + 1 }

  @inlinable @inline(__always)
  package func index(before index: Bytes.Index<Item>) -> Bytes.Index<Item> { index + -1 }

  @inlinable @inline(__always)
  package func index(_ index: Bytes.Index<Item>, offsetBy distance: Int) -> Bytes.Index<Item> {
    index + distance
  }

  @inlinable @inline(__always)
  package func distance(from start: Bytes.Index<Item>, to end: Bytes.Index<Item>) -> Int { end - start }
}
