/// A table of a report: what each column says of a row is said once, for all formats.
package struct Table: Sendable {
  package enum Kind: Sendable {
    /// The head of a row. In text it stands behind the numbers.
    case name
    case number
    /// A text to copy.
    case code
    case words
    /// A moment or a span of time.
    case time
    case bar
  }

  /// A column, and its cell in a row.
  package struct Column<Row> {
    let head: Head
    let cell: (Row) -> Words

    /// - Parameter width: the columns of text that it takes, with the space before it, if its cells are not wider.
    package init(
      _ kind: Kind, _ title: String, in formats: Report.Formats = .all, width: Int? = nil,
      _ cell: @escaping (Row) -> Words
    ) {
      head = Head(title: title, kind: kind, formats: formats, width: width)
      self.cell = cell
    }
  }

  /// The layout in a terminal.
  package enum Layout: Sendable {
    /// The numbers, then the names; with the titles above or without.
    case listed, untitled
    /// The same without titles, and with the names cut where a line would be too long.
    case cut
    /// The names, then words.
    case named(isStrong: Bool = false)
    /// The names first, and numbers in columns of their widths: what is strong in colour, and a dot for 0. A page has it too.
    case matrix
    /// A name, its number, its share and its bar, then words that take so many columns.
    case bars(nameWidth: Int? = nil, beside: Int = 0)
    /// The names first, within so many columns: without the second number where there is no room for it, and a dot for 0.
    case fitted(Int)
  }

  /// The number of rows in each format.
  package struct Limits: Sendable {
    let text: Int
    let markdown: Int
    let page: Int

    package init(text: Int = .max, markdown: Int = 50, page: Int = 100) {
      (self.text, self.markdown, self.page) = (text, markdown, page)
    }
  }

  struct Head: Sendable {
    let title: String
    let kind: Kind
    let formats: Report.Formats
    let width: Int?
  }

  let heads: [Head]
  let rows: [[Words]]
  let total: [Words]?
  let layout: Layout
  let limits: Limits
  let caption: String
  /// The name of the table's frame on a page: “Table of rules”.
  let label: String
  /// The id on a page, for a filter.
  let id: String?
  let filter: String?
  let isSorted: Bool
  /// A row as a person calls it.
  let noun: String
  /// Text's line about the rows beyond the limit, of which it gets the number.
  let more: (@Sendable (Int) -> Words?)?
  /// A page's sentence about them.
  let pageMore: (@Sendable (Int) -> String)?

  /// - Parameter total: the last row.
  package init<Row>(
    _ rows: [Row], _ columns: [Column<Row>], total: Row? = nil, layout: Layout = .listed,
    limits: Limits = Limits(), label: String = "", caption: String = "", id: String? = nil,
    filter: String? = nil, isSorted: Bool = true, noun: String = "row",
    more: (@Sendable (Int) -> Words?)? = nil, pageMore: (@Sendable (Int) -> String)? = nil
  ) {
    heads = columns.map { $0.head }
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
    self.total = total.map { row in columns.map { $0.cell(row) } }
    (self.layout, self.limits, self.label, self.caption) = (layout, limits, label, caption)
    (self.id, self.filter, self.isSorted, self.noun) = (id, filter, isSorted, noun)
    (self.more, self.pageMore) = (more, pageMore)
  }

  var isMatrix: Bool { if case .matrix = layout { true } else { false } }

  /// The places of the columns of a format.
  func columns(in format: Report.Formats) -> [Int] {
    heads.indices.filter { heads[$0].formats.contains(format) }
  }
}
