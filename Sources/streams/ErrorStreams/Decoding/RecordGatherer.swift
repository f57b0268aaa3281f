internal import Bytes

/// Holds an incomplete multi-line record at the end of a chunk until its last line arrives.
///
/// Its extent depends on its lines alone, never on chunk boundaries. A record that exceeds the limit is
/// passed on as far as it came, and its remaining lines are marked as cut off.
struct RecordGatherer: ~Copyable {
  private let framing: RecordFraming
  /// JSON lines are records by themselves.
  private let mixed: MixedLines?
  /// Lines that do not fit are read by other formats.
  private let fallback: FallbackLines?
  private let reader: (any LineReader)?
  private let wrapped: WrappedRecords?
  /// The size of an item of known length.
  private var itemBytes = 0
  private let lineLimit: Int
  private let limit: Int
  private var held = Buffer<UInt8>()
  private var moved = MovedLines()
  /// The number of blank lines before the held text.
  private var blankLines = 0
  /// The next lines continue a record that was cut.
  private var isInside = false

  init?(_ plan: FormatPlan, _ table: FormatTable?, _ limits: Limits, readsOthers: Bool = false) {
    fallback = readsOthers ? table.flatMap { FallbackLines(plan, $0, limits) } : nil
    switch plan.framing {
    case .lines where fallback == nil: return nil
    case .wrapped(let wrapping):
      guard let table else { return nil }
      wrapped = WrappedRecords(wrapping, EmbeddedTexts(table, limits), limits)
    case .lines, .records, .items, .rows: wrapped = nil
    }
    framing = if fallback != nil { .records(.traces) } else { plan.framing }
    mixed = nil
    reader = fallback ?? plan.lines?.makeReader()
    lineLimit = limits.recordBytes
    limit = Self.recordLimit(limits.recordBytes)
  }

  /// Stack traces belong to the text lines before them.
  init(mixed table: FormatTable, _ limits: Limits) {
    framing = .records(.traces)
    fallback = nil
    wrapped = nil
    let mixed = MixedLines(table, limits)
    self.mixed = mixed
    reader = mixed
    lineLimit = limits.recordBytes
    limit = Self.recordLimit(limits.recordBytes)
  }

  /// False if all of the text is held.
  mutating func gather(_ chunk: inout Chunk) -> Bool {
    blankLines += chunk.blankLines
    guard gatherText(&chunk) else { return false }
    chunk.blankLines = blankLines
    blankLines = 0
    return true
  }

  private mutating func gatherText(_ chunk: inout Chunk) -> Bool {
    if case .items(let types) = framing {
      blot(types, in: &chunk)
      return true
    }
    // Documents are already whole.
    if !chunk.numbers.isEmpty { return true }
    let before = held.count
    if before > 0 {
      if !moved.isEmpty || !chunk.moved.isEmpty {
        moved.append(chunk.moved, after: held.slice.lineCount)
        swap(&moved, &chunk.moved)
        moved.removeAll()
      }
      held.append(chunk.bytes.slice)
      swap(&held, &chunk.bytes)
      held.removeAll()
    }
    chunk.beginsInsideRecord = isInside
    if chunk.endsInsideLine || chunk.precedesLongLine {
      // A line over the limit ends the previous record, and its own continuation lines are cut off.
      isInside = chunk.precedesLongLine
      chunk.endsRecords = chunk.endsInsideLine
      return true
    }
    let end = wholeRecords(chunk.bytes.slice, after: before)
    guard end < chunk.bytes.count else { return !chunk.bytes.isEmpty }
    chunk.moveText(from: end, to: &held, &moved)
    return end > 0
  }

  mutating func end(into chunk: inout Chunk) -> Bool {
    chunk.removeAll()
    chunk.blankLines = blankLines
    blankLines = 0
    guard !held.isEmpty else { return chunk.blankLines > 0 }
    swap(&held, &chunk.bytes)
    swap(&moved, &chunk.moved)
    chunk.beginsInsideRecord = isInside
    chunk.endsRecords = true
    return true
  }

