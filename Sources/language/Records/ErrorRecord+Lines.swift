package import Bytes

extension ErrorRecord {
  /// Reads the line at `start` in one pass. Fast for usual lines: keys in a known order, short integers, no
  /// white space between tokens.
  ///
  /// Returns the index of the line feed, or the end of `bytes`. Nil if the line, perhaps an error, needs the
  /// general reader, ``read(_:)``. Whatever both read, they read alike.
  package mutating func read(lineAt start: Int, of bytes: PaddedBytes) -> Int? {
    let text = beginLine(at: start, of: bytes)
    let length = scanLine(text, depthLimit: limits.depth, valueLimit: limits.values)
    guard length >= 0, length <= min(limits.bytes, JSONTape.longestText) else { return decline() }
    tape.source = text.slice[0..<length]
    errorNodes.append(ErrorNode(object: .first, members: .first, slots: .first, causes: .empty))
    isReadInPlace = true
    hasRequestedMembers = !nesting.needsFilling && !nesting.hasUnknownKeys
    return end() ? start &+ length : decline()
  }

  /// Scans any line onto the tape without making a record of it. Returns the fault, with an empty tape, if
  /// the line is not JSON. `line` begins at `start` of `bytes` and ends at its line feed, or with them.
  package mutating func scan(
    _ line: ByteSlice, at start: Int, of bytes: PaddedBytes, depthLimit: Int, valueLimit: Int
  ) -> JSONFault? {
    let text = beginLine(at: start, of: bytes)
    if scanLine(text, depthLimit: depthLimit, valueLimit: valueLimit) == line.count,
      line.count <= JSONTape.longestText
    {
      tape.source = line
      return nil
    }
    return scan(line, depthLimit: depthLimit, valueLimit: valueLimit)
  }

  /// Scans the line at `start` if it is a usual one with one whole object. Returns the index of the line
  /// feed, or the end of `bytes`; nil if the line needs the general scanner.
  package mutating func scan(
    lineAt start: Int, of bytes: PaddedBytes, depthLimit: Int, valueLimit: Int, byteLimit: Int
  ) -> Int? {
    if forecast.isFull { forecast.removeAll() }
    let text = bytes.suffix(from: start)
    tape.begin(text.slice)
    let length = scanLine(text, depthLimit: depthLimit, valueLimit: valueLimit)
    guard length >= 0, length <= min(byteLimit, JSONTape.longestText) else { return nil }
    tape.source = text.slice[0..<length]
    return start + length
  }

  /// Scans any text onto the tape. Returns the fault, with an empty tape, if it is not JSON.
  package mutating func scan(_ text: ByteSlice, depthLimit: Int, valueLimit: Int) -> JSONFault? {
    let fault = tape.scan(text, depthLimit: depthLimit, valueLimit: valueLimit, repairs: true)
    // Room to scan a similar line fast.
    tape.entries.reserve(tape.count + 2)
    return fault
  }

  @inline(__always)
  private mutating func beginLine(at start: Int, of bytes: PaddedBytes) -> PaddedBytes {
    if forecast.isFull { forecast.removeAll() }
    let text = bytes.suffix(from: start)
    begin()
    slots.reset(count: forecast.requested.slotCount)
    tape.begin(text.slice)
    return text
  }

  private mutating func decline() -> Int? {
    begin()
    tape.begin(ByteSlice(""))
    return nil
  }
}
