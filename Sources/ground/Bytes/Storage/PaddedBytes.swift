/// Bytes followed by loadable line feeds, so that a scan needs no other bound and wide loads are safe.
///
/// Memory safety: only a ``Buffer`` creates it, with padding in its own memory; valid until the buffer
/// changes or ends. ``start`` is within the bytes or at their end.
@usableFromInline
package struct PaddedBytes: BitwiseCopyable, @unchecked Sendable {
  /// The number of loadable bytes after the last.
  static let padding = 64

  @usableFromInline package let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  package var slice: ByteSlice { ByteSlice(start: start, count: count) }

  /// The bytes from `index` on, with the same padding.
  @inlinable @inline(__always)
  package func suffix(from index: Int) -> PaddedBytes {
    precondition(index >= 0 && index <= count)
    return PaddedBytes(start: start + index, count: count - index)
  }
}

extension Buffer where Element == UInt8 {
  /// The bytes with padding; valid until the buffer changes or ends.
  package mutating func padded() -> PaddedBytes {
    _ = append(upTo: PaddedBytes.padding) { room in
      room.update(repeating: UInt8(ascii: "\n"))
      return 0
    }
    return PaddedBytes(start: base, count: count)
  }
}