  /// Blanks items that may be binary, but for line feeds, which are counted.
  private mutating func blot(_ types: [[UInt8]], in chunk: inout Chunk) {
    var index = 0
    while index < chunk.bytes.count {
      if itemBytes > 0 {
        let end = min(chunk.bytes.count, index + itemBytes)
        itemBytes -= end - index
        while index < end {
          if chunk.bytes[index] != UInt8(ascii: "\n") { chunk.bytes[index] = FormatPlan.blot }
          index += 1
        }
        continue
      }
      let text = chunk.bytes.slice
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      itemBytes = Self.length(ofItemAfter: text[index..<end], types)
      index = end + 1
    }
    // The length in a skipped line is unknown.
    if chunk.precedesLongLine { itemBytes = 0 }
  }

  /// 0 if the item has none of the types.
  private static func length(ofItemAfter line: ByteSlice, _ types: [[UInt8]]) -> Int {
    guard line.count < 1_024, !line.isEmpty, line[0] == UInt8(ascii: "{"),
      let key = line.firstIndex(of: ByteSlice("\"length\"")), line.contains("\"type\"")
    else { return 0 }
    guard
      types.contains(where: { type in
        type.withUnsafeBytes { line.firstIndex(of: ByteSlice($0)) != nil }
      })
    else { return 0 }
    var index = key + 8
    while index < line.count, line[index] == UInt8(ascii: ":") || line[index] == UInt8(ascii: " ") {
      index += 1
    }
    let first = index
    while index < line.count, line[index].isDigit { index += 1 }
    return Int(line[first..<index].wholeNumber ?? 0)
  }

  /// The beginning of the last record, which may be incomplete, or the text's end.
  ///
  /// - Parameter before: the length of the held text: one record from its beginning.
  private mutating func wholeRecords(_ text: ByteSlice, after before: Int) -> Int {
    switch framing {
    case .lines, .items: return text.count
    case .wrapped: return wholeWrappedRecords(text, after: before)
    case .rows(let rows):
      var start = 0
      while start < text.count {
        switch rows.end(of: text, from: start, limit: lineLimit) {
        case .at(let end): start = end + 1
        case .open: return start
        case .broken: start = (text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count) + 1
        }
      }
      return text.count
    case .records(let continuation): return wholeRecords(text, continuation, after: before)
    }
  }

