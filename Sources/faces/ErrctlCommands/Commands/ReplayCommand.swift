import ArgumentParser
internal import Checks
import Pages
import Replay
import Reports
internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source
import Secrets
import SystemPackage
internal import Counting

struct ReplayCommand: AsyncParsableCommand, WatchableCommand, VersionedCommand {
  static let name = "replay"

  static let configuration = CommandConfiguration(
    commandName: name,
    _superCommandName: "errctl",
    abstract: "Evaluate recorded errors with a rule file, and show what would happen.",
    discussion: """
      EXAMPLES
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson \\
          --format html > report.html
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson \\
          --list --only unhandled
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson \\
          --fail-on 'unhandled > 1 % or exhausted(app/again) > 5 %'

      A stream has one recorded error per line, a JSON object (errctl help records), or is a log in another \
      format (errctl help formats). Without a stream, or with “-”, errctl reads standard input. Outcomes alone \
      never affect the exit status; use --fail-on to make them fail.
      """
  )

  @Argument(help: "The rule file.")
  var rules: String

  @Argument(help: "Streams of recorded errors, read in order: files, folders, quoted patterns, or “-”.")
  var streams: [String] = []

  @OptionGroup var perRecord: RecordOptions

  @OptionGroup var shown: SummaryOptions

  @OptionGroup var grouping: GroupOptions

  @Option(help: ArgumentHelp("Number of threads. It does not affect the result.", valueName: "n"))
  var jobs: Int?

  @OptionGroup var evaluation: RunOptions

  @Option(help: ArgumentHelp("Write rejected lines to a file, or to “-”.", valueName: "file"))
  var rejects: String?

  @Flag(help: "Exit with status 2 if any line was rejected.")
  var strict = false

  @Flag(help: "Keep reading the named files as they grow, across rotation and truncation, until interrupted.")
  var follow = false

  @OptionGroup var stubs: StubOptions

  @Flag(help: "Exit with status 2 if the rules have a matcher or action that no plugin provides.")
  var requirePlugins = false

  @Flag(help: "Show the cost of each rule: how often it ran and matched, and its share of the time.")
  var profile = false

  @Flag(help: "Preview the load of retries: tries per minute and upstream, delays, recoveries.")
  var load = false

  @OptionGroup var assumptions: LoadArguments

  @Option(
    help: ArgumentHelp(
      "Count the requests of the retries below: rule files or numbers of tries, the innermost first, with commas (default: those of .errctl.yaml).",
      valueName: "files"))
  var layers: String?

  @Flag(help: "Add outcomes over time and the flow between responders to the JSON. Pages always have them.")
  var detail = false

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @OptionGroup var redaction: RedactionOptions

  @Flag(help: Watching.help)
  var watch = false

  @OptionGroup var shared: SharedOptions

  var readsStandardInput: Bool { streams.isEmpty || (streams + [rules]).contains("-") }

