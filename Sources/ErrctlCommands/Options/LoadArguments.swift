import ArgumentParser
import Replay
import RuleEngine

/// What a preview of the load of retries is asked to assume, by whichever command.
struct LoadArguments: ParsableArguments {
  @Option(
    name: .customLong("upstream"),
    help: ArgumentHelp(
      "The field, such as attributes.host, that names the system behind an operation.",
      valueName: "field"
    )
  )
  var upstream: String?

  @Option(
    name: .customLong("success-rate"),
    help: ArgumentHelp(
      "How many of the tries succeed, such as 0.8; else the stream's later records say it.",
      valueName: "share"
    )
  )
  var successRate: Double?

  var isGiven: Bool { upstream != nil || successRate != nil }

  func check() throws {
    if let successRate, !(0...1).contains(successRate) {
      throw ValidationError("--success-rate takes a number from 0 to 1.")
    }
    if let upstream, Subject(keyPath: upstream) == nil {
      throw ValidationError(
        "--upstream takes a field of a record, such as operation or attributes.host, not “\(upstream)”."
      )
    }
  }

  /// The options; the default where nothing is said.
  func options() throws -> LoadOptions {
    var options = LoadOptions()
    if let upstream, let subject = Subject(keyPath: upstream) { options.upstream = [subject] }
    options.successRate = successRate
    return options
  }
}
