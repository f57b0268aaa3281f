internal import RuleLanguage
internal import Records
import ArgumentParser
import Replay

struct LoadArguments: ParsableArguments {
  @Option(
    name: .customLong("upstream"),
    help: ArgumentHelp(
      "The field that names the system behind an operation, such as attributes.host.", valueName: "field"))
  var upstream: String?

  @Option(
    name: .customLong("success-rate"),
    help: ArgumentHelp(
      "The share of tries that succeed, such as 0.8. Default: derived from later records.", valueName: "share"
    ))
  var successRate: Double?

  var words: [String] {
    (upstream.map { ["--upstream", $0] } ?? []) + (successRate.map { ["--success-rate", "\($0)"] } ?? [])
  }

  var isGiven: Bool { upstream != nil || successRate != nil }

  func check() throws {
    if let successRate, !(0...1).contains(successRate) {
      throw ValidationError("--success-rate takes a number from 0 to 1.")
    }
    if let upstream, Subject(keyPath: upstream) == nil {
      throw ValidationError(
        "--upstream takes a field of a record, such as operation or attributes.host, not “\(upstream)”.")
    }
  }

  func options() throws -> LoadOptions {
    var options = LoadOptions()
    if let upstream, let subject = Subject(keyPath: upstream) { options.upstream = [subject] }
    options.successRate = successRate
    return options
  }
}
