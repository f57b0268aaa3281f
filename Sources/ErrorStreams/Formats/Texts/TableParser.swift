package import Bytes

/// Until it has read the stream's header row, it recognizes only that one.
package struct TableParser: LineParser, LineReader {
  private let separator: UInt8?
  /// Compared ignoring case, because spreadsheets and databases change it.
  private let columns: [[UInt8]]
  /// Also whether the columns' names satisfy them.
  private let markers: Mapping.Markers
  let hasMarkers: Bool
  private let header: [UInt8]
  private let names: [[UInt8]]

  package init(_ mapping: TableMapping, columns: [String], markers: Mapping.Markers) {
    separator = mapping.separator
    self.markers = markers
    hasMarkers = false
    self.columns = columns.map { Array($0.utf8) }
    header = []
    names = []
  }

  private init(_ separator: UInt8, header: [UInt8], names: [[UInt8]], _ markers: Mapping.Markers) {
    self.separator = separator
    self.markers = markers
    hasMarkers = markers.hold(forColumns: Set(names.map { String(decoding: $0, as: UTF8.self) }))
    columns = []
    self.header = header
    self.names = names
  }

  package var summary: String {
    names.isEmpty
      ? "the columns of the header row, separated by `,`, `;` or a tab" : "\(names.count) columns"
  }

  var rows: TableRows { TableRows(separator: separator ?? UInt8(ascii: ",")) }

  func withHeader(_ row: ByteSlice) -> TableParser? {
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
    return TableParser(separator, header: Array(row.trimmed.buffer), names: names, markers)
  }

  private func column(by name: [UInt8]) -> [UInt8]? {
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
    let isWhole = rows.forEachColumn(of: row) { value in
      if column < names.count, !value.isEmpty {
        if !written.isEmpty { written.append(UInt8(ascii: ",")) }
        names[column].withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &written) }
        written.append(UInt8(ascii: ":"))
        JSONText.append(string: value, to: &written)
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
