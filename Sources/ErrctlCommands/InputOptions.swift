import ArgumentParser
import ErrorStreams
import RuleEngine

/// How streams are read, by whichever command.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How streams are read: the name of a format, or mixed; detected where it is not said.",
      valueName: "format"
    )
  )
  var input: String?

  /// What was asked for.
  func streamInput(limits: Limits, paint: Paint) throws -> StreamInput {
    let table = FormatTable()
    guard let input else { return .detected(table) }
    if input == "errctl" { return .native }
    if input == "mixed" { return .mixed(table) }
    if let plan = table.named(input) { return .format(plan, table) }
    let names = FormatTable.names
    throw CommandFailure(
      .usage,
      "There is no format “\(input)”.\(Suggestion.question(for: input, among: names)) "
        + "--input takes \(names.joined(separator: ", "))."
    )
  }
}
