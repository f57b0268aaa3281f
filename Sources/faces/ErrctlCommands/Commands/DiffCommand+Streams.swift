import ArgumentParser
import Differences
import Pages
import Replay
import Reports
internal import Bytes
internal import Counting
internal import Engine

extension DiffCommand {
  private static let order = "errctl diff --streams A B RULES"

  func checkStreams() throws {
    guard streams.count == 1 else {
      throw ValidationError(
        "--streams takes two streams and the rules: \(Self.order). Name a folder or quote a pattern for a stream of several files."
      )
    }
    let rules = streams[0]
    if rules != "-", !Self.isNamedAsRules(rules) {
      throw ValidationError(
        "The rules come last: \(Self.order). The name “\(rules)” does not end in .yaml, .yml or .json.")
    }
    if let name = [old, new].first(where: { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }) {
      throw ValidationError("“\(name)” is not a stream. The rules come last: \(Self.order).")
    }
    let others = [
      (baseline != nil, "--baseline"), (config != nil, "--config"), (witnesses != 5, "--witnesses"),
      (assumptions.upstream != nil, "--upstream"), (assumptions.successRate != nil, "--success-rate"),
    ]
    for (isGiven, option) in others where isGiven {
      throw ValidationError("\(option) is for two versions of the rules. Drop it or --streams.")
    }
  }

  /// Two streams in the place of both rule files.
  func checkRules() throws {
    if streams.count == 1, Self.isNamedAsRules(streams[0]), ![old, new].contains(where: Self.isNamedAsRules) {
      throw ValidationError("To compare two streams under the same rules, add --streams: \(Self.order).")
    }
    if grouping.by != nil, streams.isEmpty {
      throw ValidationError("--by counts the errors of a stream. Name one.")
    }
  }

  private static func isNamedAsRules(_ name: String) -> Bool {
    name == "-" || [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }

  nonisolated(nonsending) func compareStreams() async throws {
    let limits = try shared.limits()
    let gates = try FailOn.gates(failOn, StreamDifferenceFigures.vocabulary)
    let registry = try stubs.registry()
    let rules = streams[0]
    let (chain, _) = try InputFile.rules(
      rules, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter,
      terminalStyle: shared.color.terminalStyle(for: 2))
    try stubs.check(registry, against: chain, rules: rules)
    let selections = try two.selections(evaluation)
    let (before, after) = try (files(old), files(new))
    let (old, missingBefore) = try await side(before, selections.before, chain, limits)
    let (new, missingAfter) = try await side(after, selections.after, chain, limits)
    let difference = StreamDifference(
      rules: InputFile.shown(rules), old, new, only: two.only, gates: gates)
    let command = after.areFiles ? listCommand : nil
    try CheckedOutput.standardOutput.write(content(difference, command))
    try CheckedOutput.standardOutput.flush()
    let summaries = [difference.before.summary, difference.after.summary]
    if summaries.contains(where: { $0.read.isPartial }) { throw CommandFailure(Interruption.status) }
    for (summary, missing) in zip(summaries, [missingBefore, missingAfter]) {
      try StreamEnding.check(summary, missing, isShown: true, isStrict: strict)
    }
    try noteRejected(summaries.reduce(0) { $0 + $1.lineCounts.rejected })
    if difference.fails { throw CommandFailure(.findings) }
  }

  private func files(_ name: String) throws -> StreamFiles {
    try StreamFiles([name], order: evaluation.selection.streamOrder)
  }

  private nonisolated(nonsending) func side(
    _ inputs: StreamFiles, _ selection: RecordSelection, _ chain: ResponderChain, _ limits: Limits
  ) async throws -> (StreamDifference.Side, MissingParts) {
    var options = try evaluation.replayOptions(chain, rules: streams[0], limits: limits)
    options.selection = selection
    options.redactor = redaction.redactor
    options.wake = Interruption.wake
    options.jobs = Jobs.possible(jobs ?? inputs.jobs(chunkSize: options.chunkSize))
    options.counting.kinds = .outcomes
    options.counting.field = grouping.field
    if !two.only.isEmpty {
      (options.only, options.counting.onlySelected) = (OutcomeSelection(two.only, chain), true)
    }
    try inputs.settleSample(&options, chain)
    let bar = ProgressBar(total: inputs.size, isShown: Terminal.isTerminal(2))
    defer { bar.finish() }
    let replayer = Replayer(chain, options, output: nil, rejects: nil) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    Interruption.endInOrder()
    let (summary, missing) = try await inputs.replayed { try await replayer.run($0) }
    return (StreamDifference.Side(summary, selection), missing)
  }

  /// Replays the second stream.
  private var listCommand: String {
    let words =
      ["errctl", "replay", streams[0], new] + evaluation.words + stubs.words + redaction.words
    return words.map { ShellWord.quoted($0) }.joined(separator: " ")
  }

  private func content(_ difference: StreamDifference, _ command: String?) -> String {
    let report = StreamDifferenceReport(difference, command: command).report
    switch format {
    case .text: return ReportText(terminalStyle: shared.color.terminalStyle(for: 1)).text(of: report)
    case .json: return StreamDifferenceJSON.text(of: difference)
    case .markdown: return ReportMarkdown.text(of: report)
    case .html:
      return StreamDifferencePage.html(of: difference, command: command, redaction: redaction.redactor)
    }
  }
}
