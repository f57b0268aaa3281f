internal import Source

/// The settings of systemd's unit files, each at its place.
///
/// The syntax: systemd.syntax(7), `src/shared/conf-parser.c`. A line that ends in a backslash goes on in the next one, comments
/// between them left out.
struct UnitFileReader {
  private let file: SourceFile
  private var sections: [Node.Member] = []
  private var header: (name: String, place: SourceRange)?
  private var settings: [Node.Member] = []

  private init(_ file: SourceFile) { self.file = file }

  /// A mapping of settings for each section of the file, in its order. A name may occur several times in either.
  static func sections(of file: SourceFile) -> [Node.Member] {
    var reader = UnitFileReader(file)
    reader.read()
    return reader.sections
  }

  private mutating func read() {
    var number = 1
    while number <= file.lineCount {
      var line = content(of: number)
      number += 1
      guard let first = file.bytes[line].first, !Self.isComment(first) else { continue }
      var text = String(decoding: file.bytes[line], as: UTF8.self)
      while Self.goesOn(text) {
        text.removeLast()
        guard number <= file.lineCount else { break }
        let next = content(of: number)
        number += 1
        if let first = file.bytes[next].first, Self.isComment(first) {
          text.append("\\")
          continue
        }
        text += " " + String(decoding: file.bytes[next], as: UTF8.self)
        line = line.lowerBound..<max(line.upperBound, next.upperBound)
      }
      take(text, at: line)
    }
    endSection()
  }

  /// The range of a line without the blanks before it.
  private func content(of number: Int) -> Range<Int> {
    var line = file.lineRange(number)
    if number == 1, file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { line = 3..<line.upperBound }
    while let first = file.bytes[line].first, Self.isBlank(first) {
      line = (line.lowerBound + 1)..<line.upperBound
    }
    return line
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func isComment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
  }

  /// Whether it ends in a backslash that no other one escapes.
  private static func goesOn(_ text: String) -> Bool {
    text.reversed().prefix { $0 == "\\" }.count % 2 == 1
  }

  private mutating func take(_ text: String, at place: Range<Int>) {
    let bytes = Array(text.utf8)
    let end = bytes.count - bytes.reversed().prefix { Self.isBlank($0) }.count
    if bytes.first == UInt8(ascii: "["), end > 1, bytes[end - 1] == UInt8(ascii: "]") {
      endSection()
      let name = String(decoding: bytes[1..<(end - 1)], as: UTF8.self)
      header = (name, SourceRange(file: file, bytes: place))
      return
    }
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return }
    let key = bytes[..<equals].count - bytes[..<equals].reversed().prefix { Self.isBlank($0) }.count
    let start = equals + 1 + bytes[(equals + 1)...].prefix { Self.isBlank($0) }.count
    let value = start < end ? start..<end : (equals + 1)..<(equals + 1)
    // A value of several lines has the place of all of them.
    let isWhole = text.utf8.count == place.count
    let first = min(place.lowerBound + value.lowerBound, place.upperBound)
    let last = isWhole ? place.lowerBound + value.upperBound : place.upperBound
    settings.append(
      Node.Member(
        key: String(decoding: bytes[..<key], as: UTF8.self),
        keyRange: SourceRange(file: file, bytes: place.lowerBound..<(place.lowerBound + key)),
        value: .text(
          String(decoding: bytes[value], as: UTF8.self), at: SourceRange(file: file, bytes: first..<last))))
  }

  private mutating func endSection() {
    guard let header else { return }
    let end = settings.last?.value.range.bytes.upperBound ?? header.place.bytes.upperBound
    let place = SourceRange(
      file: file, bytes: header.place.bytes.lowerBound..<max(end, header.place.bytes.upperBound))
    sections.append(
      Node.Member(
        key: header.name, keyRange: header.place,
        value: Node(.mapping(settings), style: .block, range: place)))
    settings = []
    self.header = nil
  }
}
