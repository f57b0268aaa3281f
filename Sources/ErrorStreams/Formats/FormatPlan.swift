internal import RuleEngine

/// A format as it is run.
package final class FormatPlan: Sendable {
  package let name: String
  let mapping: MappingPlan
  let container: (any DocumentContainer)?
  /// What finds the markers of the container.
  let envelope: MappingPlan?
  /// What makes a document of a line of text.
  let lines: (any LineParser)?
  let preambles: [String]
  let asides: [MappingPlan]
  let openings: [MappingPlan]

  package init(_ format: StreamFormat) {
    name = format.name
    mapping = MappingPlan(format.mapping)
    container = format.container
    envelope = format.container.map { MappingPlan(format.name, $0.markers) }
    lines = format.lines
    preambles = format.preambles
    asides = format.asides.map { MappingPlan(format.name, $0) }
    openings = format.openings.map { MappingPlan(format.name, $0) }
  }

  /// A mapping that a user wrote.
  package init(_ mapping: Mapping) {
    name = mapping.name
    self.mapping = MappingPlan(mapping)
    container = nil
    envelope = nil
    lines = nil
    preambles = []
    asides = []
    openings = []
  }

  /// Whether a line says nothing of records.
  func isPreamble(_ line: ByteSlice) -> Bool {
    for preamble in preambles where line.count >= preamble.utf8.count {
      if zip(preamble.utf8, 0..<line.count).allSatisfy({ $0 == line[$1] }) { return true }
    }
    return false
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
