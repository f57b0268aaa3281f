internal import Bytes

/// Lines of whatever format knows them, in a stream of which no one format is asked for.
///
/// It belongs to one thread.
final class MixedLines: LineReader {
  private let table: FormatTable
  private let limits: Limits
  private let readers = LineReaders()
  private var mapper = Mapper()
  private var document = Buffer<UInt8>(capacity: 256)
  /// Those that say where a record of text ends: a stack trace with no log around it belongs to it. Nil where these do.
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
      known.mapping.mapping.table == nil
    else { return false }
    isTrace = known.lines is TraceParser
    return !isTrace || endsOfText != nil
  }

  /// What says where the record ends whose first line was looked at last.
  var ends: any LineReader { isTrace ? self : ends(of: false) }

  var endsOfAny: any LineReader { ends(of: false) }

  /// What says where a record ends.
  func ends(of isTrace: Bool) -> any LineReader { isTrace ? self : endsOfText ?? self }

  /// What a line becomes is asked of its format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}
