internal import Bytes
internal import ErrorStreams
internal import Engine
internal import Records
internal import Counting
internal import Replay

extension ChunkRun {
  /// All that a merger takes of a chunk, but for its counts of outcomes. On reading, the run is as its worker left
  /// it: the lines of its records are those that are needed still.
  ///
  /// - Parameters:
  ///   - examples: records of which a page may explain some.
  ///   - chain: the chain whose clauses are named.
  mutating func code(
    _ examples: inout Buffer<NotedRecord>, _ chain: ResponderChain, with coder: inout ByteCoder
  ) {
    if coder.isReading { reset() }
    let clauses = chain.clauses.count
    counts.lines.code(with: &coder)
    rejected.code(with: &coder)
    times.code(with: &coder)
    if coder.isWriting, !load.isSimulated { noted.removeAll() }
    codeLines(&examples, with: &coder)
    coder.code(&text)
    coder.code(buffer: &gaps, empty: .empty) { $1.code(with: &$0, clauses: clauses) }
    load.code(with: &coder, clauses: clauses)
    if coder.isReading, !hasOrder { coder.fail() }
  }

  /// The records whose lines are needed, with the lines.
  private mutating func codeLines(_ examples: inout Buffer<NotedRecord>, with coder: inout ByteCoder) {
    var places: [Int: Int] = [:]
    var kept = Buffer<UInt8>()
    if coder.isWriting {
      var lines: [(start: Int, count: Int)] = []
      for index in 0..<deferred.count {
        lines.append((deferred[index].record.start, deferred[index].record.count))
      }
      for index in 0..<noted.count { lines.append((noted[index].start, noted[index].count)) }
      for index in 0..<examples.count { lines.append((examples[index].start, examples[index].count)) }
      for line in lines.sorted(by: { $0.start < $1.start }) where places[line.start] == nil {
        places[line.start] = kept.count
        kept.append(self.line(line.start, line.count))
      }
    }
    coder.code(&kept)
    let size = kept.count
    coder.code(buffer: &deferred, empty: .empty) { coder, deferred in
      var record = NotedRecord(
        start: places[deferred.record.start] ?? 0, count: deferred.record.count,
        ordinal: deferred.record.ordinal, clock: deferred.record.clock?.microseconds ?? .min)
      var (textOffset, key) = (deferred.textOffset, deferred.key)
      record.code(with: &coder, size)
      coder.code(natural: &textOffset)
      coder.code(fixed: &key)
      deferred = Deferred(
        record: Record(
          start: record.start, count: record.count, ordinal: record.ordinal,
          clock: record.clock > .min ? Timestamp(microseconds: record.clock) : nil), textOffset: textOffset,
        key: key)
    }
    coder.code(buffer: &noted, empty: .empty) { $1.code(with: &$0, size, at: places[$1.start]) }
    coder.code(buffer: &examples, empty: .empty) { $1.code(with: &$0, size, at: places[$1.start]) }
    guard coder.isReading else { return }
    chunk.removeAll()
    swap(&chunk.bytes, &kept)
  }

  /// Whether the places in the text are in order and in it, so that it can be filled.
  private var hasOrder: Bool {
    var last = 0
    for index in 0..<gaps.count {
      guard (last...text.count).contains(gaps[index].offset) else { return false }
      last = gaps[index].offset
    }
    last = 0
    for index in 0..<deferred.count {
      guard last <= deferred[index].textOffset, deferred[index].textOffset <= text.count else { return false }
      last = deferred[index].textOffset
    }
    return true
  }
}

extension ChunkRun.Deferred {
  fileprivate static let empty = Self(
    record: ChunkRun.Record(start: 0, count: 0, ordinal: 0, clock: nil), textOffset: 0, key: 0)
}

extension NotedRecord {
  fileprivate static let empty = NotedRecord(start: 0, count: 0, ordinal: 0, clock: .min)

  /// - Parameters:
  ///   - size: the length of the lines.
  ///   - place: where the line begins among those that are written.
  fileprivate mutating func code(with coder: inout ByteCoder, _ size: Int, at place: Int? = nil) {
    var (start, count, ordinal, clock) = (coder.isWriting ? place ?? start : 0, count, ordinal, clock)
    coder.code(natural: &start)
    coder.code(natural: &count)
    coder.code(natural: &ordinal)
    coder.code(moment: &clock, or: .min)
    guard start <= size, count <= size - start else {
      coder.fail()
      return self = .empty
    }
    self = NotedRecord(start: start, count: count, ordinal: ordinal, clock: clock)
  }
}
