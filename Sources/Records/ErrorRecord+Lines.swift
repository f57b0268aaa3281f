package import Bytes

extension ErrorRecord {
  /// Reads the line that begins at `start` in one pass, which writes the tape, finds the fields, and ends where the line
  /// does. It is quick where the line is as most lines are: its keys in an order met before, integers short, no white
  /// space between tokens.
  ///
  /// Returns where its line feed stands, or the end of `bytes`. Returns nil where nothing can be said about the line,
  /// which may yet be an error: then ``read(_:)`` says what it is. Where both read a line they read the same.
  package mutating func read(lineAt start: Int, of bytes: PaddedBytes) -> Int? {
    let text = beginLine(at: start, of: bytes)
    let length = scanLine(text, depthLimit: limits.depth, valueLimit: limits.values)
    guard length >= 0, length <= min(limits.bytes, JSONTape.longestText) else { return decline() }
    tape.source = text.slice[0..<length]
    frames.append(ErrorFrame(object: .first, members: .first, slots: .first, causes: .empty))
    isReadInPlace = true
    hasAskedMembers = !nesting.needsFilling && !nesting.hasStrangers
    return end() ? start &+ length : decline()
  }

  /// Scans a line that may be anything onto the tape, and asks nothing of it: for whoever makes a record of it. Quick where
  /// lines are as most are; returns the fault where the line is no JSON, and has nothing on the tape then.
  ///
  /// - Parameters:
  ///   - line: the line, which begins at `start` of `bytes` and ends where its line feed stands, or they do.
  package mutating func scan(
    _ line: ByteSlice,
    at start: Int,
    of bytes: PaddedBytes,
    depthLimit: Int,
    valueLimit: Int
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

  /// Scans the line that begins at `start` where it is as most lines are, one object in full; returns where its line feed
  /// stands, or the end of `bytes`, or nil for a line that has to be read with more care (``scan(_:depthLimit:valueLimit:)``).
  package mutating func scan(
    lineAt start: Int,
    of bytes: PaddedBytes,
    depthLimit: Int,
    valueLimit: Int,
    byteLimit: Int
  ) -> Int? {
    if forecast.isFull { forecast.forget() }
    let text = bytes.suffix(from: start)
    tape.begin(text.slice)
    let length = scanLine(text, depthLimit: depthLimit, valueLimit: valueLimit)
    guard length >= 0, length <= min(byteLimit, JSONTape.longestText) else { return nil }
    tape.source = text.slice[0..<length]
    return start + length
  }

  /// Scans a text that may be anything onto the tape; returns the fault where it is no JSON, and has nothing on the tape
  /// then.
  package mutating func scan(_ text: ByteSlice, depthLimit: Int, valueLimit: Int) -> JSONFault? {
    let fault = tape.scan(text, depthLimit: depthLimit, valueLimit: valueLimit, repairs: true)
    // Room for a line like it to be scanned quickly.
    tape.entries.reserve(tape.count + 2)
    return fault
  }

  /// Begins with a record of which nothing is known yet; returns what stands from its first byte on.
  @inline(__always)
  private mutating func beginLine(at start: Int, of bytes: PaddedBytes) -> PaddedBytes {
    if forecast.isFull { forecast.forget() }
    let text = bytes.suffix(from: start)
    begin()
    slots.reset(count: forecast.asked.slotCount)
    tape.begin(text.slice)
    return text
  }

  /// Leaves nothing of a line that was not read to its end.
  private mutating func decline() -> Int? {
    begin()
    tape.begin(ByteSlice(""))
    return nil
  }
}
