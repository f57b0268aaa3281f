/// A borrowed run of bytes: a pointer and a count, free to copy, without reference counting.
///
/// Memory safety: a slice must not outlive its owner: a ``JSONTape`` (until its next scan), a ``Buffer``
/// (until it grows), or the tables of a compiled chain. Every access checks its index.
@usableFromInline
package struct ByteSlice: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline package let start: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  /// `count` bytes from `start`, which must stay valid and unchanged while the slice is used.
  @inlinable @inline(__always)
  package init(start: UnsafePointer<UInt8>, count: Int) {
    precondition(count >= 0)
    self.start = start
    self.count = count
  }

  /// The bytes of a literal, which live as long as the program.
  @inlinable @inline(__always)
  package init(_ literal: StaticString) {
    self.init(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
  }

  @inlinable
  package init(_ buffer: UnsafeRawBufferPointer) {
    guard let base = buffer.baseAddress else {
      self.init("")
      return
    }
    self.init(start: base.assumingMemoryBound(to: UInt8.self), count: buffer.count)
  }

  @inlinable @inline(__always)
  package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return start[index]
  }

  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> ByteSlice {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return ByteSlice(start: start + range.lowerBound, count: range.count)
  }

  /// Eight bytes from `index` on, little-endian.
  @inlinable @inline(__always)
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index + 8 <= count)
    return UInt64(littleEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
  }

  /// Four bytes from `index` on, in memory order.
  @inlinable @inline(__always)
  func half(at index: Int) -> UInt32 {
    precondition(index >= 0 && index + 4 <= count)
    return UnsafeRawPointer(start + index).loadUnaligned(as: UInt32.self)
  }

  /// Up to eight bytes as one little-endian number, unique together with ``count``.
  @inlinable @inline(__always)
  package var packed: UInt64 {
    precondition(count <= 8)
    if count >= 4 {
      // The last four bytes, overlapping.
      let last = UInt64(UInt32(littleEndian: half(at: count - 4)))
      return UInt64(UInt32(littleEndian: half(at: 0))) | last << UInt64(8 * (count - 4))
    }
    if count == 0 { return 0 }
    let (middle, last) = (count / 2, count - 1)
    return UInt64(start[0]) | UInt64(start[middle]) << UInt64(8 * middle)
      | UInt64(start[last]) << UInt64(8 * last)
  }

  @inlinable @inline(__always)
  package var buffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count)
  }

  package func lastIndex(of byte: UInt8, from: Int = 0) -> Int? {
    var index = count - 1
    while index >= from {
      if start[index] == byte { return index }
      index -= 1
    }
    return nil
  }

  @inlinable
  package func hasPrefix(_ prefix: ByteSlice) -> Bool {
    prefix.count <= count && self[0..<prefix.count] == prefix
  }

  @inlinable
  package func hasSuffix(_ suffix: ByteSlice) -> Bool {
    suffix.count <= count && self[(count - suffix.count)..<count] == suffix
  }
}

extension ByteSlice: Equatable {
  @inlinable
  package static func == (left: ByteSlice, right: ByteSlice) -> Bool {
    let count = left.count
    guard count == right.count else { return false }
    guard count >= 8 else {
      if count >= 4 {
        // The last four bytes, overlapping.
        return left.half(at: 0) == right.half(at: 0) && left.half(at: count - 4) == right.half(at: count - 4)
      }
      var index = 0
      while index < count {
        if left.start[index] != right.start[index] { return false }
        index += 1
      }
      return true
    }
    var index = 0
    while index + 8 <= count {
      if left.word(at: index) != right.word(at: index) { return false }
      index += 8
    }
    // The last eight bytes, overlapping.
    return left.word(at: count - 8) == right.word(at: count - 8)
  }

  @inlinable
  package static func == (left: ByteSlice, right: StaticString) -> Bool {
    left == ByteSlice(right)
  }
}

extension String {
  /// A copy of the bytes as a string; invalid UTF-8 becomes U+FFFD.
  package init(_ slice: ByteSlice) {
    self.init(decoding: slice.buffer, as: UTF8.self)
  }
}
