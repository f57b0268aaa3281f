/// How rows of a table become documents: the first row names the members.
package struct TableMapping: Sendable, Equatable {
  /// What stands between two columns; nil for what the first row has most of: a comma, a semicolon, a tab.
  package var separator: UInt8?

  package init(separator: UInt8? = nil) {
    self.separator = separator
  }

  /// The words for separators in a mapping file.
  package static let separators: [(word: String, byte: UInt8)] = [
    ("comma", UInt8(ascii: ",")), ("semicolon", UInt8(ascii: ";")), ("tab", 0x09),
    ("pipe", UInt8(ascii: "|")),
  ]
}

extension Mapping {
  /// The columns of a table that it asks for.
  var columns: [String] {
    markers.all.map { $0.path } + markers.any.flatMap { $0 } + fields.flatMap { $0.from } + logMessage + stack
      + appleErrors + drop
  }
}
