import ArgumentParser
import Replay
import RuleEngine

/// What an evaluation is given beside rules and records, by whichever command.
struct EvaluationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The seed of random delays.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "The button that is chosen at a rule (or RESPONDER/RULE) where no answer is recorded.",
      valueName: "rule=title"
    )
  )
  var answers: [String] = []

  /// What a replay, or one evaluation, is asked to do.
  func replayOptions(_ chain: ResponderChain, rules: String, limits: Limits) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.seed = seed
    options.limits = limits
    options.presetAnswers = try presetAnswers(chain, rules: rules)
    return options
  }

  private func presetAnswers(_ chain: ResponderChain, rules: String) throws -> [String?] {
    var preset = [String?](repeating: nil, count: chain.stations.count)
    for answer in answers {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--answer takes RULE=TITLE, not “\(answer)”.")
      }
      let matching = chain.stations(named: String(parts[0]))
      guard !matching.isEmpty else {
        throw CommandFailure(.usage, "--answer names no rule of \(rules): “\(parts[0])”.")
      }
      for index in matching { preset[index] = String(parts[1]) }
    }
    return preset
  }
}

extension ResponderChain {
  /// The stations that a name stands for: a rule's id, `otherwise`, or either behind its responder and a slash.
  func stations(named name: String) -> [Int] {
    stations.indices.filter { stations[$0].name == name || self.name(ofStation: $0) == name }
  }
}
