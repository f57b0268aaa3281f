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
    coder.code(buffer: &deferred, empty: Deferred()) { coder, deferred in
      deferred.record.code(with: &coder, size, at: places[deferred.record.start])
      coder.code(natural: &deferred.textOffset)
      coder.code(fixed: &deferred.key)
    }
    coder.code(buffer: &noted, empty: NotedRecord()) { $1.code(with: &$0, size, at: places[$1.start]) }
    coder.code(buffer: &examples, empty: NotedRecord()) { $1.code(with: &$0, size, at: places[$1.start]) }
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

extension NotedRecord {
  /// - Parameters:
  ///   - size: the length of the lines.
  ///   - place: where the line begins among those that are written.
  fileprivate mutating func code(with coder: inout ByteCoder, _ size: Int, at place: Int?) {
    if coder.isWriting { start = place ?? start }
    coder.code(natural: &start)
    coder.code(natural: &count)
    coder.code(natural: &ordinal)
    coder.code(time: &clock)
    guard start > size || count > size - start else { return }
    coder.fail()
    self = NotedRecord()
  }
}

extension ChunkRejects {
  fileprivate mutating func code(with coder: inout ByteCoder) {
    unrecognized.code(with: &coder)
    coder.code(&firstKeys)
    coder.code(list: &lines, empty: RejectedLine()) { $1.code(with: &$0) }
  }
}

extension UnrecognizedLines {
  fileprivate mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &lines)
    coder.code(natural: &objects)
  }
}

extension RejectedLine {
  /// Codes a rejected line with its line in the stream.
  fileprivate mutating func code(with coder: inout ByteCoder) {
    coder.code(natural: &line)
    coder.code(natural: &column)
    coder.code(&reason)
    isPlaced = true
  }
}

extension ChunkTimes {
  fileprivate mutating func code(with coder: inout ByteCoder) {
    coder.code(time: &clock)
    coder.code(moment: &earliestOther, or: .max)
    coder.code(ascending: &ascending)
    guard ascending.count > 0 else { return }
    let ends = [ascending[0], ascending[ascending.count - 1]]
    if !ends.allSatisfy(Timestamp.range.contains) { coder.fail() }
  }
}

extension LineCounts {
  fileprivate mutating func code(with coder: inout ByteCoder) {
    change(by: self) { number, _ in coder.code(natural: &number) }
    assumedYears.code(with: &coder)
    if events > records { coder.fail() }
  }
}
