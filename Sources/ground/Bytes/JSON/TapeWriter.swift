/// Writes entries into a tape's reserved room.
///
/// Memory safety: its creator reserves room before each write, and keeps the tape from growing or ending.
@usableFromInline package struct TapeWriter {
  @usableFromInline package var next: UnsafeMutablePointer<JSONEntry>
  @usableFromInline package var count: Int32

  @inlinable @inline(__always)
  package init(entries: UnsafeMutablePointer<JSONEntry>, count: Int = 0) {
    next = entries + count
    self.count = Int32(truncatingIfNeeded: count)
  }

  @inlinable @inline(__always)
  package var last: TapeIndex { TapeIndex(count &- 1) }

  @inlinable @inline(__always)
  package mutating func write(_ kind: JSONEntry.Kind, offset: Int, length: Int, bits: UInt64 = 0) {
    next.pointee = JSONEntry(kind: kind, offset: offset, length: length, end: Int(count &+ 1), bits: bits)
    took()
  }

  @inlinable @inline(__always)
  package mutating func took() {
    next += 1
    count &+= 1
  }
}
