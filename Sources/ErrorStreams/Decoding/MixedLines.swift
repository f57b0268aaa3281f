internal import Bytes

/// Lines of any known format, in a stream without a requested format.
///
/// It belongs to one thread.
final class MixedLines: LineReader {
  private let table: FormatTable
  private let limits: Limits
  private let readers = LineReaders()
  private var mapper = Mapper()
  private var document = Buffer<UInt8>(capacity: 256)
  /// Finds the end of a text record and its stack trace; nil for the instance that does this itself.
  private let endsOfText: MixedLines?
  private var isTrace = false

  convenience init(_ table: FormatTable, _ limits: Limits) {
    self.init(table, limits, endsOfText: MixedLines(table, limits, endsOfText: nil))
  }

  private init(_ table: FormatTable, _ limits: Limits, endsOfText: MixedLines?) {
    self.table = table
    self.limits = limits
    self.endsOfText = endsOfText
  }

  func isBeginning(_ line: ByteSlice) -> Bool {
    isTrace = false
    if !line.isEmpty, line[0] == UInt8(ascii: "{") { return true }
    guard
      let known = FormatDetector.format(ofText: line, on: &mapper, table, limits, readers, &document),
      known.hasRecordsOfLines
    else { return false }
    isTrace = known.lines is TraceParser
    return !isTrace || endsOfText != nil
  }

  var ends: any LineReader { isTrace ? self : ends(of: false) }

  var endsOfAny: any LineReader { ends(of: false) }

  func ends(of isTrace: Bool) -> any LineReader { isTrace ? self : endsOfText ?? self }

  /// A line's document comes from its format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}
