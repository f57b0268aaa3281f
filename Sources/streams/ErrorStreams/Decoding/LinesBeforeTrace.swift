internal import Bytes

/// Lines between a line of a log and its trace, in which programs such as Celery, Tomcat and Dask say more about an error.
///
/// They have no sign of a log's line, and fit no format. The log's line has the level of an error.
struct LinesBeforeTrace {
  /// The place of the trace's first line, or of its first frame; nil without a trace.
  private(set) var end: Int?
  /// The number of lines before it.
  private(set) var count = 0
  /// The text ends before it is known whether a trace follows.
  private(set) var isOpen = false

  private static let most = 64

  /// - Parameters:
  ///   - start: the beginning of the record.
  ///   - place: that of the first unrecognized line.
  init(
    in text: ByteSlice, from start: Int, _ place: Int, _ first: ByteSlice, _ reader: borrowing any LineReader,
    lineLimit: Int
  ) {
    let limit = RecordGatherer.recordLimit(lineLimit)
    var index = place
    while count < Self.most {
      guard index < text.count else {
        isOpen = true
        return
      }
      let lineEnd = text.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? text.count
      let line = text[index..<lineEnd]
      guard lineEnd - start <= limit, line.count <= lineLimit else { return }
      if !line.isBlank {
        if Self.isTrace(line) {
          end = index
          return
        }
        guard Self.isBetween(line, first, reader) else { return }
      }
      count += 1
      index = lineEnd + 1
    }
  }

  /// Whether an unrecognized line may be such a one. A line that begins as the first one does is one of the log.
  @inline(__always)
  static func mayBegin(_ line: ByteSlice, after first: ByteSlice) -> Bool {
    !isAlike(line, first) && LogLineSigns.isFailure(first)
  }

  private static func isTrace(_ line: ByteSlice) -> Bool {
    if line[0] <= 0x20 { return TraceLines.isFrame(line) }
    return TraceLines.isTraceback(line) || PythonErrorText.isTold(line)
  }

  private static func isBetween(_ line: ByteSlice, _ first: ByteSlice, _ reader: borrowing any LineReader)
    -> Bool
  {
    if line[0] <= 0x20 { return true }
    if isAlike(line, first) || LogLineSigns.areIn(line) || TraceParser().isBeginning(line) { return false }
    return !reader.isBeginning(line)
  }

  /// Whether the first bytes of two lines are of the same kinds: digits, letters or others.
  @inline(__always)
  private static func isAlike(_ line: ByteSlice, _ other: ByteSlice) -> Bool {
    guard line.count > 2, other.count > 2 else { return false }
    for index in 0..<3 {
      let (byte, second) = (line[index], other[index])
      if byte == second || byte.isDigit && second.isDigit || byte.isLetter && second.isLetter { continue }
      return false
    }
    return true
  }
}
