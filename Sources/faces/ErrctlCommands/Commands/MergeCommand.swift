internal import Explanations
import ArgumentParser
import Checks
import Pages
import Replay
import Reports
internal import Bytes
internal import Engine
internal import Counting
internal import Shards

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    _superCommandName: "errctl",
    abstract: "Merge the partial results of a stream's shards, and show what would happen.",
    discussion: """
      EXAMPLES
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson \\
          --partial day.partial
        errctl merge day.partial
        errctl merge monday.partial tuesday.partial --report html=week.html
        errctl merge monday.partial tuesday.partial --partial week.partial

      The result is that of one replay of all shards, whatever the order of the files, and of merging. A partial result \
      holds the rules and the options of its replay (errctl help shards).
      """
  )

  @Argument(help: "Partial results: files, or “-”.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Write the merged partial result to a file, or to “-”, in place of the summary.", valueName: "file"))
  var partial: String?

  @Option(
    help: ArgumentHelp(
      """
      With --partial: evaluate the records that depend on others, of one part of their keys, such as 1/4. Merge all \
      parts with the shards.
      """,
      valueName: "part"
    )
  )
  var part: String?

  @Option(
    help: ArgumentHelp(
      "Write one resolution per record to a file, or to “-”. The replays need --with-resolutions.",
      valueName: "file"))
  var resolutions: String?

  @OptionGroup var shown: SummaryOptions

  @Flag(help: "Show times in UTC. Default: the zone of the replays' --time-zone, or local time.")
  var utc = false

  @Flag(help: "Exit with status 2 if any line was rejected.")
  var strict = false

  @Flag(help: "Add outcomes over time and the flow between responders to the JSON. Pages always have them.")
  var detail = false

  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  func validate() throws {
    if detail, !shown.writes(.json), !shown.writes(.html) {
      throw ValidationError("--detail needs --format json. A page always has these figures.")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
    if let part, ShardPart(part) == nil {
      throw ValidationError("--part takes a part such as 1/4, of up to \(ShardPart.most), not “\(part)”.")
    }
    guard partial != nil else {
      if part != nil { throw ValidationError("--part needs --partial.") }
      return
    }
    let others = [
      (resolutions != nil, "--resolutions"), (shown.kinds, "--kinds"), (!shown.failOn.isEmpty, "--fail-on"),
      (shown.format != .text, "--format"), (!shown.reports.isEmpty, "--report"), (strict, "--strict"),
      (detail, "--detail"),
    ]
    for (isGiven, option) in others where isGiven {
      throw ValidationError("--partial takes the place of the summary. Drop --partial or \(option).")
    }
  }

  nonisolated(nonsending) func run() async throws {
    let set = try PartialInput.set(files)
    try rejectOverwriting()
    if let partial, part == nil { return try write(set, to: partial) }
    var replay = try ReplayCommand.merging(set)
    if resolutions != nil, !replay.perRecord.withResolutions {
      throw CommandFailure(
        .unusableInput, "The partial results hold no resolutions. Replay the shards with --with-resolutions.")
    }
    replay.perRecord.resolutions = resolutions
    let counted = replay.shown.failOn
    replay.shown = shown
    replay.strict = strict
    replay.evaluation.input.utc = utc
    replay.detail = detail
    replay.shared.color = color
    if let partial, let part = part.flatMap({ ShardPart($0) }) {
      return try replay.evaluate(part, of: set, counted, to: partial)
    }
    try await replay.report(set, counted)
  }

  private func write(_ set: PartialSet, to name: String) throws {
    if set.hasAnswers {
      throw CommandFailure(
        .usage, "Evaluated parts belong to their shards alone. Merge the shards without them.")
    }
    let output = try OutputFile(name)
    do {
      try set.write(to: output)
    } catch let fault as PartialFault {
      try output.giveUp()
      throw CommandFailure(
        .unusableInput, fault.message(of: files.map { InputFile.shown($0) }.joined(separator: ", ")))
    }
    try output.close()
    try SuccessLine.write(
      "\(Figures.counted(set.shards.count, "shard")), \(Figures.counted(set.records, "record")).")
  }

  private func rejectOverwriting() throws {
    let kinds = files.filter { $0 != "-" }.compactMap { try? FileKind(of: $0) }
    var outputs = [("--partial", partial), ("--resolutions", resolutions)]
    outputs += shown.files.map { ("--report", $0.file) }
    for case (let option, let name?) in outputs where name != "-" {
      try FileKind.reject(name, of: option, inPlaceOf: kinds)
    }
    try FileKind.rejectSame(outputs)
  }
}

