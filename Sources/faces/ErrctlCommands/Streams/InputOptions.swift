import ArgumentParser
import ErrorStreams
internal import Bytes
import Records
internal import Source

/// The format of streams, with the year and the zone that times may lack.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of the streams: a format, a mapping file, or mixed. Default: detected.", valueName: "format"
    ))
  var input: String?

  @Flag(help: "Keep the records of a trace apart that tell of one failure.")
  var apart = false

  @OptionGroup var times: TimeOptions

  @Flag(
    help: "Show times in UTC, and read typed ones in UTC. Default: the zone of --time-zone, or local time.")
  var utc = false

  var words: [String] {
    (input.map { ["--input", $0] } ?? []) + (apart ? ["--apart"] : []) + times.words + (utc ? ["--utc"] : [])
  }

  /// The clock of times that are typed without a zone.
  var clock: LocalClock { utc ? .zone(ZoneOffsets(minutes: 0)) : times.clock }

  /// The zone of the times that people read.
  var zone: ShownZone { clock.shownZone(named: times.zoneName) }

  func streamInput(limits: Limits) throws -> StreamInput {
    try Self.streamInput(input, keepsApart: apart, limits: limits)
  }

  static func streamInput(_ input: String?, keepsApart: Bool = false, limits: Limits) throws -> StreamInput {
    let table = FormatTable(keepsApart: keepsApart)
    guard let input else { return .detected(table) }
    if input == "errctl" { return .native }
    if input == "mixed" { return .mixed(table) }
    if let mappingFile = mappingFile(of: input) {
      return try mapping(mappingFile, keepsApart: keepsApart, limits: limits)
    }
    if let plan = table.named(input) { return .format(plan, table) }
    let names = FormatTable.names
    throw CommandFailure(
      .usage,
      "There is no format “\(input)”.\(Suggestion.question(for: input, among: names)) "
        + "--input takes \(names.joined(separator: ", ")), or a mapping file.")
  }

  /// Nil for the name of a format.
  var mappingFile: String? { Self.mappingFile(of: input) }

  static func mappingFile(of input: String?) -> String? {
    guard let input, [".yaml", ".yml", ".json"].contains(where: { input.hasSuffix($0) }) else { return nil }
    return input
  }

  private static func mapping(_ name: String, keepsApart: Bool, limits: Limits) throws -> StreamInput {
    let bytes = try InputFile.read(name, limit: limits.ruleFileBytes)
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(name: name, bytes: bytes, limits: limits, into: &diagnostics)
    let text = DiagnosticText(terminalStyle: ColorChoice.auto.terminalStyle(for: 2))
    for finding in diagnostics.sorted { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard let mapping else { throw CommandFailure(.unusableInput) }
    let plan = FormatPlan(mapping)
    return .format(plan, FormatTable(own: [plan], keepsApart: keepsApart))
  }
}
