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
  /// The format of the line of text that last began a record.
  private var known: FormatPlan?
  private var ownEnds: EndsOfFormat?

  convenience init(_ table: FormatTable, _ limits: Limits) {
    self.init(table, limits, endsOfText: MixedLines(table, limits, endsOfText: nil))
  }

  private init(_ table: FormatTable, _ limits: Limits, endsOfText: MixedLines?) {
    self.table = table
    self.limits = limits
    self.endsOfText = endsOfText
  }

  func isBeginning(_ line: ByteSlice) -> Bool {
    known = nil
    if !line.isEmpty, line[0] == UInt8(ascii: "{") { return true }
    guard
      let known = FormatDetector.format(ofText: line, on: &mapper, table, limits, readers, &document),
      known.hasRecordsOfLines
    else { return false }
    self.known = known
    return !(known.lines is TraceParser) || endsOfText != nil
  }

  /// Whether the line begins a record of a format whose lines are none of a trace or a message.
  func surelyFits(_ line: ByteSlice) -> Bool {
    guard isBeginning(line), let known else { return false }
    return !known.isLastResort && !(known.lines is TraceParser)
  }

  var ends: any LineReader { known.map { ends(of: $0) } ?? ends(ofTrace: false) }

  var endsOfAny: any LineReader { ends(ofTrace: false) }

  func ends(ofTrace isTrace: Bool) -> any LineReader {
    EndsOfRecord(mixed: isTrace ? self : endsOfText ?? self)
  }

  /// A reader of the ends of a record of a format, whose lines may each have its prefix, or be any that begin no other.
  func ends(of format: FormatPlan) -> any LineReader {
    let prefixed = readers.reader(of: format)?.prefixed
    guard prefixed != nil || format.continuationInMixed == .all else {
      return ends(ofTrace: format.lines is TraceParser)
    }
    if let ownEnds, ownEnds.format === format { return ownEnds }
    let made = EndsOfFormat(endsOfText ?? self, format, prefixed)
    ownEnds = made
    return made
  }

  /// The line that began a record last is one by itself.
  var standsAlone: Bool { known?.isAlone == true }

  /// The continuation of the record that began last.
  var continuation: TextMapping.Continuation { known?.continuationInMixed ?? .traces }

  /// The line begins a record whatever precedes it, of which only one line is known.
  func surelyBegins(_ line: ByteSlice, after before: ByteSlice) -> Bool {
    let ends = endsOfText ?? self
    guard ends.isBeginning(line) else { return false }
    guard let known = ends.known else { return true }
    if known.isLastResort { return false }
    return readers.reader(of: known)?.prefixed?.begins(line, after: before) ?? true
  }

  /// A line's document comes from its format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }

  /// The lines that end a record. One that ends with an error of the system may be in the message of an exception.
  private struct EndsOfRecord: LineReader {
    let mixed: MixedLines

    func isBeginning(_ line: ByteSlice) -> Bool {
      mixed.isBeginning(line) && !mixed.standsAlone
    }

    func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
  }

  private final class EndsOfFormat: LineReader {
    private let others: MixedLines
    let format: FormatPlan
    let prefixed: PrefixedLines?

    init(_ others: MixedLines, _ format: FormatPlan, _ prefixed: PrefixedLines?) {
      self.others = others
      self.format = format
      self.prefixed = prefixed
    }

    /// Where any line may follow, one that only looks like a record of its own ends nothing.
    func isBeginning(_ line: ByteSlice) -> Bool {
      guard format.continuationInMixed == .all else { return others.isBeginning(line) }
      return RecordGatherer.mayBegin(line, .traces) && others.isBeginning(line)
        && others.known?.isLastResort != true
    }

    func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
  }
}
