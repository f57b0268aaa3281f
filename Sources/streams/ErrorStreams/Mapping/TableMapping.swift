/// Members are named by the header row.
package struct TableMapping: Sendable, Equatable {
  /// Nil for the most frequent one in the header row: a comma, a semicolon or a tab.
  package var separator: UInt8?
  /// The beginning of the lines that name the columns; nil for the first row.
  package var header: String?

  package init(separator: UInt8? = nil, header: String? = nil) {
    self.separator = separator
    self.header = header
  }

  package static let separators: [(word: String, byte: UInt8)] = [
    ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", 0x09),
    ("pipe", UInt8(ascii: "|")), ("space", UInt8(ascii: " ")),
  ]
}

extension Mapping {
  var columns: [String] {
    markers.all.map { $0.path } + markers.any.flatMap { $0 } + fields.flatMap { $0.from } + logMessage + stack
      + request
      + appleErrors + drop
  }
}
