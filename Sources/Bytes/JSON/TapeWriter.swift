/// Writes entries into the room that a tape has.
///
/// What keeps it safe: whoever makes one sees to it that there is room before it writes, and that the tape neither grows
/// nor ends meanwhile.
@usableFromInline package struct TapeWriter {
  /// Where the next entry goes.
  @usableFromInline package var next: UnsafeMutablePointer<JSONEntry>
  /// How many entries there are.
  @usableFromInline package var count: Int32

  /// - Parameter entries: the tape's entries, of which `count` were written.
  @inlinable @inline(__always)
  package init(entries: UnsafeMutablePointer<JSONEntry>, count: Int = 0) {
    next = entries + count
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// The place of the entry that was written last.
  @inlinable @inline(__always)
  package var last: TapeIndex { TapeIndex(count &- 1) }

  /// Writes a value that has nothing in it.
  @inlinable @inline(__always)
  package mutating func write(_ kind: JSONEntry.Kind, offset: Int, length: Int, bits: UInt64 = 0) {
    next.pointee = JSONEntry(
      kind: kind,
      offset: offset,
      length: length,
      end: Int(count &+ 1),
      bits: bits
    )
    took()
  }

  /// Counts an entry that somebody else wrote.
  @inlinable @inline(__always)
  package mutating func took() {
    next += 1
    count &+= 1
  }
}
