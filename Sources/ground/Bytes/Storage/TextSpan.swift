/// The place of a text among many bytes.
@usableFromInline
package struct TextSpan: BitwiseCopyable {
  @usableFromInline package let offset: UInt32
  @usableFromInline package let length: UInt32

  @inlinable @inline(__always)
  package init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }
}

extension Buffer where Element == UInt8 {
  /// The bytes at a place, valid until the buffer grows or ends.
  @inlinable @inline(__always)
  package func slice(_ place: TextSpan) -> ByteSlice {
    precondition(Int(place.offset) + Int(place.length) <= count)
    return ByteSlice(start: base + Int(place.offset), count: Int(place.length))
  }
}
