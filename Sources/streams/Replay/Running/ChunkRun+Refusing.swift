internal import Engine
internal import ErrorStreams
internal import Bytes
internal import Records
internal import Counting

extension ChunkRun {
  mutating func rejectLongLine() {
    counts.lines.tooLong += 1
    if hasNoRecord { rejected.unrecognized.lines += 1 }
    let limits = settings.limits
    note(0, "This line is too long. \(limits.hint("record-bytes"))")
  }

  private var hasNoRecord: Bool {
    counts.lines.records == 0 && counts.lines.completed == 0 && counts.lines.filtered == 0
  }

  mutating func reject(_ fault: RecordFault, _ line: ByteSlice, at start: Int, isUnfinished: Bool) {
    let limits = settings.limits
    if hasNoRecord { rejected.unrecognized.lines += 1 }
    counts.lines.count(fault, of: line, isLast: isUnfinished)
    switch fault {
    case .json(let fault) where isUnfinished && fault.isUnfinished(line):
      keep(start)
      note(fault.offset + 1, "The stream ends inside this record.")
    case .json(let fault) where fault.isOfText(line):
      keep(start)
      let isUnknown = chunk.isUnknown
      note(0, JSONFault.textReason(isUnknown: isUnknown))
    case .json(let fault):
      keep(start)
      note(fault.offset + 1, fault.message(of: .record, limits: limits))
    case .notAnObject:
      keep(start)
      note(0, "This is not a JSON object. A record is one object on a line of its own.")
    case .completed: break
    case .notAnError:
      if hasNoRecord { rejected.unrecognized.objects += 1 }
      if rejected.firstKeys.isEmpty { rejected.firstKeys = evaluator.keys }
    }
  }

  /// Unchanged, without lines that were too long, which are not kept.
  package func writeRejected(to rejects: any ReplayOutput) throws {
    let bytes = chunk.bytes.slice
    for index in 0..<rejected.starts.count {
      let start = rejected.starts[index]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      try rejects.write(bytes[start..<end].buffer)
      try rejects.write(ByteSlice("\n").buffer)
    }
  }

  /// A line that is too long is not kept: the reader may have skipped its contents.
  private mutating func keep(_ start: Int) {
    rejected.starts.append(decodedPlace(counts.lines.lines)?.start ?? start)
  }

  private mutating func note(_ column: Int, _ reason: @autoclosure () -> String) {
    guard rejected.lines.count < RejectedLine.kept else { return }
    guard let place = decodedPlace(counts.lines.lines) else {
      // Of a document that spans several lines, only the first line is known.
      let index = counts.lines.lines - 1
      let rejectedLine =
        index < chunk.numbers.count
        ? RejectedLine(line: chunk.numbers[index], column: 0, reason: reason(), isPlaced: true)
        : RejectedLine(line: counts.lines.lines, column: column, reason: reason())
      rejected.lines.append(rejectedLine)
      return
    }
    rejected.lines.append(RejectedLine(line: place.line, column: 0, reason: reason(), isPlaced: hasNumbers))
  }
}
