internal import Bytes
internal import SystemPackage

/// Takes the tracebacks of several processes apart that write to one stream, each line with the name of its process: a tag, or
/// the header of syslog.
///
/// The lines of a traceback come together at the place of its first line, and only that keeps its name: not even that, if the
/// line before it is one of the same process in syslog that says what failed. The result depends on the lines alone, never on
/// chunk boundaries; in a growing file, on how many there are when it is read.
final class TaggedTraces {
  /// A traceback, or lines between tracebacks.
  private struct Piece {
    var text: [UInt8] = []
    /// The numbers of its lines.
    var lines: [Int] = []
    var trace: Trace?
  }

  private struct Trace {
    let source: [UInt8]
    let hasSpace: Bool
    var lines: TraceLines
    /// The number of other lines before its last line.
    var last: Int
    /// The second of the day of its last line, in syslog.
    var second: Int?
    /// The length of the first line's header, if the record before it is the trace's.
    var header = 0
  }

  /// The pieces, in the order of their first lines.
  private var pieces: [Piece] = []
  /// The number of pieces that were passed on.
  private var passedPieces = 0
  /// The numbers of the tracebacks that may go on, by what their lines begin with.
  private var open: [[UInt8]: Int] = [:]
  private var heldBytes = 0
  /// The number of lines that no traceback before them goes on with.
  private var others = 0
  private var blankLines = 0
  private var surroundings = SourcedLine.Surroundings.none
  /// The second of the last line of syslog.
  private var second: Int?
  /// The process in syslog whose failure the last other line tells.
  private var failed: [UInt8]?
  @exclusivity(unchecked) private var plain = Buffer<UInt8>(capacity: 256)
  /// The length of the text that was read, less what was taken out of it.
  private var position = 0
  private var removedBytes = 0
  /// The number of the last line that was examined, and of those of them that were passed on.
  private var line = 0
  private var passedLines = 0
  /// The lines of the text that is passed on, and those of them that stand elsewhere in the stream.
  private var givenLines = 0
  @exclusivity(unchecked) private var moved = MovedLines()

  static let mostOpen = 1_024
  static let mostHeld = 1 << 22
  /// A traceback has ended if so many lines follow that no traceback goes on with.
  static let patience = 1_024

  /// errctl's own records have no tags.
  private var isOff: Bool

  init(isOff: Bool) { self.isOff = isOff }

  /// Takes nothing apart from here on, unless something was.
  func turnOff() { isOff = pieces.isEmpty && removedBytes == 0 && blankLines == 0 }

  /// False at the end of the stream.
  func read(from reader: inout ChunkReader, into chunk: inout Chunk) throws(Errno) -> Bool {
    while true {
      do throws(Errno) {
        guard try reader.read(into: &chunk) else { return end(into: &chunk) }
      } catch {
        let isPause = error == .interrupted || error == .resourceTemporarilyUnavailable
        guard isPause, end(into: &chunk) else { throw error }
        return true
      }
      if isOff || gather(&chunk) { return true }
    }
  }

  /// False if all of the text is held.
  private func gather(_ chunk: inout Chunk) -> Bool {
    guard chunk.numbers.isEmpty else { return true }
    let start = chunk.position - removedBytes - heldBytes
    position = chunk.position + chunk.bytes.count
    if surroundings == .none { surroundings = SourcedLine.surroundings(of: chunk.bytes.slice) }
    guard !open.isEmpty || SourcedLine.mayHaveHeading(chunk.bytes.slice, surroundings) else {
      if surroundings == .syslog { noteLastLine(of: chunk.bytes.slice) }
      chunk.position = start
      return true
    }
    blankLines += chunk.blankLines
    var passed = Buffer<UInt8>(capacity: chunk.bytes.count + 1)
    for line in chunk.bytes.slice.lines {
      self.line += 1
      take(line)
      moveEnded(to: &passed)
    }
    let isCut = chunk.endsInsideLine || chunk.precedesLongLine
    if isCut { moveAll(to: &passed) }
    if chunk.endsInsideLine, !passed.isEmpty { passed.removeLast(1) }
    swap(&passed, &chunk.bytes)
    giveMoved(to: &chunk)
    guard isCut || !chunk.bytes.isEmpty else { return false }
    giveBlankLines(to: &chunk)
    chunk.position = start
    return true
  }

  private func end(into chunk: inout Chunk) -> Bool {
    chunk.removeAll()
    guard !pieces.isEmpty || blankLines > 0 else { return false }
    chunk.position = position - removedBytes - heldBytes
    moveAll(to: &chunk.bytes)
    giveMoved(to: &chunk)
    giveBlankLines(to: &chunk)
    return true
  }

  private func giveMoved(to chunk: inout Chunk) {
    swap(&moved, &chunk.moved)
    givenLines = 0
  }

  private func giveBlankLines(to chunk: inout Chunk) {
    chunk.blankLines = blankLines
    blankLines = 0
  }

  // MARK: - Lines

