internal import Bytes

/// Lines of one record that each have its prefix: logcat and OpenStack's loggers write each line of a stack trace so.
///
/// It belongs to one thread.
package final class PrefixedLines {
  private let reader: TextPatternReader
  /// For each pattern, the groups that the lines share, and the group of the program's text, or -1.
  private let shared: [[Int]]
  private let texts: [Int]
  private let textName: String
  /// Every line with the prefix belongs to the record.
  let joinsAll: Bool
  @exclusivity(unchecked) private var prefix = Buffer<UInt8>(capacity: 128)
  @exclusivity(unchecked) private var other = Buffer<UInt8>(capacity: 128)
  /// All that precedes the text.
  @exclusivity(unchecked) private var whole = Buffer<UInt8>(capacity: 128)
  @exclusivity(unchecked) private var otherWhole = Buffer<UInt8>(capacity: 128)
  @exclusivity(unchecked) private var first = Buffer<UInt8>(capacity: 256)
  @exclusivity(unchecked) private var this = Buffer<UInt8>(capacity: 256)
  @exclusivity(unchecked) private var next = Buffer<UInt8>(capacity: 256)

  init(_ reader: TextPatternReader, _ mapping: TextMapping.Prefixed) {
    self.reader = reader
    shared = reader.groups(named: mapping.same)
    texts = reader.groups(named: [mapping.text]).map { $0.first ?? -1 }
    textName = mapping.text
    joinsAll = mapping.joinsAll
  }

  /// Takes the prefix of a record's first line; returns its text, or nil if no pattern matches.
  func begin(_ line: ByteSlice) -> ByteSlice? {
    split(line, prefix: &prefix, &whole, text: &first) ? first.slice : nil
  }

  /// Not only the shared groups of the last line were those of the first, but all that precedes its text.
  private(set) var isWhole = false

  /// The text of a line with the record's prefix; nil for any other line.
  func text(of line: ByteSlice) -> ByteSlice? { text(of: line, in: &this) }

  /// The text of the next line, like ``text(of:)``, which it leaves valid; empty for any other line.
  func textOfNext(_ line: ByteSlice) -> ByteSlice { text(of: line, in: &next) ?? ByteSlice("") }

  private func text(of line: ByteSlice, in text: inout Buffer<UInt8>) -> ByteSlice? {
    guard split(line, prefix: &other, &otherWhole, text: &text), other.slice == prefix.slice else {
      return nil
    }
    isWhole = otherWhole.slice == whole.slice
    return text.slice
  }

  private func split(
    _ line: ByteSlice, prefix: inout Buffer<UInt8>, _ whole: inout Buffer<UInt8>, text: inout Buffer<UInt8>
  ) -> Bool {
    prefix.removeAll()
    whole.removeAll()
    text.removeAll()
    return reader.match(line) { plain, number, range in
      for group in shared[number] {
        if let range = range(group) { prefix.append(plain[range]) }
        prefix.append(UInt8(ascii: "\n"))
      }
      guard texts[number] >= 0, let range = range(texts[number]) else { return }
      text.append(plain[range])
      whole.append(plain[0..<range.lowerBound])
    }
  }

  /// The line's prefix differs from that of the line before it.
  func begins(_ line: ByteSlice, after before: ByteSlice) -> Bool {
    split(before, prefix: &prefix, &whole, text: &first)
      && split(line, prefix: &other, &otherWhole, text: &this)
      && !(other.slice == prefix.slice)
  }

  /// The document of a record's first line, whose text goes on with that of the others.
  func appendDocument(of line: ByteSlice, _ others: ByteSlice, to document: inout Buffer<UInt8>) {
    guard begin(line) != nil else { return }
    for other in others.lines {
      first.append(UInt8(ascii: "\n"))
      first.append(text(of: other) ?? other.trimmedAtEnd)
    }
    reader.appendDocument(of: line, replacing: textName, by: first.slice, to: &document)
  }
}