  func validate() throws {
    if detail, !shown.writes(.json), !shown.writes(.html) {
      throw ValidationError("--detail needs --format json. A page always has these figures.")
    }
    try checkList()
    try checkPartial()
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if streams.isEmpty, Terminal.isTerminal(0) {
      throw ValidationError("Name a stream of recorded errors, or pipe one in.")
    }
    if perRecord.resolutions == "-", rejects == "-" {
      throw ValidationError("Only one of --resolutions and --rejects can go to standard output.")
    }
    if perRecord.partial == "-", rejects == "-" {
      throw ValidationError("Only one of --partial and --rejects can go to standard output.")
    }
    if follow { try checkFollowing() }
    if follow, watch { throw ValidationError("--follow and --watch exclude each other.") }
    if !load, assumptions.isGiven {
      throw ValidationError("--upstream and --success-rate need --load.")
    }
    try assumptions.check()
    if streams.count(where: { $0 == "-" }) + (rules == "-" ? 1 : 0) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  private func checkFollowing() throws {
    if jobs != nil { throw ValidationError("--follow reads with one thread. Drop --jobs.") }
    if !shown.failOn.isEmpty {
      throw ValidationError("--follow has no end, so --fail-on is never evaluated. Drop one of the two.")
    }
    if streams.isEmpty || streams.contains("-") {
      throw ValidationError("--follow takes files only. Standard input is always read to its end.")
    }
    if evaluation.selection.order == .time {
      throw ValidationError(
        "--follow evaluates records as they arrive, so --order time can't sort them. Drop one of the two.")
    }
    if shown.writes(.html) {
      throw ValidationError("--follow can't write a page. Use --format text, json or markdown.")
    }
  }

  /// The order of the steps is the order in which errors are reported.
  nonisolated(nonsending) func run() async throws {
    let limits = try shared.limits()
    let registry = try registry()
    let recorded = perRecord.partial.map { _ in RecordedRules() }
    let (chain, imports) = try InputFile.rules(
      rules, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter,
      recorded: recorded, terminalStyle: shared.color.terminalStyle(for: 2))
    try stubs.check(registry, against: chain, rules: rules)
    let configured = try configured(limits)
    let gates = try gates(configured?.configuration, chain)
    var options = try replayOptions(chain, limits, follow ? [] : gates)
    options.layers = try retryLayers(configured, limits)
    let inputs = try StreamFiles(streams.isEmpty ? ["-"] : streams, order: options.order)
    try settle(&options, for: inputs, chain)
    try rejectOverwriting(inputs.kinds + imports.compactMap { try? FileKind(of: $0) })
    try requireFollowable(inputs)
    options.meetingFields = recorded?.meetingFields
    if let partial = perRecord.partial, let recorded {
      return try await writePartial(to: partial, recorded, inputs, chain, options, gates)
    }
    let outputs = try Outputs(
      resolutions: perRecord.list ? "-" : perRecord.resolutions, rejects: rejects, isEndless: follow)
    let reports = try ReportFiles(shown)
    let start = Stopwatch.nanoseconds
    let (summary, missing) = try await evaluate(inputs, chain, options, outputs)
    let speed = ReplaySpeed(of: summary, nanoseconds: Stopwatch.nanoseconds - start)
    try outputs.finish(isWhole: !summary.read.isPartial)
    let samples =
      shown.writes(.html) ? try samples(of: summary, inputs.again, chain, options) : ReplaySamples()
    let results = gates.map { $0.result(ReplayFigures.values(summary)) }
    if !perRecord.list { try report(summary, speed, samples, results, reports) }
    try noteSelection(summary, options, chain)
    // The process ends now, unless it watches; freeing the chain would only take time.
    if !WatchedFiles.isOn { _ = Unmanaged.passRetained(chain) }
    try conclude(summary, missing, results, unwritten: (outputs.all + reports.all).filter { $0.isGivenUp })
  }

  func configured(_ limits: Limits) throws -> Configurations.Found? {
    try Configurations.found(
      for: rules, named: shown.config, limits: limits, terminalStyle: shared.color.terminalStyle(for: 2))
  }

  /// The expressions of `.errctl.yaml`, then those of `--fail-on`.
  func gates(_ configuration: Configuration?, _ chain: ResponderChain) throws -> [GateExpression] {
    let vocabulary = ReplayFigures.vocabulary(chain)
    let style = shared.color.terminalStyle(for: 2)
    let gates = try FailOn.gates(configuration?.gates[Self.name] ?? [], vocabulary, style)
    if follow, !gates.isEmpty {
      try CheckedOutput.standardError.write(
        "errctl: --follow has no end, so “fail-on” of the configuration is never evaluated.\n")
      try CheckedOutput.standardError.flush()
    }
    return try gates + FailOn.gates(shown.failOn, vocabulary)
  }

  /// The layers of `--layers`, or those of `.errctl.yaml`, which a partial result leaves out.
  private func retryLayers(_ configured: Configurations.Found?, _ limits: Limits) throws -> [StackedLayer] {
    let below: [RetryLayer]
    if let layers {
      below = try RetryLayers.below(rules, layers.split(separator: ",").map { String($0) }, limits: limits)
    } else if let configured, perRecord.partial == nil {
      below = try RetryLayers.below(
        rules, configured.configuration.layers.map { $0.text }, in: configured.folder, limits: limits)
    } else {
      below = []
    }
    return below.compactMap { layer in layer.rules.chain.map { StackedLayer(layer.name, $0) } }
  }

  private struct Outputs {
    let resolutions: OutputFile?
    let rejects: OutputFile?

    init(resolutions: String?, rejects: String?, isEndless: Bool) throws {
      self.resolutions = try resolutions.map { try OutputFile($0, isEndless: isEndless) }
      self.rejects = try rejects.map { try OutputFile($0, isEndless: isEndless) }
    }

    var all: [OutputFile] { [resolutions, rejects].compactMap { $0 } }

    /// Discards the files if the replay is incomplete, so that no partial result replaces a file.
    func finish(isWhole: Bool) throws {
      for file in all { try isWhole ? file.close() : file.giveUp() }
    }
  }

  func registry() throws -> Registry {
    var registry = try stubs.registry()
    registry.requiresPlugins = requirePlugins
    return registry
  }

  /// - Parameter gates: those whose figures are counted beside others.
  func replayOptions(_ chain: ResponderChain, _ limits: Limits, _ gates: [GateExpression]) throws
    -> ReplayOptions
  {
    var options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    options.wake = Interruption.wake
    options.wantsResolutions =
      perRecord.resolutions != nil || perRecord.partial != nil && perRecord.withResolutions
    options.writesRecord = options.wantsResolutions && redaction.isAsked
    options.redactor = redaction.redactor
    select(&options, chain)
    // The merge decides which of them it shows.
    options.counting.kinds = shown.kinds || perRecord.partial != nil ? .deciders : nil
    options.counting.field = grouping.field
    options.counting.wantsDetail = detail || shown.writes(.html) || perRecord.partial != nil
    if load { options.load = try assumptions.options() }
    if options.load?.successRate != nil, gates.contains(where: { $0.followsOperations }) {
      throw CommandFailure(
        .usage,
        "--success-rate simulates what becomes of operations, so “after granted” can't say what the stream records. Drop one of the two."
      )
    }
    options.count(for: gates)
    if profile { options.counting.clock = { Stopwatch.nanoseconds } }
    return options
  }

  private func settle(_ options: inout ReplayOptions, for inputs: StreamFiles, _ chain: ResponderChain) throws
  {
    options.jobs = Jobs.possible(jobs ?? inputs.jobs(chunkSize: options.chunkSize))
    if follow, options.selection.count != nil {
      throw CommandFailure(
        .usage, "--follow has no end, so a number of records can't be drawn. Use a share such as --sample 5%."
      )
    }
    try inputs.settleSample(&options, chain)
  }

  /// Until the streams end or a signal arrives, with a progress bar at a terminal.
  private nonisolated(nonsending) func evaluate(
    _ inputs: StreamFiles, _ chain: ResponderChain, _ options: ReplayOptions, _ outputs: Outputs
  ) async throws -> (ReplaySummary, MissingParts) {
    let bar = ProgressBar(total: inputs.size, isShown: showsProgress)
    defer { bar.finish() }
    let output: (any ReplayOutput)? =
      options.writesRecord ? outputs.resolutions.map { RedactedLines($0) } : outputs.resolutions
    let replayer = Replayer(chain, options, output: output, rejects: outputs.rejects) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    Interruption.endInOrder()
    return try await inputs.replayed { streams in
      follow ? try following(replayer, streams, outputs.all) : try await replayer.run(streams)
    }
  }

  /// Rejects streams that cannot be followed, before an output is opened.
  private func requireFollowable(_ inputs: StreamFiles) throws {
    guard follow, let index = inputs.kinds.firstIndex(where: { !$0.isRegular }) else { return }
    throw CommandFailure(
      .unusableInput,
      "\(inputs.names[index]): --follow takes regular files only. Other streams are always read to their end."
    )
  }

  private func following(_ replayer: Replayer, _ streams: [Replayer.Stream], _ outputs: [OutputFile]) throws
    -> ReplaySummary
  {
    let live = StatusLine(isShown: showsProgress)
    defer { live.finish() }
    return try replayer.follow(
      streams,
      receive: { state in
        for output in outputs { try output.flush() }
        live.update(state)
      },
      wait: { Interruption.rest(milliseconds: 250) }
    )
  }

  /// The terminal shows nothing else that a progress bar would disturb.
  private var showsProgress: Bool {
    let isMixed = (perRecord.list || perRecord.resolutions == "-" || rejects == "-") && Terminal.isTerminal(1)
    return Terminal.isTerminal(2) && !isMixed
  }

  private func rejectOverwriting(_ inputs: [FileKind]) throws {
    var outputs = [
      ("--resolutions", perRecord.resolutions), ("--partial", perRecord.partial), ("--rejects", rejects),
    ]
    outputs += shown.files.map { ("--report", $0.file) }
    let rulesKind = rules == "-" ? nil : try? FileKind(of: rules)
    for case (let option, let name?) in outputs where name != "-" {
      try FileKind.reject(name, of: option, inPlaceOf: inputs + [rulesKind].compactMap { $0 })
    }
    try FileKind.rejectSame(outputs)
  }

  private func content(
    _ format: SummaryOptions.Format, _ summary: ReplaySummary, _ speed: ReplaySpeed, _ samples: ReplaySamples,
    _ gates: [GateResult], _ style: TerminalStyle
  ) -> String {
    let rules = InputFile.shown(rules)
    let report = ReplayReport(summary, rules: rules, gates: gates, command: command).report
    switch format {
    case .text:
      return ReportText(terminalStyle: style).text(of: report)
    case .json:
      let summary = detail ? summary : summary.withoutDetail
      return ReplayJSON.text(of: summary, rules: rules, speed: profile ? speed : nil, gates: gates)
    case .html:
      return ReplayPage.html(
        of: summary, rules: rules, samples: samples, redaction: redaction.redactor, gates: gates,
        command: command) ?? ""
    case .markdown: return ReportMarkdown.text(of: report)
    }
  }

  /// Writes the summary on standard output, or on standard error if resolutions or rejected lines use standard output;
  /// and in the files of `--report`, unless the replay is incomplete.
  func report(
    _ summary: ReplaySummary, _ speed: ReplaySpeed, _ samples: ReplaySamples, _ gates: [GateResult],
    _ reports: ReportFiles
  ) throws {
    let isDisplaced = perRecord.resolutions == "-" || rejects == "-"
    let output = isDisplaced ? CheckedOutput.standardError : CheckedOutput.standardOutput
    let style = shared.color.terminalStyle(for: isDisplaced ? 2 : 1)
    try output.write(content(shown.format, summary, speed, samples, gates, style))
    try output.flush()
    try reports.write(isWhole: !summary.read.isPartial) {
      content($0, summary, speed, samples, gates, TerminalStyle(isOn: false))
    }
    // The speed is not part of the result: it is for a terminal, or for those who profile.
    guard showsProgress && !follow || profile && shown.format != .json else { return }
    try? CheckedOutput.standardError.write("\(speed.text)\n")
    try? CheckedOutput.standardError.flush()
  }

  private var command: String {
    let words =
      ["errctl", "replay", rules] + (streams.isEmpty ? ["-"] : streams) + evaluation.words + stubs.words
      + redaction.words
    return words.map { ShellWord.quoted($0) }.joined(separator: " ")
  }

  /// Reads the streams again, up to the last sample.
  private func samples(
    of summary: ReplaySummary, _ streams: [Replayer.Stream], _ chain: ResponderChain, _ options: ReplayOptions
  ) throws -> ReplaySamples {
    var samples = ReplaySamples()
    let ordinals = ReplaySample.ordinals(of: summary)
    guard !ordinals.isEmpty else { return samples }
    let note = StreamReread.explain(ordinals, of: streams, chain, options) { explanation, record in
      samples.take(
        ReplaySample(explanation, of: record, chain, redaction.redactor, in: summary.read.zone), of: summary)
    }
    samples.note = note ?? samples.note
    if samples.note == nil { samples.command = explainCommand }
    return samples
  }

  /// Explains a record of the same streams.
  var explainCommand: String {
    let words =
      ["errctl", "explain", rules] + streams.flatMap { ["--stream", $0] } + evaluation.words + stubs.words
      + redaction.words
    return words.map { ShellWord.quoted($0) }.joined(separator: " ")
  }

  func conclude(
    _ summary: ReplaySummary, _ missing: MissingParts, _ gates: [GateResult], unwritten: [OutputFile]
  ) throws {
    if summary.read.isPartial {
      throw CommandFailure(
        Interruption.status, unwritten.map { "\($0.name): Not written, because it would be incomplete." })
    }
    if follow { throw CommandFailure(Interruption.status) }
    try StreamEnding.check(summary, missing, isShown: !perRecord.list, isStrict: strict)
    if strict { try StreamEnding.checkRejected(summary, isStrict: true) }
    // The summary for people says already which one holds.
    try FailOn.check(gates, areShown: shown.format == .text && !perRecord.list)
  }
}
