internal import Bytes
internal import Synchronization

package final class FormatPlan: Sendable {
  package let name: String
  package let mapping: MappingPlan
  let container: (any DocumentContainer)?
  let envelope: MappingPlan?
  package let lines: (any LineParser)?
  let framing: RecordFraming
  /// Applies only if no other format matches any of the first records.
  let isLastResort: Bool
  /// Its lines say nothing of a level.
  let isWithoutLevel: Bool
  /// Collectors put it around the output of programs.
  let isAround: Bool
  let preambles: [String]
  /// Lines around the records, of a user's mapping.
  let skipped: TextPatterns?
  let asides: [MappingPlan]
  let openings: [MappingPlan]

  package convenience init(_ format: StreamFormat) {
    self.init(format, format.makeLines())
  }

  fileprivate init(_ format: StreamFormat, _ lines: (any LineParser)?) {
    name = format.name
    mapping = MappingPlan(format.mapping)
    container = format.container
    envelope = format.container.map { MappingPlan(format.name, $0.markers) }
    self.lines = lines
    framing =
      if let wrapping = format.wrapping {
        .wrapped(wrapping)
      } else if format.binaryItems.isEmpty {
        RecordFraming(format.mapping, lines)
      } else {
        .items(format.binaryItems.map { "\"\($0)\"".utf8.map { $0 } })
      }
    isLastResort = format.isLastResort
    isWithoutLevel = format.isWithoutLevel
    isAround = format.isAround
    preambles = format.preambles
    skipped = format.mapping.skippedLines
    asides = format.asides.map { MappingPlan(format.name, $0) }
    openings = format.openings.map { MappingPlan(format.name, $0) }
  }

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
    isWithoutLevel = false
    // Whatever is in it is another log's.
    isAround = mapping.inner.map { mapping.text?.patterns == ["(?P<\($0)>.*)"] } ?? false
    preambles = []
    skipped = mapping.skippedLines
    asides = []
    openings = []
  }

  /// Only lines that are passed over were read, and the first row of the table has to name its columns.
  func awaitsHeader(in chunk: borrowing Chunk) -> Bool {
    guard let parser = lines as? TableParser, !parser.namesAgain else { return false }
    return parser.headerLine(in: chunk.bytes.slice, skipped) == nil
  }

  /// Nil for anything but a table, or if no line is a valid header.
  func withHeader(in chunk: borrowing Chunk) -> FormatPlan? {
    guard let parser = lines as? TableParser, let row = parser.headerLine(in: chunk.bytes.slice, skipped),
      let table = parser.withHeader(row)
    else { return nil }
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
    isWithoutLevel = other.isWithoutLevel
    isAround = other.isAround
    preambles = []
    skipped = other.skipped
    asides = []
    openings = []
  }

  /// Blanks an oversized record, or bytes that are not lines.
  static let blot: UInt8 = 0x7F

  /// A record is a line, perhaps with the lines that belong to it: not a row of a table, or a report.
  var hasRecordsOfLines: Bool { mapping.mapping.table == nil && lines?.wholeRecords != .all }

  /// A record is a line by itself, and what follows is somebody else's.
  var isAlone: Bool { lines is OSErrorParser }

  /// Among records of other formats, a trace belongs to the line before it, whatever its format.
  var continuationInMixed: TextMapping.Continuation {
    if case .records(.all) = framing { .all } else { .traces }
  }

  /// If it is detected, lines that do not fit may be read by other formats: each line, or each record of text, says
  /// by itself where it begins.
  var readsOthers: Bool {
    switch framing {
    case .lines, .records(.traces), .wrapped: true
    case .records, .items, .rows: false
    }
  }

  /// Whether a trace outside its records is an error by itself.
  var readsTraces: Bool {
    switch framing {
    case .lines, .records(.traces): true
    case .records, .wrapped, .items, .rows: false
    }
  }

  func isPreamble(_ line: ByteSlice) -> Bool {
    if !line.isEmpty, line[0] == FormatPlan.blot { return true }
    return preambles.contains { line.begins(with: $0) }
  }
}

extension ByteSlice {
  func begins(with text: String) -> Bool {
    count >= text.utf8.count && zip(text.utf8, 0..<count).allSatisfy { $0 == self[$1] }
  }
}

/// The division of a format's text into records.
enum RecordFraming: Sendable {
  case lines
  case records(TextMapping.Continuation)
  case wrapped(Wrapping)
  /// One record per line, except for items of these types (in quotes), whose length is in the line before them.
  case items([[UInt8]])
  /// Rows, which may contain line breaks.
  case rows(TableRows)

  init(_ mapping: Mapping, _ lines: (any LineParser)?) {
    if let table = lines as? TableParser {
      self = .rows(table.rows)
    } else if let continuation = lines?.wholeRecords {
      self = .records(continuation)
    } else if lines != nil, mapping.text?.continued != TextMapping.Continuation.none, mapping.gathers {
      self = .records(mapping.text?.continued ?? .traces)
    } else {
      self = .lines
    }
  }
}

