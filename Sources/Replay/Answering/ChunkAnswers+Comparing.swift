internal import ErrorStreams
internal import RuleEngine

extension ChunkAnswers {
  /// Has the other rule set answer the record too, which this one answered so, and counts what came of that and how the
  /// record moved; false where it needs memory that is not at hand, and then nothing is counted.
  @inline(never)
  mutating func compare(
    _ answering: Answering,
    _ record: Record,
    _ ordinal: UInt64?,
    _ memory: inout ReplayMemory,
    isDeferred: Bool
  ) -> Bool {
    let theirs = other?.answer(climb, &memory.other, ordinal: ordinal, clock: record.clock)
    guard let theirs else { return false }
    if case .needsMemory = theirs { return false }
    other?.finish(theirs, record, isDeferred: isDeferred)
    other?.count(theirs, besides: answering, &climb, record)
    return true
  }

  /// A record of the chunk as people and commands name it.
  mutating func sample(_ sample: MoveTable.Sample, ordinal: UInt64, stream: Int) -> MovedGroup.Sample? {
    let line = line(sample.lineStart, sample.lineCount)
    guard climb.read(line) == nil else { return nil }
    let name = climb.identityName
    let isLong = name.unicodeScalars.count > Self.longestName
    let ownID = climb.ownID
    return MovedGroup.Sample(
      ordinal: ordinal,
      ownID: ownID,
      stream: chunk.origins.isEmpty ? stream : origin(of: sample.lineStart),
      name: isLong ? "\(String(name.unicodeScalars.prefix(Self.longestName)))…" : name,
      record: line.count > MovedGroup.Sample.longestRecord ? nil : String(line)
    )
  }

  /// The stream of the line that begins at a place of a chunk that has lines of several.
  private func origin(of start: Int) -> Int {
    var line = 0
    var index = 0
    while let feed = chunk.bytes.slice.firstIndex(of: UInt8(ascii: "\n"), from: index), feed < start {
      line += 1
      index = feed + 1
    }
    return Int(chunk.origins[line])
  }

  private static var longestName: Int { 120 }
}
