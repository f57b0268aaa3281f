internal import Bytes

/// A format as it is run.
package final class FormatPlan: Sendable {
  package let name: String
  let mapping: MappingPlan
  let container: (any DocumentContainer)?
  /// What finds the markers of the container.
  let envelope: MappingPlan?
  /// What makes a document of a line of text.
  let lines: (any LineParser)?
  /// How its text is cut into records.
  let framing: RecordFraming
  /// Whether it is taken only where no other format knows any of the first records.
  let isLastResort: Bool
  /// Whether it is what collectors put around the output of programs.
  let isAround: Bool
  let preambles: [String]
  let asides: [MappingPlan]
  let openings: [MappingPlan]

  package init(_ format: StreamFormat) {
    name = format.name
    mapping = MappingPlan(format.mapping)
    container = format.container
    envelope = format.container.map { MappingPlan(format.name, $0.markers) }
    lines = format.lines ?? format.mapping.makeLines(summary: format.shape)
    framing =
      if let wrapping = format.wrapping {
        .wrapped(wrapping)
      } else if format.binaryItems.isEmpty {
        RecordFraming(format.mapping, lines)
      } else {
        .items(format.binaryItems.map { "\"\($0)\"".utf8.map { $0 } })
      }
    isLastResort = format.isLastResort
    isAround = format.isAround
    preambles = format.preambles
    asides = format.asides.map { MappingPlan(format.name, $0) }
    openings = format.openings.map { MappingPlan(format.name, $0) }
  }

  /// A mapping that a user wrote.
  package convenience init(_ mapping: Mapping) {
    if var format = BuiltInFormats.all.first(where: { $0.name == mapping.like }) {
      format.mapping = mapping
      format.isLastResort = false
      self.init(format)
    } else {
      self.init(plain: mapping)
    }
  }

  private init(plain mapping: Mapping) {
    name = mapping.name
    self.mapping = MappingPlan(mapping)
    container = nil
    envelope = nil
    lines = mapping.makeLines(summary: nil)
    framing = RecordFraming(mapping, lines)
    isLastResort = false
    isAround = false
    preambles = []
    asides = []
    openings = []
  }

  /// The same for a table whose first row is this; nil for what is no table, or no such row.
  func withHeader(_ row: ByteSlice) -> FormatPlan? {
    guard let table = (lines as? TableParser)?.withHeader(row) else { return nil }
    return FormatPlan(self, table)
  }

  private init(_ other: FormatPlan, _ table: TableParser) {
    name = other.name
    mapping = other.mapping
    container = nil
    envelope = nil
    lines = table
    framing = .rows(table.rows)
    isLastResort = other.isLastResort
    isAround = other.isAround
    preambles = []
    asides = []
    openings = []
  }

  /// What stands in place of a record that is too long, or of bytes that are no line.
  static let blot: UInt8 = 0x7F

  /// Whether a line says nothing of records.
  func isPreamble(_ line: ByteSlice) -> Bool {
    if !line.isEmpty, line[0] == FormatPlan.blot { return true }
    for preamble in preambles where line.count >= preamble.utf8.count {
      if zip(preamble.utf8, 0..<line.count).allSatisfy({ $0 == line[$1] }) { return true }
    }
    return false
  }
}

/// How the text of a format is cut into records.
enum RecordFraming: Sendable {
  /// Each line is one.
  case lines
  /// A line that is of the format, and what follows it.
  case records(TextMapping.Continuation)
  /// Each line is one but where the lines of a program within them belong together.
  case wrapped(Wrapping)
  /// Each line is one, but for items of these types, in quotes, whose length stands in the line before them.
  case items([[UInt8]])
  /// Rows, which may have line breaks in them.
  case rows(TableRows)

  init(_ mapping: Mapping, _ lines: (any LineParser)?) {
    if let table = lines as? TableParser {
      self = .rows(table.rows)
    } else if lines != nil, mapping.text?.continued != TextMapping.Continuation.none, mapping.gathers {
      self = .records(mapping.text?.continued ?? .traces)
    } else {
      self = .lines
    }
  }
}

extension Mapping {
  /// Whether a stack trace behind a line of text belongs to it: where something says what is in it.
  fileprivate var gathers: Bool { text != nil || stack.contains(TextMapping.more) || stack == ["trace"] }

  fileprivate func makeLines(summary: String?) -> (any LineParser)? {
    if let text { return TextPatterns(text, summary: summary) }
    return table.map { TableParser($0, columns: columns, markers: markers) }
  }
}

extension MappingPlan {
  /// A plan that only tells what has these markers.
  convenience init(_ name: String, _ markers: Mapping.Markers) {
    var mapping = Mapping(name: name)
    mapping.markers = markers
    self.init(mapping)
  }
}

/// All formats as they are run, a user's own before the built-in ones.
package struct FormatTable: Sendable {
  private let own: [FormatPlan]
  /// Made once something asks for them: most streams are our own.
  private static let builtIn = BuiltInFormats.all.map { FormatPlan($0) }

  package init(own: [FormatPlan] = []) {
    self.own = own
  }

  /// Whether a user's own formats are among them.
  var hasOwn: Bool { !own.isEmpty }

  package func named(_ name: String) -> FormatPlan? { first { $0.name == name } }

  /// The first format, in the order in which they are asked, for which `isIt` holds.
  func first(where isIt: (FormatPlan) -> Bool) -> FormatPlan? {
    for plan in own where isIt(plan) { return plan }
    for plan in Self.builtIn where isIt(plan) { return plan }
    return nil
  }

  /// The names that `--input` takes.
  package static var names: [String] { BuiltInFormats.all.map { $0.name } + ["errctl", "mixed"] }
}

/// How a stream shall be read.
package enum StreamInput: Sendable {
  /// As its first records say.
  case detected(FormatTable)
  /// As recorded errors of our own.
  case native
  /// As one format.
  case format(FormatPlan, FormatTable)
  /// Each record as itself says.
  case mixed(FormatTable)
}