  private mutating func wholeRecords(
    _ text: ByteSlice, _ continuation: TextMapping.Continuation, after before: Int
  ) -> Int {
    guard let reader else { return text.count }
    let start = sureBeginning(text, continuation, reader, after: before)
    if start != nil { isInside = false }
    var index = start ?? 0
    while index < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      let line = text[index..<end]
      guard Self.mayBegin(line, continuation), line.count <= lineLimit,
        reader.isBeginning(line) || RecordExtent.isUncaught(line, among: continuation)
          || continuation == .traces
            && HaskellTrace.isHeading(line, before: text[min(end + 1, text.count)..<text.count]) != .no
      else {
        // Its continuation lines are cut off.
        if line.count > lineLimit { isInside = true }
        index = end + 1
        continue
      }
      if mixed != nil && line[0] == UInt8(ascii: "{") || mixed?.standsAlone == true
        || fallback?.standsAlone == true
      {
        isInside = false
        index = end + 1
        continue
      }
      let extent = RecordExtent(
        of: text, from: index, firstEnd: end, reader.ends(after: line), mixed?.continuation ?? continuation,
        lineLimit: lineLimit)
      // Whether the held line begins a record may depend on the next one: until then, a cut record goes on.
      if extent.isOpen {
        return line.contains("torch/distributed/elastic")
          ? beginning(of: text, withReportAt: index, continuation, reader) : index
      }
      isInside = extent.isCut
      index = extent.end + 1
    }
    return text.count
  }

  /// The first record of the last part of the text before torchrun's report, which tells of a worker's failure.
  private func beginning(
    of text: ByteSlice, withReportAt report: Int, _ continuation: TextMapping.Continuation,
    _ reader: any LineReader
  ) -> Int {
    var index = 0
    while index < report,
      index < report - Self.mostBeforeReport || !begins(text, at: index, continuation, reader)
    {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      guard begins(text, at: index, continuation, reader) else {
        index = end + 1
        continue
      }
      index =
        RecordExtent(
          of: text, from: index, firstEnd: end, reader.ends(after: text[index..<end]), continuation,
          lineLimit: lineLimit
        ).end + 1
    }
    return min(index, report)
  }

  private static let mostBeforeReport = 1 << 16

  private func begins(
    _ text: ByteSlice, at index: Int, _ continuation: TextMapping.Continuation, _ reader: any LineReader
  ) -> Bool {
    let line = text[index..<(text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count)]
    return Self.mayBegin(line, continuation) && line.count <= lineLimit
      && (reader.isBeginning(line) || RecordExtent.isUncaught(line, among: continuation))
  }

  /// The end of the last whole record in lines of a program that are wrapped in a collector's lines.
  private func wholeWrappedRecords(_ text: ByteSlice, after before: Int) -> Int {
    guard let wrapped else { return text.count }
    var index = 0
    var end = text.count
    var tries = 0
    // If no format is found, following the records from the first one is faster than examining each line.
    while end > before, tries < 32 {
      tries += 1
      let start = Self.start(ofLineBefore: end, text)
      let last = start > 0 ? text[Self.start(ofLineBefore: start, text)..<(start - 1)] : nil
      if wrapped.surelyBegins(text[start..<(end - 1)], after: last) {
        index = start
        break
      }
      end = start
    }
    while index < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      let extent = wrapped.extent(of: text, from: index, firstEnd: end)
      if extent.isOpen { return index }
      index = extent.end + 1
    }
    return text.count
  }

  private static func start(ofLineBefore end: Int, _ text: ByteSlice) -> Int {
    (text[0..<(end - 1)].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
  }

  /// Nil if none of the new lines certainly begins a record.
  private func sureBeginning(
    _ text: ByteSlice, _ continuation: TextMapping.Continuation, _ reader: any LineReader, after before: Int
  ) -> Int? {
    var end = text.count
    while end > before {
      let start = (text[0..<(end - 1)].lastIndex(of: UInt8(ascii: "\n"), from: before) ?? before - 1) + 1
      let line = text[start..<(end - 1)]
      if let prefixed = reader.prefixed {
        // The lines before are not known here, but a record's lines have one prefix.
        let last = (text[0..<max(0, start - 1)].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        if start > 0, line.count <= lineLimit, prefixed.begins(line, after: text[last..<(start - 1)]) {
          return start
        }
        end = start
        continue
      }
      if Self.mayBegin(line, continuation), line.count <= lineLimit,
        continuation != .traces || !TraceLines.mayBelong(line),
        isSureBeginning(line, of: reader, after: text[0..<max(0, start - 1)])
      {
        return start
      }
      end = start
    }
    return nil
  }

  /// - Parameter before: the text before the line, without the line feed between them.
  private func isSureBeginning(_ line: ByteSlice, of reader: any LineReader, after before: ByteSlice) -> Bool
  {
    let last = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    if RepeatedPrefix.isRepeated(line, of: before[last..<before.count]) { return false }
    guard let mixed else { return reader.endsOfAny.isBeginning(line) }
    return mixed.surelyBegins(line, after: before[last..<before.count])
  }

  /// A record needs more room as JSON.
  static func recordLimit(_ lineLimit: Int) -> Int { max(1, lineLimit / 2) }

  static func mayBegin(_ line: ByteSlice, _ continuation: TextMapping.Continuation) -> Bool {
    guard !line.isEmpty, continuation == .traces else { return !line.isEmpty }
    if line[0] == UInt8(ascii: " ") {
      return TraceLines.isGroup(line) || LevelMark.isStarred(line) || IndentedRecord.mayBegin(line)
    }
    return line[0] != UInt8(ascii: "\t")
  }
}
