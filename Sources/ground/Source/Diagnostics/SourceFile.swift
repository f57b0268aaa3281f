/// A text file: its name as given and its text, as UTF-8 bytes.
public final class SourceFile: Sendable {
  /// The path as the user gave it; diagnostics begin with it.
  public let name: String
  /// The text. UTF-16 is transcoded; invalid UTF-8 is kept as it is.
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

  /// The line and column of a byte offset (0 up to and including the length).
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

  /// The byte range of a line (from 1), without its line ending.
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

/// A place in a file: line and column from 1; columns count Unicode scalars, a tab as one.
public struct SourcePosition: Sendable, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
}

/// A range of a source file's bytes.
public struct SourceRange: Sendable {
  /// The file of the range.
  public let file: SourceFile
  /// Byte offsets in the file; empty for a place between two bytes.
  public let bytes: Range<Int>

  /// The bytes `bytes` of `file`.
  public init(file: SourceFile, bytes: Range<Int>) {
    self.file = file
    self.bytes = bytes
  }

  /// The beginning of the range.
  public var start: SourcePosition { file.position(of: bytes.lowerBound) }
  /// The end of the range, just after its last character.
  public var end: SourcePosition { file.position(of: bytes.upperBound) }
  /// The range's text; invalid UTF-8 becomes U+FFFD.
  public var text: String {
    String(decoding: file.bytes[bytes.clamped(to: 0..<file.bytes.count)], as: UTF8.self)
  }
}

/// A comparable range of a source file's bytes; equal ranges of different files differ.
package struct SourcePlace: Hashable {
  private let file: ObjectIdentifier
  private let bytes: Range<Int>

  package init(_ range: SourceRange) {
    file = ObjectIdentifier(range.file)
    bytes = range.bytes
  }
}
