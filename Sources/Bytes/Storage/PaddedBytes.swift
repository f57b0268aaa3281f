/// Bytes behind which stand more that may be loaded, all of them line feeds: whoever stops at line feeds needs no other
/// bound, and loads that are wider than what is left stay in the allocation.
///
/// What keeps it safe: only a ``Buffer`` makes one, and has the padding in memory that it owns; like a slice of it,
/// it is valid until the buffer changes or ends. ``start`` lies within the bytes or at their end.
@usableFromInline
package struct PaddedBytes: BitwiseCopyable, @unchecked Sendable {
  /// How many bytes may be loaded behind the last.
  static let padding = 64

  @usableFromInline package let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The bytes themselves, without what stands behind them.
  @inlinable @inline(__always)
  package var slice: ByteSlice { ByteSlice(start: start, count: count) }

  /// The bytes from `index` on, up to and including their end, padded as these are.
  @inlinable @inline(__always)
  package func suffix(from index: Int) -> PaddedBytes {
    precondition(index >= 0 && index <= count)
    return PaddedBytes(start: start + index, count: count - index)
  }
}

extension Buffer where Element == UInt8 {
  /// The bytes written so far, padded; valid until the buffer changes or ends.
  package mutating func padded() -> PaddedBytes {
    _ = append(upTo: PaddedBytes.padding) { room in
      room.update(repeating: UInt8(ascii: "\n"))
      return 0
    }
    return PaddedBytes(start: base, count: count)
  }
}