extension Mapping {
  /// A stack trace after a line of text belongs to it, because the mapping reads it.
  fileprivate var gathers: Bool { text != nil || stack.contains(TextMapping.more) }

  fileprivate var skippedLines: TextPatterns? {
    skip.isEmpty ? nil : TextPatterns(TextMapping(patterns: skip, continued: .none), summary: nil)
  }

  /// Only syslog's lines have a priority.
  private var isSyslog: Bool { fields.contains { $0.reading == .priority } }

  fileprivate func makeLines(summary: String?, preambles: [String] = []) -> (any LineParser)? {
    if let text {
      return TextPatterns(
        text, skip: skip, summary: summary, preambles: preambles, hasEscapes: isSyslog)
    }
    return table.map { TableParser($0, columns: columns, markers: markers) }
  }
}

extension MappingPlan {
  convenience init(_ name: String, _ markers: Mapping.Markers) {
    var mapping = Mapping(name: name)
    mapping.markers = markers
    self.init(mapping)
  }
}

extension StreamFormat {
  fileprivate func makeLines() -> (any LineParser)? {
    lines ?? mapping.makeLines(summary: shape, preambles: preambles)
  }
}

/// A built-in format, compiled on first use: lines of text need none of the formats of JSON, nor those of text that they do not fit.
private final class LazyPlan: Sendable {
  let name: String
  let lines: (any LineParser)?
  private let format: StreamFormat
  private let compiled = AtomicLazyReference<FormatPlan>()

  init(_ format: StreamFormat) {
    name = format.name
    lines = format.makeLines()
    self.format = format
  }

  var isAround: Bool { format.isAround }

  var plan: FormatPlan { compiled.load() ?? compiled.storeIfNil(FormatPlan(format, lines)) }
}

/// A user's own formats before the built-in ones.
package struct FormatTable: Sendable {
  private let own: [FormatPlan]
  /// Names of built-in formats in whose place own ones are.
  private let replaced: Set<String>
  /// Records that tell of one failure are not joined.
  let keepsApart: Bool
  private static let builtIn = BuiltInFormats.all.map { LazyPlan($0) }

  package init(own: [FormatPlan] = [], keepsApart: Bool = false) {
    self.own = own
    self.keepsApart = keepsApart
    replaced = Set(own.compactMap { $0.mapping.mapping.replaces })
  }

  var hasOwn: Bool { !own.isEmpty }

  private var builtIn: some Sequence<LazyPlan> {
    Self.builtIn.lazy.filter { replaced.isEmpty || !replaced.contains($0.name) }
  }

  package func named(_ name: String) -> FormatPlan? {
    own.first { $0.name == name } ?? builtIn.first { $0.name == name }?.plan
  }

  func first(where isIt: (FormatPlan) -> Bool) -> FormatPlan? {
    for plan in own where isIt(plan) { return plan }
    for format in builtIn {
      let plan = format.plan
      if isIt(plan) { return plan }
    }
    return nil
  }

  /// The first format of text that a line fits by its parser, and then by its plan; the parser is named by its owner.
  func first(
    ofText fits: (any LineParser, _ owner: ObjectIdentifier) -> Bool, where isIt: (FormatPlan) -> Bool
  ) -> FormatPlan? {
    for plan in own {
      if let lines = plan.lines, fits(lines, ObjectIdentifier(plan)), isIt(plan) { return plan }
    }
    for format in builtIn {
      guard let lines = format.lines, fits(lines, ObjectIdentifier(format)) else { continue }
      let plan = format.plan
      if isIt(plan) { return plan }
    }
    return nil
  }

  /// The formats of text, the user's own first; a plan is compiled where it is asked for.
  var ofText: [(name: String, lines: any LineParser, isAround: Bool, plan: () -> FormatPlan)] {
    own.compactMap { plan in plan.lines.map { (plan.name, $0, plan.isAround, { plan }) } }
      + builtIn.compactMap { format in
        format.lines.map { (format.name, $0, format.isAround, { format.plan }) }
      }
  }

  /// The formats of JSON whose records may have these members.
  package static func names(withMembers keys: [String]) -> [String] {
    let keys = Set(keys)
    return BuiltInFormats.all.filter { format in
      let markers = format.mapping.markers
      return !format.isText && !(markers.all.isEmpty && markers.any.isEmpty) && markers.hold(forColumns: keys)
    }
    .map { $0.name }
  }

  package static var names: [String] { BuiltInFormats.all.map { $0.name } + ["errctl", "mixed"] }
}

package enum StreamInput: Sendable {
  case detected(FormatTable)
  case native
  case format(FormatPlan, FormatTable)
  case mixed(FormatTable)
}
