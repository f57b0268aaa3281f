internal import Bytes
internal import ErrorStreams
internal import Engine
internal import Secrets

extension ChunkRun {
  /// Counts both outcomes and their difference. False, and nothing is counted, if state is needed that is not
  /// available.
  @inline(never)
  mutating func compare(
    _ result: EvaluatorResult, _ record: NotedRecord, _ ordinal: UInt64?, _ state: inout ChainStates,
    isDeferred: Bool
  ) -> Bool {
    let theirs = other?.evaluate(evaluator, &state.other, ordinal: ordinal, clock: record.clock)
    guard let theirs else { return false }
    if case .needsState = theirs { return false }
    other?.finish(theirs, record, isDeferred: isDeferred)
    other?.count(theirs, besides: result, &evaluator, record)
    return true
  }

  mutating func sample(_ sample: MoveTable.Sample, ordinal: UInt64, stream: Int) -> MovedGroup.Sample? {
    let line = line(sample.lineStart, sample.lineCount)
    guard evaluator.read(line) == nil else { return nil }
    let own = evaluator.redactor(from: settings.redactor)
    let name = own.text(evaluator.identityName)
    let isLong = name.unicodeScalars.count > Self.longestName
    return MovedGroup.Sample(
      ordinal: ordinal, ownID: evaluator.ownID.map { own.text($0) },
      stream: chunk.origins.isEmpty ? stream : origin(of: sample.lineStart),
      name: own.text(isLong ? "\(String(name.unicodeScalars.prefix(Self.longestName)))…" : name),
      record: line.count > MovedGroup.Sample.longestRecord ? nil : own.json(String(line)))
  }

  /// The stream of a line, if several are merged.
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
