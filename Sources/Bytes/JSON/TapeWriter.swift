/// Writes entries into the room that a tape has.
///
/// What keeps it safe: whoever makes one sees to it that there is room before it writes, and that the tape neither grows
/// nor ends meanwhile.
struct TapeWriter {
  /// Where the next entry goes.
  private(set) var next: UnsafeMutablePointer<JSONEntry>
  /// How many entries there are.
  private(set) var count: Int32

  /// - Parameter entries: the tape's entries, of which `count` were written.
  @inline(__always)
  init(entries: UnsafeMutablePointer<JSONEntry>, count: Int = 0) {
    next = entries + count
    self.count = Int32(truncatingIfNeeded: count)
  }

  /// The place of the entry that was written last.
  @inline(__always)
  var last: Int32 { count &- 1 }

  /// Writes a value that has nothing in it.
  @inline(__always)
  mutating func write(_ kind: JSONEntry.Kind, offset: Int, length: Int, bits: UInt64 = 0) {
    next.pointee = JSONEntry(
      kind: kind,
      offset: offset,
      length: length,
      end: Int(count &+ 1),
      bits: bits
    )
    took()
  }

  /// Writes a key that was recognized, whose opening quote is at `quote`.
  @inline(__always)
  mutating func write(key: KeyForecast.Node, at quote: Int) {
    let length = key.pointee.pattern.length &- 4
    write(.string, offset: quote &+ 1, length: length, bits: UInt64(key.pointee.number))
  }

  /// Counts an entry that somebody else wrote.
  @inline(__always)
  mutating func took() {
    next += 1
    count &+= 1
  }
}
