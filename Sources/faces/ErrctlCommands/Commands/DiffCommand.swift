import ArgumentParser
import Checks
import Differences
import Pages
import Replay
import Reports
internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
import SystemPackage
internal import Counting

struct DiffCommand: AsyncParsableCommand, VersionedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    _superCommandName: "errctl",
    abstract:
      "Compare two versions of the rules, or two streams under the same rules.",
    discussion: """
      EXAMPLES
        errctl diff HEAD~1:rules.yaml rules.yaml errors.ndjson
        errctl diff old.yaml new.yaml
        errctl diff old.yaml new.yaml errors.ndjson --fail-on 'retry->abort > 0' \\
          --fail-on 'changed > 5 %'
        errctl diff --streams monday.log tuesday.log rules.yaml --fail-on 'new > 0'
        errctl diff --streams app.log app.log rules.yaml --since yesterday \\
          --until today --offset 1d

      Both rule files evaluate the same records in one pass. With or without a stream, errctl also compares the \
      rules themselves: it finds errors that show a difference, or proves that there is none. OLD and \
      NEW are files, or REV:PATH for a file from a revision of this git repository. With --streams, the first two names are \
      streams and the last one the rules: errctl shows which kinds of errors are new, gone, grown or shrunk in the second \
      stream. Differences alone never affect the \
      exit status; use --fail-on to make them fail.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown, html
  }

  @Argument(help: "The old rule file, or REV:PATH. With --streams, the first stream.")
  var old: String

  @Argument(help: "The new rule file, or REV:PATH. With --streams, the second stream.")
  var new: String

  @Argument(
    help:
      "Streams of recorded errors, read in order: files, folders, quoted patterns, or “-”. With --streams, the rules."
  )
  var streams: [String] = []

  @OptionGroup var two: TwoStreamOptions

  @Option(
    help: ArgumentHelp(
      "text for people, json for programs, markdown for a pull request comment, html for a page.",
      valueName: "format"))
  var format = Format.text

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "Exit with status 1 if this holds, such as “retry->abort > 0”, or “new > 0” with --streams. Repeatable.",
      valueName: "expression"))
  var failOn: [String] = []

  @Option(help: ArgumentHelp("The configuration. Default: the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "An earlier result (--format json). --fail-on then counts only changes beyond it.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "How many example errors to search for. 0 skips the comparison of the rules themselves.", valueName: "n"
    ))
  var witnesses = 5

  @Option(
    help: ArgumentHelp(
      "Write the smallest part of the stream that still shows a difference, or what --fail-on says, to a file.",
      valueName: "file"))
  var minimise: String?

  @Option(help: ArgumentHelp("Number of threads. It does not affect the result.", valueName: "n"))
  var jobs: Int?

  @OptionGroup var grouping: GroupOptions

  @OptionGroup var evaluation: RunOptions

  @OptionGroup var assumptions: LoadArguments

  @Flag(help: "Exit with status 2 if any line was rejected.")
  var strict = false

  @OptionGroup var stubs: StubOptions

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if !(0...100).contains(witnesses) { throw ValidationError("--witnesses takes a number from 0 to 100.") }
    try assumptions.check()
    let inputs = [old, new] + streams + [baseline].compactMap { $0 }
    if inputs.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
    try checkMinimise()
    if two.isOn { return try checkStreams() }
    try checkRules()
    if baseline != nil, streams.isEmpty {
      throw ValidationError("--baseline compares results of a stream. Name the stream too.")
    }
    if streams.isEmpty, witnesses == 0 {
      throw ValidationError("With --witnesses 0 and no stream there is nothing to compare. Name a stream.")
    }
  }

  private func checkMinimise() throws {
    guard let minimise else { return }
    if minimise == "-" {
      throw ValidationError("--minimise takes a file: standard output has the comparison.")
    }
    let others = [
      (two.isOn, "--streams"), (evaluation.selection.sample != nil, "--sample"),
      (evaluation.selection.order == .time, "--order time"), (baseline != nil, "--baseline"),
    ]
    for (isGiven, option) in others where isGiven {
      throw ValidationError("--minimise and \(option) exclude each other.")
    }
    guard !streams.isEmpty else { throw ValidationError("--minimise cuts a stream. Name one.") }
    try StreamReduction.check(streams)
  }

  nonisolated(nonsending) func run() async throws {
    if two.isOn { return try await compareStreams() }
    let limits = try shared.limits()
    let gates = try configuredGates(limits) + gates()
    let registry = try stubs.registry()
    let sides = try compile(registry, limits)
    try stubs.check(
      registry, against: [sides.old.chain, sides.new.chain], rules: "\(shownOld) or \(shownNew)")
    let baseline = try baseline.map { try Self.read(baseline: $0) }
    let inputs = try StreamFiles(streams, order: evaluation.selection.streamOrder)
    if let minimise {
      let rules = [old, new].compactMap { try? FileKind(of: $0) }
      try FileKind.reject(minimise, of: "--minimise", inPlaceOf: inputs.kinds + rules)
    }
    let read = streams.isEmpty ? nil : try await replay(inputs, sides, gates, limits)
    let replayed = read?.0
    if let baseline, let replayed, replayed.matrix.total < baseline.records {
      throw CommandFailure(
        .unusableInput,
        "\(baseline.file): This result covers \(baseline.records) records, but the stream now has \(replayed.matrix.total). "
          + "The stream is a different one, or a part of it is missing.")
    }
    let beyond = baseline.flatMap { baseline in replayed.map { BeyondBaseline($0, baseline) } }
    let lines = ExplainCommandLine(
      old: old, oldOptions: explainOptions(sides.old.chain), new: new,
      newOptions: explainOptions(sides.new.chain), streams: inputs.areFiles ? streams : nil)
    var proof =
      witnesses > 0
      ? DifferenceProof(
        old: sides.old, new: sides.new, upTo: witnesses, hidingBy: redaction.redactor) : nil
    for index in (proof?.differences ?? []).indices {
      let commands = proof.flatMap { lines.commands(error: $0.differences[index].error) }
      proof?.differences[index].explainOld = commands?.old
      proof?.differences[index].explainNew = commands?.new
    }
    let difference = RuleSetDifference(
      old: .init(file: shownOld, name: sides.old.chain.name),
      new: .init(file: shownNew, name: sides.new.chain.name),
      changes: RuleChanges(old: sides.old.program, new: sides.new.program).list, replayed: replayed,
      explanations: replayed?.groups.map { lines.commands(for: $0) } ?? [], proof: proof, beyond: beyond,
      gates: gates)
    try report(difference, inputs, sides, limits)
    if let minimise, replayed?.old.read.isPartial == false {
      try await cut(inputs, to: minimise, gates, sides, limits)
    }
    try conclude(difference, read?.1 ?? MissingParts())
  }

  private var shownOld: String { InputFile.shown(old) }
  private var shownNew: String { InputFile.shown(new) }

  /// The expressions of `.errctl.yaml`, without those that this comparison can't answer, which it says.
  private func configuredGates(_ limits: Limits) throws -> [GateExpression] {
    let style = shared.color.terminalStyle(for: 2)
    let found = try Configurations.found(for: new, named: config, limits: limits, terminalStyle: style)
    let configured = found?.configuration.gates["diff"] ?? []
    return try FailOn.gates(configured, DifferenceFigures.vocabulary, style).filter { gate in
      var missing: String?
      if DifferenceFigures.needsStream(gate), streams.isEmpty { missing = "a stream" }
      if DifferenceFigures.needsProof(gate), witnesses == 0 { missing = "the comparison of the rules" }
      guard let missing else { return true }
      let line = "errctl: “\(gate.text)” of the configuration needs \(missing): not evaluated."
      try CheckedOutput.standardError.write(EscapedText.of(line) + "\n")
      return false
    }
  }

  /// The expressions of `--fail-on`. With a baseline and no expression: nothing may change beyond the
  /// baseline.
  private func gates() throws -> [GateExpression] {
    let texts = failOn.isEmpty && baseline != nil ? ["changed > 0"] : failOn
    let gates = try FailOn.gates(texts, DifferenceFigures.vocabulary)
    for gate in gates {
      if DifferenceFigures.needsStream(gate), streams.isEmpty {
        throw CommandFailure(.usage, "--fail-on “\(gate.text)” needs a stream. Name one.")
      }
      if DifferenceFigures.needsProof(gate), witnesses == 0 {
        throw CommandFailure(
          .usage, "--fail-on “\(gate.text)” needs the comparison of the rules, which --witnesses 0 skips.")
      }
    }
    return gates
  }

  private struct Sides {
    let old: (chain: ResponderChain, program: RuleProgram)
    let new: (chain: ResponderChain, program: RuleProgram)
  }

  /// Reports the findings of both files before it throws.
  private func compile(_ registry: Registry, _ limits: Limits) throws -> Sides {
    let terminalStyle = shared.color.terminalStyle(for: 2)
    var failures: [String] = []
    var compiled: [(chain: ResponderChain, program: RuleProgram)?] = []
    for (side, name) in [("OLD", old), ("NEW", new)] {
      do {
        let compilation = try InputFile.compile(
          name, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter)
        try InputFile.report(compilation, terminalStyle: terminalStyle)
        guard let chain = compilation.chain, let program = compilation.program else {
          let reason = InputFile.whyNoChain(name, compilation)
          failures.append(
            reason ?? "\(InputFile.shown(name)): \(side) can't be used, so there is nothing to compare.")
          compiled.append(nil)
          continue
        }
        compiled.append((chain, program))
      } catch let failure as CommandFailure {
        failures += failure.messages
        compiled.append(nil)
      }
    }
    guard let first = compiled[0], let second = compiled[1], failures.isEmpty else {
      throw CommandFailure(.unusableInput, failures)
    }
    return Sides(old: first, new: second)
  }

  /// Writes the smallest stream for which the expressions hold that hold now; without one, that has a difference.
  private nonisolated(nonsending) func cut(
    _ inputs: StreamFiles, to file: String, _ gates: [GateExpression], _ sides: Sides, _ limits: Limits
  ) async throws {
    let ofStream = gates.filter { DifferenceFigures.needsStream($0) }
    let gates = try ofStream.isEmpty ? [GateExpression("changed", DifferenceFigures.vocabulary)] : ofStream
    let options = try comparisonOptions(sides, gates, limits)
    let gathered = try GatheredRecords(
      inputs, options, redactor: redaction.isAsked ? redaction.redactor : nil)
    let keys = RecordGroups.keys(of: gates, StateNeeds(sides.new.program))
    let reduction = try await StreamReduction(of: gathered, by: keys, input: options.input, limits: limits) {
      stream, input in
      var trial = options
      trial.input = input
      let compared = try await Replayer(sides.old.chain, trial, output: nil, rejects: nil) { _ in
        Interruption.signal == nil
      }.compare([stream], with: sides.new.chain)
      if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
      return gates.map { $0.result(DifferenceFigures.values(compared, nil, nil)) }
    }
    try reduction.write(to: file, asJSON: false, beside: true)
  }

  private nonisolated(nonsending) func replay(
    _ inputs: StreamFiles, _ sides: Sides, _ gates: [GateExpression], _ limits: Limits
  ) async throws -> (ReplayComparison, MissingParts) {
    var options = try comparisonOptions(sides, gates, limits)
    try inputs.settleSample(&options, sides.old.chain)
    let bar = ProgressBar(total: inputs.size, isShown: Terminal.isTerminal(2))
    defer { bar.finish() }
    let replayer = Replayer(sides.old.chain, options, output: nil, rejects: nil) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    Interruption.endInOrder()
    return try await inputs.replayed { try await replayer.compare($0, with: sides.new.chain) }
  }

  private func comparisonOptions(_ sides: Sides, _ gates: [GateExpression], _ limits: Limits) throws
    -> ReplayOptions
  {
    var options = ReplayOptions()
    options.seed = evaluation.seed
    options.input = try evaluation.input.streamInput(limits: limits)
    options.times = evaluation.input.times.defaults
    options.zone = evaluation.input.zone
    options.redactor = redaction.redactor
    options.order = evaluation.selection.streamOrder
    options.selection = try evaluation.recordSelection()
    options.limits = limits
    options.jobs = Jobs.possible(jobs ?? Jobs.common)
    options.wake = Interruption.wake
    options.load = try assumptions.options()
    options.counting.field = grouping.field
    options.count(for: gates)
    let preset = PresetAnswers(options: evaluation.answers)
    let answers = try preset.byClause(of: (sides.old.chain, shownOld), and: (sides.new.chain, shownNew))
    (options.unrecorded.presetAnswers, options.unrecorded.otherPresetAnswers) = answers
    try evaluation.failing.check(against: [sides.old.chain, sides.new.chain], rules: shownNew)
    options.unrecorded.failing = evaluation.failing.names
    return options
  }

  private static func read(baseline name: String) throws -> Baseline {
    let bytes = try InputFile.read(name, limit: longestBaseline)
    let shown = InputFile.shown(name)
    guard bytes.count <= longestBaseline else {
      throw CommandFailure(.unusableInput, "\(shown): This file is too long for a result of errctl diff.")
    }
    do throws(Baseline.Fault) {
      return try Baseline(file: shown, bytes: bytes)
    } catch {
      let reason =
        switch error {
        case .json(let line, let column, let message): ":\(line):\(column): \(message)"
        case .otherKind:
          ": This is not a result of errctl diff with a stream. Write one: errctl diff OLD NEW STREAM --format json > FILE"
        case .partial: ": This result is incomplete because its run was interrupted. Run it again."
        }
      throw CommandFailure(.unusableInput, "\(shown)\(reason)")
    }
  }

  private static var longestBaseline: Int { 1 << 28 }

  /// The options for the suggested explain commands, which must show the same outcome.
  private func explainOptions(_ chain: ResponderChain) -> [String] {
    var options: [String] = []
    options += evaluation.input.words + evaluation.selection.words(clock: evaluation.input.clock)
    if evaluation.seed != 0 { options += ["--seed", "\(evaluation.seed)"] }
    for answer in evaluation.answers
    where (try? PresetAnswers(options: [answer]).byClause(of: chain, rules: "")) != nil {
      options += ["--answer", answer]
    }
    for name in evaluation.failing.names where chain.failableNames.contains(name) {
      options += ["--failing", name]
    }
    for stub in stubs.stubs where chain.unknownCustoms.contains(where: { stub.hasPrefix("\($0)=") }) {
      options += ["--stub", stub]
    }
    options += redaction.words
    for change in shared.limitChanges { options += ["--limit", change] }
    return options
  }

  private func report(
    _ difference: RuleSetDifference, _ inputs: StreamFiles, _ sides: Sides, _ limits: Limits
  ) throws {
    let output = CheckedOutput.standardOutput
    let report = DifferenceReport(difference).report
    switch format {
    case .text:
      try output.write(ReportText(terminalStyle: shared.color.terminalStyle(for: 1)).text(of: report))
    case .json: try output.write(DifferenceJSON.text(of: difference))
    case .markdown: try output.write(ReportMarkdown.text(of: report))
    case .html:
      let (samples, note) = try samples(of: difference, inputs, sides, limits)
      try output.write(
        DifferencePage.html(of: difference, samples: samples, note: note, redaction: redaction.redactor))
    }
    try output.flush()
  }

  /// Reads the streams again, up to the last sample.
  private func samples(
    of difference: RuleSetDifference, _ inputs: StreamFiles, _ sides: Sides, _ limits: Limits
  ) throws -> ([DifferenceSample], String?) {
    let ordinals = DifferenceSample.ordinals(of: difference)
    var samples = ordinals.map { DifferenceSample(ordinal: $0) }
    guard !ordinals.isEmpty else { return ([], nil) }
    let preset = PresetAnswers(options: evaluation.answers)
    let answers = try preset.byClause(of: (sides.old.chain, shownOld), and: (sides.new.chain, shownNew))
    var note: String?
    for (isNew, chain, answers) in [
      (false, sides.old.chain, answers.0), (true, sides.new.chain, answers.1),
    ] {
      var options = ReplayOptions()
      options.seed = evaluation.seed
      options.input = try evaluation.input.streamInput(limits: limits)
      options.times = evaluation.input.times.defaults
      options.zone = evaluation.input.zone
      options.order = evaluation.selection.streamOrder
      options.selection = try evaluation.recordSelection()
      options.limits = limits
      options.unrecorded.presetAnswers = answers
      options.unrecorded.failing = evaluation.failing.names
      try inputs.settleSample(&options, sides.old.chain)
      let isRead = StreamReread.explain(ordinals, of: inputs.again, chain, options) { explanation, record in
        guard let index = samples.firstIndex(where: { $0.ordinal == explanation.record.ordinal }) else {
          return
        }
        samples[index].take(explanation, isNew: isNew, of: record, redaction.redactor, in: options.zone)
      }
      note = note ?? isRead
    }
    return (samples, note)
  }

  private func conclude(_ difference: RuleSetDifference, _ missing: MissingParts) throws {
    if let replayed = difference.replayed {
      if replayed.old.read.isPartial { throw CommandFailure(Interruption.status) }
      try StreamEnding.check(replayed.old, missing, isShown: true, isStrict: strict)
      try noteRejected(replayed.old.lineCounts.rejected)
    }
    try FailOn.check(difference.gates, areShown: true)
  }

  func noteRejected(_ count: Int) throws {
    guard count > 0 else { return }
    let lines = count == 1 ? "1 line was" : "\(count) lines were"
    if strict { throw CommandFailure(.unusableInput, "\(lines) rejected, and --strict is set.") }
    try CheckedOutput.standardError.write("errctl: \(lines) rejected. Run errctl replay for the reasons.\n")
    try CheckedOutput.standardError.flush()
  }
}
