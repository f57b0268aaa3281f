/// A file that people wrote: its name as given and its text, as UTF-8 bytes.
public final class SourceFile: Sendable {
  /// The path as the user named it; what diagnostics begin with.
  public let name: String
  /// The text. A file in UTF-16 is held transcoded; invalid UTF-8 is held as it came.
  public let bytes: [UInt8]
  /// The offset of each line's first byte. Lines end at LF, CRLF or CR.
  private let lineStarts: [Int]

  /// A file named `name` with the text `bytes`.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    lineStarts = Self.lineStarts(in: bytes)
  }

  /// A file named `name` with the text `text`.
  public convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The number of lines, at least 1.
  public var lineCount: Int { lineStarts.count }

  /// Where `offset` (a byte offset, 0 up to and including the length) stands, for people.
  public func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    var start = lineStarts[low]
    if low == 0 && hasByteOrderMark { start = min(3, offset) }
    var column = 1
    for byte in bytes[start..<offset] where byte & 0xC0 != 0x80 { column += 1 }
    return SourcePosition(line: low + 1, column: column)
  }

  /// The byte range of a line (from 1) without its line ending.
  public func lineRange(_ line: Int) -> Range<Int> {
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<end
  }

  private var hasByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

  private static func lineStarts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte <= UInt8(ascii: "\r") {
      if byte == UInt8(ascii: "\n"), index > 0, bytes[index - 1] == UInt8(ascii: "\r") {
        starts[starts.count - 1] = index + 1
      } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        starts.append(index + 1)
      }
    }
    return starts
  }
}

/// A place in a file as people count: lines and columns from 1, columns in Unicode scalars, a tab one column.
public struct SourcePosition: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
}

/// A run of a source file's bytes.
public struct SourceRange: Sendable {
  /// The file the range is in.
  public let file: SourceFile
  /// Byte offsets in the file; empty for a place between two bytes.
  public let bytes: Range<Int>

  /// The bytes `bytes` of `file`.
  public init(file: SourceFile, bytes: Range<Int>) {
    self.file = file
    self.bytes = bytes
  }

  /// Where the range begins.
  public var start: SourcePosition { file.position(of: bytes.lowerBound) }
  /// Where the range ends: the place just after its last character.
  public var end: SourcePosition { file.position(of: bytes.upperBound) }
  /// The range's text; invalid UTF-8 shown as U+FFFD.
  public var text: String {
    String(decoding: file.bytes[bytes.clamped(to: 0..<file.bytes.count)], as: UTF8.self)
  }
}

/// A run of a source file's bytes, to be compared: the same place in another file is another place.
package struct SourcePlace: Hashable {
  private let file: ObjectIdentifier
  private let bytes: Range<Int>

  package init(_ range: SourceRange) {
    file = ObjectIdentifier(range.file)
    bytes = range.bytes
  }
}
