extension JSONTape {
  /// Appends the first value of another tape with its contents, copying texts; returns its index. Earlier
  /// texts may become invalid, because the memory may grow.
  package mutating func append(_ other: borrowing JSONTape) -> TapeIndex {
    let first = UInt32(entries.count)
    let sourceStart = UInt32(decoded.count)
    decoded.append(other.source)
    let decodedStart = UInt32(decoded.count)
    decoded.append(other.decoded.slice)
    for index in 0..<Int(other.entries[0].end) {
      let entry = other.entries[index]
      entries.append(
        JSONEntry(
          kind: entry.kind, offset: Int(entry.offset + (entry.isDecoded ? decodedStart : sourceStart)),
          length: Int(entry.length), end: Int(entry.end + first), isDecoded: true, bits: entry.bits))
    }
    return TapeIndex(Int(first))
  }
}
