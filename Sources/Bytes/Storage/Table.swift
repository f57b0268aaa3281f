/// A fixed run of plain values that a compiled chain reads without reference counting.
///
/// What keeps it safe: a table is a view; its memory belongs to the chain that made it, which frees it when it
/// ends and never changes it before. Whoever holds tables holds the chain too. Every index is checked.
@usableFromInline package struct Table<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let start: UnsafePointer<Element>
  @usableFromInline package let count: Int

  /// A copy of the elements in memory of its own, until ``free()``.
  @inlinable
  package init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    elements.withUnsafeBufferPointer {
      if let first = $0.baseAddress { memory.initialize(from: first, count: $0.count) }
    }
    start = UnsafePointer(memory)
    count = elements.count
  }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return start[index]
  }

  /// Gives the memory back; no view may be used after.
  @inlinable
  package func free() {
    UnsafeMutablePointer(mutating: start).deallocate()
  }
}

extension Table where Element == UInt8 {
  /// The bytes at a place, for as long as the chain lives.
  @inlinable @inline(__always)
  package func slice(_ place: Place) -> ByteSlice {
    precondition(Int(place.offset) + Int(place.length) <= count)
    return ByteSlice(start: start + Int(place.offset), count: Int(place.length))
  }
}

/// Where a text lies among a chain's bytes.
@usableFromInline
package struct Place: BitwiseCopyable {
  @usableFromInline package let offset: UInt32
  @usableFromInline package let length: UInt32

  @inlinable @inline(__always)
  package init(offset: UInt32, length: UInt32) {
    self.offset = offset
    self.length = length
  }
}
