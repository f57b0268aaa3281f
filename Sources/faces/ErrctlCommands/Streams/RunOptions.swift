import ArgumentParser
import Replay
internal import Bytes
internal import Engine

struct RunOptions: ParsableArguments {
  @OptionGroup var input: InputOptions

  @OptionGroup var selection: SelectionOptions

  @Option(help: ArgumentHelp("The seed of random delays and samples.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "The button chosen at a rule (or RESPONDER/RULE) if the record has no answer.", valueName: "rule=title")
  )
  var answers: [String] = []

  @Option(name: .customLong("failing"), help: FailingActions.help)
  var failingNames: [String] = []

  var failing: FailingActions { FailingActions(names: failingNames) }

  var words: [String] {
    input.words + selection.words(clock: input.clock) + (seed == 0 ? [] : ["--seed", "\(seed)"])
      + answers.flatMap { ["--answer", $0] } + failing.words
  }

  func recordSelection() throws -> RecordSelection {
    try selection.selection(seed: seed, clock: input.clock)
  }

  func replayOptions(_ chain: ResponderChain, rules: String, limits: Limits) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.seed = seed
    options.input = try input.streamInput(limits: limits)
    options.times = input.times.defaults
    options.zone = input.zone
    options.order = selection.streamOrder
    options.selection = try recordSelection()
    options.limits = limits
    try failing.check(against: [chain], rules: rules)
    options.unrecorded.failing = failing.names
    options.unrecorded.presetAnswers = try PresetAnswers(options: answers).byClause(of: chain, rules: rules)
    return options
  }
}

extension ResponderChain {
  /// A rule's id or `otherwise`, optionally after the responder and a slash.
  func clauses(named name: String) -> [Int] {
    clauses.indices.filter { clauses[$0].name == name || self.name(ofClause: $0) == name }
  }
}
