import ArgumentParser
import Replay
import RuleEngine

/// What an evaluation is given beside rules and records, by whichever command.
struct EvaluationOptions: ParsableArguments {
  @OptionGroup var input: InputOptions

  @OptionGroup var selection: SelectionOptions

  @Option(help: ArgumentHelp("The seed of random delays and samples.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "The button that is chosen at a rule (or RESPONDER/RULE) where no answer is recorded.",
      valueName: "rule=title"
    )
  )
  var answers: [String] = []

  /// The options again, for another command that shall evaluate alike.
  var words: [String] {
    input.words + selection.words + (seed == 0 ? [] : ["--seed", "\(seed)"])
      + answers.flatMap { ["--answer", $0] }
  }

  /// What a replay, or one evaluation, is asked to do.
  func replayOptions(_ chain: ResponderChain, rules: String, limits: Limits) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.seed = seed
    options.input = try input.streamInput(limits: limits)
    options.order = selection.streamOrder
    options.selection = try selection.selection(seed: seed)
    options.limits = limits
    options.presetAnswers = try PresetAnswers(options: answers).byStation(of: chain, rules: rules)
    return options
  }
}

extension ResponderChain {
  /// The stations that a name stands for: a rule's id, `otherwise`, or either behind its responder and a slash.
  func stations(named name: String) -> [Int] {
    stations.indices.filter { stations[$0].name == name || self.name(ofStation: $0) == name }
  }
}