extension ReplayCommand {
  /// The summary of shards, as one replay of them would give it.
  ///
  /// - Parameter counted: the expressions whose figures the replays counted.
  fileprivate nonisolated(nonsending) func report(_ set: PartialSet, _ counted: [String]) async throws {
    let (chain, needs) = try chain(of: set)
    let gates = try gates(chain, shared.limits(), counted)
    let options = try mergeOptions(chain, counted)
    let output = try perRecord.resolutions.map { try OutputFile($0) }
    let reports = try ReportFiles(shown)
    let merge = ShardMerge(set, chain, options)
    let summary: ReplaySummary
    do {
      summary = try merge.summary(output: options.writesRecord ? output.map { RedactedLines($0) } : output)
    } catch let fault as PartialFault {
      try output?.giveUp()
      throw CommandFailure(
        .unusableInput, fault.message(of: set.files.map { $0.name }.joined(separator: ", ")))
    } catch is MissingAnswer {
      try output?.giveUp()
      throw CommandFailure(.unusableInput, "The evaluated parts do not fit the shards. Evaluate them again.")
    } catch let failure as Replayer.Failure {
      try output?.giveUp()
      throw CommandFailure(.unusableInput, StreamFiles.message(failure))
    }
    try output?.close()
    var samples = ReplaySamples()
    if shown.writes(.html) { samples = try explained(merge, summary, chain) }
    let speed = ReplaySpeed(of: summary, nanoseconds: 0)
    let results = gates.map { $0.result(ReplayFigures.values(summary)) }
    try report(summary, speed, samples, results, reports)
    try noteSelection(summary, options, chain)
    try noteMeeting(set, needs)
    try conclude(summary, summary.missing, results, unwritten: [])
  }

  private func chain(of set: PartialSet) throws -> (ResponderChain, StateNeeds?) {
    let compilation = RuleSet.compile(
      name: set.head.rules.name, bytes: set.head.rules.bytes, imports: StoredImports(set.head.rules),
      registry: try registry(), limits: try shared.limits(), recordFilter: evaluation.selection.recordFilter)
    guard let chain = compilation.chain else {
      try InputFile.report(compilation, terminalStyle: shared.color.terminalStyle(for: 2))
      throw CommandFailure(.unusableInput)
    }
    return (chain, compilation.program.map { StateNeeds($0) })
  }

  /// The expressions of the merge, and of the replays. What these did not count can't be asked any more.
  private func gates(_ chain: ResponderChain, _ limits: Limits, _ counted: [String]) throws
    -> [GateExpression]
  {
    let own = try gates(configured(limits)?.configuration, chain)
    if let gate = own.first(where: { $0.isCountedApart && !counted.contains($0.text) }) {
      throw CommandFailure(
        .usage, "The replays did not count “\(gate.text)”. Give each replay --partial this --fail-on, too.")
    }
    let others = counted.filter { text in !own.contains { $0.text == text } }
    return try own + FailOn.gates(others, ReplayFigures.vocabulary(chain))
  }

  private func mergeOptions(_ chain: ResponderChain, _ counted: [String]) throws -> ReplayOptions {
    var counting = self
    // The lines were read before.
    counting.evaluation.input.input = nil
    return try counting.replayOptions(
      chain, shared.limits(), FailOn.gates(counted, ReplayFigures.vocabulary(chain)))
  }

  fileprivate func evaluate(
    _ part: ShardPart, of set: PartialSet, _ counted: [String], to name: String
  ) throws {
    let (chain, _) = try chain(of: set)
    var options = try mergeOptions(chain, counted)
    options.wantsResolutions = perRecord.withResolutions
    options.writesRecord = perRecord.withResolutions && redaction.isAsked
    (options.counting.kinds, options.counting.wantsDetail) = (.deciders, true)
    let output = try OutputFile(name)
    do {
      let answered = try ShardMerge(set, chain, options).write(part, to: output)
      try output.close()
      try SuccessLine.write("\(Figures.counted(answered, "record")) evaluated of part \(part.text).")
    } catch let fault as PartialFault {
      try output.giveUp()
      throw CommandFailure(
        .unusableInput, fault.message(of: set.files.map { $0.name }.joined(separator: ", ")))
    }
  }

  /// Reports on standard error the records that depend on others without a key.
  private func noteMeeting(_ set: PartialSet, _ needs: StateNeeds?) throws {
    guard set.handedOver > 0, case .together(let reason)? = needs?.meeting else { return }
    let records = Figures.counted(set.handedOver, "record")
    let verb = set.handedOver == 1 ? "depends on others and was" : "depend on others and were"
    try CheckedOutput.standardError.write(
      EscapedText.of("errctl: \(records) \(verb) evaluated in one place. \(reason)") + "\n")
    try CheckedOutput.standardError.flush()
  }

  private func explained(_ merge: ShardMerge, _ summary: ReplaySummary, _ chain: ResponderChain) throws
    -> ReplaySamples
  {
    var samples = ReplaySamples()
    try merge.explain(ReplaySample.ordinals(of: summary)) { explanation, record in
      samples.take(
        ReplaySample(explanation, of: record, chain, redaction.redactor, in: summary.read.zone), of: summary)
    }
    if samples.note == nil { samples.command = explainCommand }
    return samples
  }
}
