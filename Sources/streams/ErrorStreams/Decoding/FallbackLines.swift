internal import Bytes

/// Lines of a stream whose format was detected, and those among them that other formats fit.
///
/// It belongs to one thread. The other formats are only asked about lines that do not fit.
final class FallbackLines: LineReader {
  private enum Kind {
    case own
    /// A record of one line: an object, or a record of a format without continuation lines.
    case alone
    case other
  }

  /// Nil for JSON.
  private let own: (any LineReader)?
  private let isAlone: Bool
  private let others: MixedLines
  private let beginnings: any LineReader
  /// Records that are read as wholes have ends of their own.
  private let isWhole: Bool
  private var kind = Kind.own

  /// Nil if the format claims all lines, or divides its text in a way of its own.
  init?(_ plan: FormatPlan, _ table: FormatTable, _ limits: Limits) {
    switch plan.framing {
    case .lines: isAlone = true
    case .records(.traces): isAlone = false
    case .records, .wrapped, .items, .rows: return nil
    }
    own = plan.lines?.makeReader()
    isWhole = plan.lines?.wholeRecords != nil
    others = MixedLines(table, limits)
    beginnings = own ?? ObjectBeginnings()
  }

  func isBeginning(_ line: ByteSlice) -> Bool {
    if let own, own.isBeginning(line) || !isAlone && TraceLines.isUncaught(line) {
      kind = isAlone ? .alone : .own
      return true
    }
    if ObjectBeginnings.isBeginning(line) {
      kind = .alone
      return true
    }
    let begins = others.isBeginning(line)
    kind = begins && others.standsAlone ? .alone : .other
    return begins
  }

  /// The line that begins a record is one by itself.
  var standsAlone: Bool { kind == .alone }

  func ends(after first: ByteSlice) -> any LineReader {
    if kind == .own, let own { return isWhole ? own.ends(after: first) : endsOfOwn }
    return ends(ofOther: others.ends)
  }

  /// A reader of the ends of a record of the stream's own format: lines of any format are none of its trace.
  private(set) lazy var endsOfOwn: any LineReader = EndsOfOwn(own: beginnings, others: others)

  /// A reader of the ends of a record of another format.
  func ends(ofTrace isTrace: Bool) -> any LineReader { ends(ofOther: others.ends(ofTrace: isTrace)) }

  private func ends(ofOther ends: any LineReader) -> any LineReader {
    EndsOfEither(own: beginnings, other: ends)
  }

  var prefixed: PrefixedLines? { own?.prefixed }

  var endsOfAny: any LineReader { own?.endsOfAny ?? beginnings }

  /// A line's document comes from its format.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}

private struct ObjectBeginnings: LineReader {
  static func isBeginning(_ line: ByteSlice) -> Bool { !line.isEmpty && line[0] == UInt8(ascii: "{") }

  func isBeginning(_ line: ByteSlice) -> Bool { Self.isBeginning(line) }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}

private struct EndsOfOwn: LineReader {
  let own: any LineReader
  let others: MixedLines

  var prefixed: PrefixedLines? { own.prefixed }

  func isBeginning(_ line: ByteSlice) -> Bool { own.isBeginning(line) || others.surelyFits(line) }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}

private struct EndsOfEither: LineReader {
  let own: any LineReader
  let other: any LineReader

  func isBeginning(_ line: ByteSlice) -> Bool { own.isBeginning(line) || other.isBeginning(line) }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool { false }
}
