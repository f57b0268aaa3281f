import ArgumentParser
import Replay
internal import Bytes
internal import Engine

/// The options of evaluating a stream: how it is read, and the results of what errctl can't run.
struct EvaluationOptions: ParsableArguments {
  @OptionGroup var input: InputOptions

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

  /// The words for a command to copy, without those on how the stream is read.
  var words: [String] {
    (seed == 0 ? [] : ["--seed", "\(seed)"])
      + answers.flatMap { ["--answer", $0] } + failing.words
  }

  func replayOptions(_ chain: ResponderChain, rules: String, limits: Limits) throws -> ReplayOptions {
    var options = ReplayOptions()
    options.seed = seed
    options.input = try input.streamInput(limits: limits)
    options.times = input.times.defaults
    options.zone = input.zone
    options.limits = limits
    try failing.check(against: [chain], rules: rules)
    options.unrecorded.failing = failing.names
    options.unrecorded.presetAnswers = try PresetAnswers(options: answers).byClause(of: chain, rules: rules)
    return options
  }
}

/// The options of evaluating some records of a stream.
struct RunOptions: ParsableArguments {
  @OptionGroup var evaluation: EvaluationOptions

  @OptionGroup var selection: SelectionOptions

  var input: InputOptions {
    get { evaluation.input }
    set { evaluation.input = newValue }
  }
  var seed: UInt64 { evaluation.seed }
  var answers: [String] { evaluation.answers }
  var failing: FailingActions { evaluation.failing }

  var words: [String] { input.words + selection.words(clock: input.clock) + evaluation.words }

  func recordSelection() throws -> RecordSelection {
    try selection.selection(seed: seed, clock: input.clock)
  }

  func replayOptions(_ chain: ResponderChain, rules: String, limits: Limits) throws -> ReplayOptions {
    var options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    options.order = selection.streamOrder
    options.selection = try recordSelection()
    return options
  }
}

extension ResponderChain {
  /// A rule's id or `otherwise`, optionally after the responder and a slash.
  func clauses(named name: String) -> [Int] {
    clauses.indices.filter { clauses[$0].name == name || self.name(ofClause: $0) == name }
  }
}
