package import Bytes

/// Until it has read the stream's header row, it recognizes only that one.
package struct TableParser: LineParser, LineReader {
  private let separator: UInt8?
  /// The beginning of the lines that name the columns; nil for the first row.
  private let prefix: [UInt8]?
  /// Compared ignoring case, because spreadsheets and databases change it.
  private let columns: [[UInt8]]
  /// The same, for the next header.
  private let known: [[UInt8]]
  /// Also whether the columns' names satisfy them.
  private let markers: Mapping.Markers
  let hasMarkers: Bool
  private let header: [UInt8]
  private let names: [[UInt8]]
  /// The columns `date` and `time` of a stream that names its columns, the date first; nil without both.
  private let moment: (date: Int, time: Int)?

  package init(_ mapping: TableMapping, columns: [String], markers: Mapping.Markers) {
    separator = mapping.separator
    prefix = mapping.header.map { Array($0.utf8) }
    self.markers = markers
    hasMarkers = false
    self.columns = columns.map { Array($0.utf8) }
    known = []
    header = []
    names = []
    moment = nil
  }

  private init(_ other: TableParser, _ separator: UInt8, header: [UInt8], names: [[UInt8]]) {
    self.separator = separator
    prefix = other.prefix
    known = other.columns.isEmpty ? other.known : other.columns
    markers = other.markers
    hasMarkers = markers.hold(forColumns: Set(names.map { String(decoding: $0, as: UTF8.self) }))
    columns = []
    self.header = header
    self.names = names
    moment =
      if let date = names.firstIndex(of: Array("date".utf8)),
        let time = names.firstIndex(of: Array("time".utf8)),
        date < time, other.namesAgain
      {
        (date, time)
      } else {
        nil
      }
  }

  /// The member made of the columns `date` and `time`.
  static let dateAndTime: StaticString = "date-time"

  package var summary: String {
    names.isEmpty
      ? "the columns of the header row, separated by `,`, `;` or a tab" : "\(names.count) columns"
  }

  package var hasNames: Bool { true }

  var rows: TableRows { TableRows(separator: separator ?? UInt8(ascii: ",")) }

  /// Lines that name the columns may occur anywhere.
  var namesAgain: Bool { prefix != nil }

  /// Nil for anything but a line that names the columns again.
  func renamed(by line: ByteSlice) -> TableParser? {
    namesAgain && hasPrefix(line) ? withHeader(line) : nil
  }

  /// The parser as it was before the first line that names the columns.
  var unnamed: TableParser { TableParser(self, rows.separator, header: [], names: []) }

  /// The reason why no row can be read; nil if there are names, or the first row has to have them.
  var missingNames: String? {
    guard names.isEmpty, let prefix else { return nil }
    return
      "No line before this row begins with “\(String(decoding: prefix, as: UTF8.self))”, so its columns have no names."
  }

  func headerLine(in text: ByteSlice, _ skipped: TextPatterns?) -> ByteSlice? {
    let skipped = skipped?.makeReader()
    return line(in: text) {
      !$0.isBlank && (prefix == nil ? skipped?.isBeginning($0) != true : hasPrefix($0))
    }
  }

  func lastHeaderLine(in text: ByteSlice) -> ByteSlice? {
    var last: ByteSlice?
    _ = line(in: text) { line in
      if hasPrefix(line) { last = line }
      return false
    }
    return last
  }

  private func line(in text: ByteSlice, where isIt: (ByteSlice) -> Bool) -> ByteSlice? {
    text.lines.first(where: isIt)
  }

  private func hasPrefix(_ line: ByteSlice) -> Bool {
    prefix?.withUnsafeBytes { line.hasPrefix(ByteSlice($0)) } == true
  }

  func withHeader(_ row: ByteSlice) -> TableParser? {
    guard namesAgain else { return named(by: row, header: row) }
    guard hasPrefix(row) else { return nil }
    return named(by: row[(prefix?.count ?? 0)..<row.count].trimmed, header: row)
  }

  private func named(by row: ByteSlice, header: ByteSlice) -> TableParser? {
    guard let separator = separator ?? Self.mostFrequent(row) else { return nil }
    var names: [[UInt8]] = []
    let isWhole = TableRows(separator: separator).forEachColumn(of: row) { column in
      let name = Array(column.trimmed.buffer)
      guard !name.isEmpty, name.count <= 128, !names.contains(name) else { return false }
      names.append(name)
      return true
    }
    guard isWhole, names.count > 1 else { return nil }
    for index in names.indices {
      guard let column = column(by: names[index]), !names.contains(column) else { continue }
      names[index] = column
    }
    return TableParser(self, separator, header: Array(header.trimmed.buffer), names: names)
  }

  private func column(by name: [UInt8]) -> [UInt8]? {
    let columns = columns.isEmpty ? known : columns
    if columns.contains(name) { return nil }
    return columns.first { column in
      column.count == name.count && zip(column, name).allSatisfy { Self.folded($0) == Self.folded($1) }
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  private static func mostFrequent(_ row: ByteSlice) -> UInt8? {
    var best: (byte: UInt8, count: Int)?
    for byte in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] as [UInt8] {
      let count = row.buffer.count { $0 == byte }
      if count > best?.count ?? 0 { best = (byte, count) }
    }
    return best?.byte
  }

  func isHeader(_ row: ByteSlice) -> Bool {
    header.withUnsafeBytes { row.trimmed == ByteSlice($0) }
  }

  package func isBeginning(_ line: ByteSlice) -> Bool { true }

  package func appendDocument(of row: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard !names.isEmpty else {
      // As a header: its names, each with a value, so that markers can be tested.
      guard let parser = withHeader(row) else { return false }
      let start = text.count
      text.append(UInt8(ascii: "{"))
      for name in parser.names {
        name.withUnsafeBytes { text.appendMember(ByteSlice($0), ByteSlice("?"), objectAt: start) }
      }
      text.append("}\n")
      return true
    }
    return raggedness(of: row, writingTo: &text) == nil
  }

  /// Returns the fault of an invalid row.
  func raggedness(of row: ByteSlice, writingTo text: inout Buffer<UInt8>) -> String? {
    let start = text.count
    text.append(UInt8(ascii: "{"))
    var column = 0
    // The closure can write only to what is borrowed.
    var written = Buffer<UInt8>(capacity: row.count + 256)
    var dateAndTime = Buffer<UInt8>(capacity: 32)
    let isWhole = rows.forEachColumn(of: row) { value in
      // The formats that name columns again write a minus for nothing.
      let isEmpty = value.isEmpty || namesAgain && value == "-"
      if column < names.count, !isEmpty {
        if !written.isEmpty { written.append(UInt8(ascii: ",")) }
        names[column].withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &written) }
        written.append(UInt8(ascii: ":"))
        JSONText.append(string: value, to: &written)
        if let moment, column == moment.date {
          dateAndTime.append(value)
        } else if let moment, column == moment.time, !dateAndTime.isEmpty {
          dateAndTime.append(UInt8(ascii: " "))
          dateAndTime.append(value)
          written.append(",")
          JSONText.append(string: ByteSlice(Self.dateAndTime), to: &written)
          written.append(UInt8(ascii: ":"))
          JSONText.append(string: dateAndTime.slice, to: &written)
        }
      }
      column += 1
      return true
    }
    text.append(written.slice)
    text.append("}\n")
    if !isWhole {
      text.removeLast(text.count - start)
      return "There is text after a column's closing quote. Write a separator there."
    }
    guard column == names.count else {
      text.removeLast(text.count - start)
      return "This row has \(column) column\(column == 1 ? "" : "s"), but the header row has \(names.count)."
    }
    return nil
  }
}
