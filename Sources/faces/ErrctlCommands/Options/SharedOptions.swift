import ArgumentParser
internal import Bytes
internal import Source

struct SharedOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp("Change a limit. Messages name the limit that applies.", valueName: "name=value"))
  var limitChanges: [String] = []

  func limits() throws -> Limits {
    var limits = Limits()
    for change in limitChanges {
      let parts = change.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1]), value > 0 else {
        throw CommandFailure(.usage, "--limit takes NAME=VALUE with a positive integer, not “\(change)”.")
      }
      let name = String(parts[0])
      guard limits[named: name] != nil else {
        let question = Suggestion.question(for: name, among: Limits.names)
        throw CommandFailure(
          .usage,
          "There is no limit “\(name)”.\(question) The limits are \(Limits.names.joined(separator: ", ")).")
      }
      limits[named: name] = value
    }
    return limits
  }
}
