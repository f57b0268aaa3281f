internal import Bytes
internal import Explanations
import ArgumentParser
import Replay
import Reports
internal import Engine
internal import Shards

extension ReplayCommand {
  func checkPartial() throws {
    guard perRecord.partial != nil else {
      let needing = [
        (perRecord.shard != nil, "--shard"), (perRecord.streamName != nil, "--stream-name"),
        (perRecord.withResolutions, "--with-resolutions"),
      ]
      for (isGiven, option) in needing where isGiven { throw ValidationError("\(option) needs --partial.") }
      return
    }
    let others = [
      (perRecord.resolutions != nil, "--resolutions, and use --with-resolutions here"),
      (shown.format != .text, "--format"), (!shown.reports.isEmpty, "--report"),
      (shown.kinds, "--kinds"), (detail, "--detail"), (strict, "--strict"),
    ]
    for (isGiven, option) in others where isGiven {
      throw ValidationError("--partial writes no summary. Give errctl merge \(option).")
    }
    let impossible = [
      (perRecord.list, "--list"), (profile, "--profile"), (follow, "--follow"), (watch, "--watch"),
      (layers != nil, "--layers"),
      (evaluation.selection.order == .time, "--order time"),
    ]
    for (isGiven, option) in impossible where isGiven {
      throw ValidationError("--partial and \(option) exclude each other.")
    }
    if evaluation.selection.sample != nil {
      throw ValidationError(
        "--partial and --sample exclude each other: a sample depends on where each record stands in the whole."
      )
    }
    if let shard = perRecord.shard, ShardPlace(shard) == nil {
      throw ValidationError("--shard takes a number such as 7, or several such as 2.131072, not “\(shard)”.")
    }
    if perRecord.streamName != nil, streams.count > 1 {
      throw ValidationError("--stream-name takes a single stream.")
    }
  }

  /// The options that affect what is counted: the same in all partial results that are merged.
  var partialWords: [String] {
    var evaluation = evaluation
    // Of the stream's first date, so of each piece.
    evaluation.input.times.year = nil
    // errctl merge has the option itself.
    evaluation.input.utc = false
    let flags = [
      (load, "--load"), (perRecord.withResolutions, "--with-resolutions"),
      (perRecord.withError, "--with-error"),
      (requirePlugins, "--require-plugins"),
    ]
    return evaluation.words + stubs.words + redaction.words + assumptions.words
      + flags.filter { $0.0 }.map { $0.1 } + perRecord.only.flatMap { ["--only", $0] }
      + (grouping.by.map { ["--by", $0] } ?? []) + shared.limitChanges.sorted().flatMap { ["--limit", $0] }
  }

  /// The command of the partial results, to be merged.
  static func merging(_ set: PartialSet) throws -> ReplayCommand {
    guard set.head.program == Errctl.configuration.version else {
      throw CommandFailure(
        .unusableInput,
        "\(set.files[0].name): This partial result is of errctl \(set.head.program). "
          + "This is errctl \(Errctl.configuration.version): merge it with the version that made it.")
    }
    // The names are replaced below: they may look like options.
    var replay = try ReplayCommand.parse(["rules", "stream", "--partial", "-"] + set.head.words)
    replay.rules = set.head.rules.shown
    replay.streams = set.arguments
    replay.perRecord.partial = nil
    replay.evaluation.input.times.year = set.shards.lazy.compactMap { $0.totals.year }.first
    return replay
  }

  /// - Parameter recorded: the rules, as they were read.
  nonisolated(nonsending) func writePartial(
    to name: String, _ recorded: RecordedRules, _ inputs: StreamFiles, _ chain: ResponderChain,
    _ options: ReplayOptions, _ gates: [GateExpression]
  ) async throws {
    let counted = gates.filter { $0.isCountedApart }.map { $0.text }
    guard shown.failOn.allSatisfy(counted.contains) else {
      throw CommandFailure(
        .usage,
        "--partial writes no summary. Give errctl merge --fail-on; give it here only with “per” or “after”, whose figures are counted now."
      )
    }
    var head = PartialHead()
    head.program = Errctl.configuration.version
    head.rules = recorded.sources
    head.words = partialWords + counted.flatMap { ["--fail-on", $0] }
    if let mapping = evaluation.input.mappingFile {
      head.mapping = try InputFile.read(mapping, limit: options.limits.ruleFileBytes)
    }
    var totals = ShardTotals()
    totals.place = perRecord.shard.flatMap { ShardPlace($0) } ?? totals.place
    totals.arguments = perRecord.streamName.map { [$0] } ?? (streams.isEmpty ? ["-"] : streams)
    totals.year = evaluation.input.times.year
    let output = try OutputFile(name)
    let rejected = try rejects.map { try OutputFile($0) }
    let bar = ProgressBar(total: inputs.size, isShown: Terminal.isTerminal(2))
    defer { bar.finish() }
    let replayer = Replayer(chain, options, output: nil, rejects: rejected) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    Interruption.endInOrder()
    let (written, missing) = try await inputs.replayed(as: perRecord.streamName) { streams in
      try await replayer.writePartial(of: streams, head, totals, to: output)
    }
    guard let written else {
      try output.giveUp()
      try rejected?.giveUp()
      throw CommandFailure(Interruption.status, "\(name): Not written, because it would be incomplete.")
    }
    try output.close()
    try rejected?.close()
    try missing.say()
    if written.isEmpty, missing.isNone {
      try StreamEnding.say(
        written.sources.map { $0.name }.joined(separator: ", "), isOne: written.sources.count == 1)
    }
    let left = written.handedOver == 0 ? "none" : Figures.number(written.handedOver)
    try SuccessLine.write(
      "\(Figures.counted(written.records, "record")), \(left) left for errctl merge to evaluate.")
  }
}
