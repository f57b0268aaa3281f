internal import ErrorStreams
internal import RuleEngine

extension ChunkAnswers {
  mutating func refuseLongLine() {
    ledger.tooLong += 1
    if hasNoRecord { strangers.lines += 1 }
    let limits = limits
    note(0, "This line is too long. \(limits.hint("record-bytes"))")
  }

  private var hasNoRecord: Bool { ledger.records == 0 && ledger.filtered == 0 }

  mutating func refuse(_ fault: RecordFault, _ line: ByteSlice, at start: Int, isUnfinished: Bool) {
    let limits = limits
    if hasNoRecord { strangers.lines += 1 }
    switch fault {
    case .json(let fault) where isUnfinished && fault.isUnfinished(line):
      ledger.truncated += 1
      keep(start)
      note(fault.offset + 1, "The stream ends inside this record.")
    case .json(let fault):
      ledger.rejected += 1
      keep(start)
      note(fault.offset + 1, fault.message(of: .record, limits: limits))
    case .notAnObject:
      ledger.rejected += 1
      keep(start)
      note(0, "This is not a JSON object. A record is one object on a line of its own.")
    case .notAnError:
      ledger.notErrors += 1
      if hasNoRecord { strangers.objects += 1 }
      if firstKeys.isEmpty { firstKeys = climb.keys }
    }
  }

  /// Writes the rejected lines unchanged, except for lines that were too long, which are not kept.
  func writeRefused(to rejects: any ReplayOutput) throws {
    let bytes = chunk.bytes.slice
    for index in 0..<refusedLines.count {
      let start = refusedLines[index]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      try rejects.write(bytes[start..<end].buffer)
      try rejects.write(ByteSlice("\n").buffer)
    }
  }

  /// Notes a rejected line. A line that is too long is not kept: the reader may have skipped its contents.
  private mutating func keep(_ start: Int) {
    refusedLines.append(decodedPlace(ledger.lines)?.start ?? start)
  }

  private mutating func note(_ column: Int, _ reason: @autoclosure () -> String) {
    guard refusals.count < StreamRefusal.kept else { return }
    guard let place = decodedPlace(ledger.lines) else {
      // Of a document that spans several lines, only the first line is known.
      let index = ledger.lines - 1
      let refusal =
        index < chunk.numbers.count
        ? Refusal(line: chunk.numbers[index], column: 0, reason: reason(), isPlaced: true)
        : Refusal(line: ledger.lines, column: column, reason: reason())
      refusals.append(refusal)
      return
    }
    refusals.append(Refusal(line: place.line, column: 0, reason: reason(), isPlaced: hasNumbers))
  }
}