  private func take(_ whole: ByteSlice) {
    guard let line = SourcedLine(whole) else {
      failed = nil
      return append(other: whole)
    }
    let key = line.key
    second = line.header?.second ?? second
    if !open.isEmpty, let index = piece(of: line, key) {
      if goesOn(index, line) { return append(line, in: whole, to: index) }
      close(index)
    }
    guard line.isHeading else {
      failed = line.header != nil && LogLineSigns.isFailure(whole) ? key : nil
      return append(other: whole)
    }
    let isOfRecord = failed == key && pieces.last?.trace == nil
    failed = nil
    var piece = Piece()
    piece.trace = Trace(
      source: key, hasSpace: line.hasSpace, lines: TraceLines(after: line.text, hasSigns: true), last: others,
      second: line.header?.second, header: isOfRecord ? whole.count - line.text.count : 0)
    open[key] = passedPieces + pieces.count
    pieces.append(piece)
    others += 1
    append(whole, to: pieces.count - 1)
  }

  /// Notes whether the last line before lines that are examined says that its process failed.
  private func noteLastLine(of text: ByteSlice) {
    let text = text.trimmedAtEnd
    let line = text[((text.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)..<text.count]
    failed = LogLineSigns.isFailure(line) ? SourcedLine(line)?.key : nil
  }

  /// The traceback to which a line belongs; an empty line of a process may lack the last of its tags.
  private func piece(of line: SourcedLine, _ key: [UInt8]) -> Int? {
    if let number = open[key] { return number - passedPieces }
    guard line.text.isBlank, !line.isRecord else { return nil }
    let candidates = open.filter { $0.key.starts(with: key) }
    return candidates.values.min().map { $0 - passedPieces }
  }

  private func goesOn(_ index: Int, _ line: SourcedLine) -> Bool {
    guard let trace = pieces[index].trace else { return false }
    if let header = line.header, !isNear(header.second, trace.second) { return false }
    plain.removeAll()
    append(textOf: line, line.text, to: &plain)
    let kind = pieces[index].trace?.lines.kind(of: plain.slice, before: ByteSlice(""))
    pieces[index].trace?.second = line.header?.second
    switch kind {
    case .blank?, .belongs?: return true
    case .mayBegin?:
      guard line.isRecord else { return !line.isHeading }
      return trace.lines.isInFrames || trace.lines.isInCrash && line.header?.hasId == true
    case .strange?, nil: return false
    }
  }

  /// A traceback is written in a moment, but the second may change meanwhile.
  private func isNear(_ second: Int, _ other: Int?) -> Bool {
    guard let other else { return true }
    return (0...1).contains((second - other + 86_400) % 86_400)
  }

  private func append(_ line: SourcedLine, in whole: ByteSlice, to index: Int) {
    if let header = pieces[index].trace?.header, header > 0 {
      pieces[index].text.removeFirst(header)
      pieces[index].trace?.header = 0
      heldBytes -= header
      removedBytes += header
    }
    // A line may have an own space where that of the others is a part of the tag.
    let isOwn = line.hasSpace && pieces[index].trace?.hasSpace == false
    let end = whole.count - line.rest.count
    let text = whole[(end - line.text.count - (isOwn ? 1 : 0))..<end]
    pieces[index].trace?.last = others
    plain.removeAll()
    plain.append(line.lead)
    append(textOf: line, text, to: &plain)
    plain.append(line.rest)
    removedBytes += whole.count - plain.count
    append(plain.slice, to: index)
  }

  /// Appends a text with the tabs that rsyslog escaped at its beginning.
  private func append(textOf line: SourcedLine, _ text: ByteSlice, to output: inout Buffer<UInt8>) {
    var text = text
    let tab = ByteSlice("#011")
    while line.header != nil, text.hasPrefix(tab) {
      output.append(UInt8(ascii: "\t"))
      text = text[tab.count..<text.count]
    }
    output.append(text)
  }

  private func append(other line: ByteSlice) {
    others += 1
    if pieces.last.map({ $0.trace != nil }) ?? true { pieces.append(Piece()) }
    append(line, to: pieces.count - 1)
  }

  private func append(_ text: ByteSlice, to index: Int) {
    pieces[index].lines.append(line)
    pieces[index].text.append(contentsOf: text.buffer)
    pieces[index].text.append(UInt8(ascii: "\n"))
    heldBytes += text.count + 1
  }

  private func close(_ index: Int) {
    if let trace = pieces[index].trace { open[trace.source] = nil }
    pieces[index].trace = nil
  }

  /// Moves what precedes the first traceback that goes on.
  private func moveEnded(to text: inout Buffer<UInt8>) {
    var ended = 0
    while ended < pieces.count {
      if let trace = pieces[ended].trace {
        let isOver =
          others - trace.last > Self.patience || heldBytes > Self.mostHeld
          || second.map { !isNear($0, trace.second) } == true
        guard isOver || open.count > Self.mostOpen else { break }
        close(ended)
      }
      move(pieces[ended], to: &text)
      ended += 1
    }
    guard ended > 0 else { return }
    pieces.removeFirst(ended)
    passedPieces += ended
  }

  private func moveAll(to text: inout Buffer<UInt8>) {
    for piece in pieces { move(piece, to: &text) }
    passedPieces += pieces.count
    pieces.removeAll()
    open.removeAll()
  }

  private func move(_ piece: Piece, to text: inout Buffer<UInt8>) {
    heldBytes -= piece.text.count
    for line in piece.lines {
      passedLines += 1
      moved.note(line - passedLines, from: givenLines)
      givenLines += 1
    }
    piece.text.withUnsafeBytes { text.append(ByteSlice($0)) }
  }
}
