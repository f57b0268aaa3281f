import ArgumentParser
import Differences
import Edits
import Replay
import Secrets
import SystemPackage
internal import Bytes
internal import Counting
internal import Engine
internal import Explanations
internal import Records
internal import RuleLanguage
internal import Source

struct SuggestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    _superCommandName: "errctl",
    abstract: "Draft rules for the errors that nobody handles, each proved to change nothing else.",
    discussion: """
      EXAMPLES
        errctl suggest rules.yaml errors.ndjson
        errctl suggest rules.yaml errors.ndjson --diff | git apply
        errctl suggest server.log --write rules.yaml

      The largest kinds come first. A rule asks for what an error is: its type and case, its code, its status, and \
      for its message only if nothing else tells what it is. It stands at the end of the responder where the escalation ended. \
      There it gets only errors that every other rule has left, so that no other error changes. Where that proof \
      is not enough, a second replay compares every record. \
      Which verdict is right is yours to decide. Without a rule file, errctl writes a first one.
      """
  )

  /// The errors that get rules.
  enum Ending: String, ExpressibleByArgument, CaseIterable {
    case unhandled, otherwise
    /// Errors for which there can be no draft.
    case ignored, assumed

    static let allValueStrings = [unhandled, otherwise].map { $0.rawValue }

    var drafted: RuleDrafting.Ending { self == .otherwise ? .otherwise : .unhandled }

    /// The reason why there is no draft; nil if there may be some.
    var refusal: String? {
      switch self {
      case .unhandled, .otherwise: nil
      case .ignored:
        "Cancelled work is ignored before any rule, so no rule can be drafted for it. With “defaults: { ignore: none }” it meets the "
          + "rules. errctl replay --list --only ignored shows it."
      case .assumed:
        "Errors with an assumed answer or result are handled by the rule that asked for it, or they are among the unhandled ones. "
          + "--answer, --failing and --stub say what is assumed. errctl replay --list --only assumed shows them."
      }
    }
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file, if there is one, and the streams: files, folders or quoted patterns.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "unhandled: the errors that nobody handles. otherwise: those that only an “otherwise” handles.",
      valueName: "errors"))
  var of = Ending.unhandled

  @Option(help: ArgumentHelp("The largest number of rules to draft.", valueName: "n"))
  var most = 10

  @Flag(help: "Write the change of the rule file as a patch, such as “git apply” takes.")
  var diff = false

  @Option(help: ArgumentHelp("Write the rule file with the drafts to a file.", valueName: "file"))
  var write: String?

  @Option(
    help: ArgumentHelp(
      "Write a new test suite with a case for each draft, beside the rules.", valueName: "file"))
  var suite: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("Number of threads. It does not affect the result.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Exit with status 2 if a line was rejected or a part of a stream is missing.")
  var strict = false

  @OptionGroup var evaluation: RunOptions

  @OptionGroup var stubs: StubOptions

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard (1...1_000).contains(most) else { throw ValidationError("--most takes a number from 1 to 1000.") }
    if let refusal = of.refusal { throw ValidationError("--of \(of.rawValue): \(refusal)") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if diff, format != .text { throw ValidationError("--diff is a patch. Drop it or --format.") }
    if suite != nil, write == nil, !diff {
      throw ValidationError("--suite tests rules that are written. Add --write FILE.")
    }
    if let suite, !TestSelection.isSuite(suite) {
      throw ValidationError("--suite \(suite): The name of a suite ends in “.test.yaml”.")
    }
    if files.contains("-") {
      throw ValidationError(
        "The streams are read several times, so standard input can't be one. Save it in a file.")
    }
  }

  nonisolated(nonsending) func run() async throws {
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let (rules, streams) = try inputs(registry, limits)
    try stubs.check(registry, against: rules.chain, rules: rules.name)
    var options = try evaluation.replayOptions(rules.chain, rules: rules.name, limits: limits)
    options.wake = Interruption.wake
    options.redactor = redaction.redactor
    options.counting.kinds = .deciders
    options.counting.shapes = of == .otherwise ? .otherwise : .unhandled
    let inputs = try StreamFiles(streams, order: options.order)
    options.jobs = jobs ?? inputs.jobs(chunkSize: options.chunkSize)
    try inputs.settleSample(&options, rules.chain)
    try checkOutputs(rules, inputs)
    let chain = rules.chain
    let (summary, missing) = try await inputs.replayed { streams in
      try await watched(inputs) { report in
        try await Replayer(chain, options, output: nil, rejects: nil, progress: report).run(streams)
      }
    }
    try StreamEnding.check(summary, missing, isShown: false, isStrict: strict)
    try StreamEnding.checkRejected(summary, isStrict: strict)
    let drafted = try await drafted(rules, summary, inputs, options)
    var suggestions = Suggestions(rules: rules, summary: summary, drafted: drafted)
    if !suggestions.drafted.drafts.isEmpty {
      let new = try rules.chain(with: suggestions.drafted.drafts)
      if !suggestions.drafted.takeShapes(of: chain) {
        options.counting.shapes = nil
        options.unrecorded.otherPresetAnswers = try answers(new, rules)
        let (comparison, _) = try await inputs.replayed { streams in
          try await watched(inputs) { report in
            try await Replayer(chain, options, output: nil, rejects: nil, progress: report)
              .compare(streams, with: new)
          }
        }
        suggestions.drafted.take(comparison)
      }
      suggestions.addCases(new, limits)
    }
    try report(suggestions, in: options.zone, limits)
  }

  /// The rules, and the names of the streams.
  private func inputs(_ registry: Registry, _ limits: Limits) throws -> (GrowingRules, [String]) {
    let style = shared.color.terminalStyle(for: 2)
    guard let first = files.first, try Self.isRules(first, limits) else {
      if let rules = try files.dropFirst().first(where: { try Self.isRules($0, limits) }) {
        let streams = files.filter { $0 != rules }.joined(separator: " ")
        throw CommandFailure(
          .usage, "Name the rules first, then the streams: errctl suggest \(rules) \(streams)")
      }
      let compilation = GrowingRules.first(
        registry: registry, limits, recordFilter: evaluation.selection.recordFilter)
      try InputFile.report(compilation, terminalStyle: style)
      return (try GrowingRules(nil, registry: registry, limits: limits, compilation), files)
    }
    let streams = Array(files.dropFirst())
    guard !streams.isEmpty else { throw CommandFailure(.usage, "Name a stream of errors after “\(first)”.") }
    if let other = try streams.first(where: { try Self.hasRules($0, limits) }) {
      throw CommandFailure(
        .usage, "“\(other)” is a rule file, too. Name one rule file, which gets the rules, then the streams.")
    }
    let compilation = try InputFile.compile(
      first, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter)
    try InputFile.report(compilation, terminalStyle: style)
    return (try GrowingRules(first, registry: registry, limits: limits, compilation), streams)
  }

  /// Nothing that exists is lost, and a suite finds its rules.
  private func checkOutputs(_ rules: GrowingRules, _ inputs: StreamFiles) throws {
    if let write, write != "-" {
      try FileKind.reject(write, of: "--write", inPlaceOf: inputs.kinds)
      if let kind = try? FileKind(of: write), kind.isFolder || kind.isRegular {
        if kind.isFolder { throw CommandFailure(.usage, "--write \(write) is a folder. Name a file.") }
        let isOwn = try !rules.isNew && FileKind(of: rules.name).isSame(as: kind)
        guard isOwn else {
          throw CommandFailure(
            .usage,
            "\(write) exists. "
              + (rules.isNew
                ? "To add to these rules, name them first: errctl suggest \(write) \(files[0]) --write \(write)"
                : "Name a new file, or \(rules.name) itself."))
        }
      }
      if rules.hasImports, Self.folder(of: write) != Self.folder(of: rules.name) {
        throw CommandFailure(
          .usage, "The imports of \(rules.name) are found from its own folder. Give --write a file there.")
      }
    }
    if diff, rules.isNew, (try? FileKind(of: rules.name)) != nil {
      throw CommandFailure(
        .usage,
        "\(rules.name) exists. To add to these rules, name them first: errctl suggest \(rules.name) \(files[0]) --diff"
      )
    }
    try FileKind.rejectSame([("--write", write), ("--suite", suite)])
    guard let suite else { return }
    if (try? FileKind(of: suite)) != nil {
      throw CommandFailure(.usage, "\(suite) exists. Name a new file for the suite.")
    }
    let tested = write ?? rules.name
    if Self.folder(of: suite) != Self.folder(of: tested) {
      throw CommandFailure(.usage, "A suite stands beside its rules. Put it into the folder of \(tested).")
    }
  }

  private static func folder(of file: String) -> String {
    let folder = FilePath(file).removingLastComponent().string
    return FileImports.identity(of: folder.isEmpty ? "." : folder) ?? folder
  }

  /// A file that is named like rules is one, unless it is JSON that says otherwise.
  private static func isRules(_ name: String, _ limits: Limits) throws -> Bool {
    let lower = name.lowercased()
    if lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") { return true }
    return try lower.hasSuffix(".json") && hasRules(name, limits)
  }

  /// Whether the contents of a file named like rules are rules.
  private static func hasRules(_ name: String, _ limits: Limits) throws -> Bool {
    let lower = name.lowercased()
    guard [".yaml", ".yml", ".json"].contains(where: { lower.hasSuffix($0) }),
      (try? FileKind(of: name))?.isRegular ?? false
    else { return false }
    let bytes = try InputFile.read(name, limit: limits.ruleFileBytes)
    guard bytes.count <= limits.ruleFileBytes else { return false }
    var diagnostics = Diagnostics()
    let node = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics).node
    return node.map { RuleFileSign.isRuleFile($0) } ?? false
  }

  /// The result of a replay, with a progress bar at a terminal; a signal ends it.
  private nonisolated(nonsending) func watched<Result>(
    _ inputs: StreamFiles, _ body: (@escaping (Int) -> Bool) async throws -> Result
  ) async throws -> Result {
    let bar = ProgressBar(total: inputs.size, isShown: Terminal.isTerminal(2))
    defer { bar.finish() }
    Interruption.endInOrder()
    let result = try await body { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
    return result
  }

  /// Drafts for the largest kinds, and for those of their errors that are different ones once they are unwrapped.
  private nonisolated(nonsending) func drafted(
    _ rules: GrowingRules, _ summary: ReplaySummary, _ inputs: StreamFiles, _ options: ReplayOptions
  ) async throws -> DraftedRules {
    var options = options
    var drafted = DraftedRules(
      summary, rules.drafting(for: of.drafted), atMost: most, hidingBy: redaction.redactor)
    var kinds = drafted.leftover.kinds
    while true {
      let chain = drafted.chain
      var (records, others) = drafted.records(of: kinds)
      let note = StreamReread.explain(others, of: inputs.again, chain, options) {
        explanation, record in
        records[explanation.record.ordinal] = .init(
          json: String(record), category: explanation.ending.category)
      }
      if let note { throw CommandFailure(.unusableInput, note) }
      let mayHaveMore = drafted.add(kinds, records) { Interruption.signal != nil }
      if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
      guard mayHaveMore else { return drafted }
      let grown = drafted.chain
      options.unrecorded.presetAnswers = try answers(grown, rules)
      let (summary, _) = try await inputs.replayed { streams in
        try await watched(inputs) { report in
          try await Replayer(grown, options, output: nil, rejects: nil, progress: report).run(streams)
        }
      }
      kinds = Leftover(of: summary, ended: of.drafted).kinds
    }
  }

  /// The answers of `--answer`, by the clauses of a chain.
  private func answers(_ chain: ResponderChain, _ rules: GrowingRules) throws -> [String?] {
    try PresetAnswers(options: evaluation.answers).byClause(of: chain, rules: rules.name)
  }

  private func report(_ suggestions: Suggestions, in zone: ShownZone, _ limits: Limits) throws {
    let text = try suggestions.rules.text(with: suggestions.drafted.drafts)
    if !suggestions.drafted.drafts.isEmpty { try writeFiles(suggestions, text, limits) }
    let output = write == "-" ? CheckedOutput.standardError : CheckedOutput.standardOutput
    if diff {
      var place: [String] = []
      if !suggestions.drafted.drafts.isEmpty {
        let (path, root) = suggestions.rules.nameInPatch
        try output.write(UnifiedDifference.text(suggestions.rules.bytes, text, name: path, isPatch: true))
        try output.flush()
        if let root { place = ["Apply the patch in \(root), where \(path) is."] }
      }
      for sentence in suggestions.refusals + [suggestions.drafted.result] + place {
        try CheckedOutput.standardError.write("errctl: \(EscapedText.of(sentence))\n")
      }
      return try CheckedOutput.standardError.flush()
    }
    switch format {
    case .text:
      try output.write(
        suggestions.text(in: zone, atMost: most, written: write == "-" ? nil : write, suite: suite))
    case .json: try output.write(suggestions.json)
    }
    try output.flush()
  }

  private func writeFiles(_ suggestions: Suggestions, _ text: [UInt8], _ limits: Limits) throws {
    var outputs: [(file: OutputFile, bytes: [UInt8])] = []
    if let write {
      let own = Converter.Kind(ofFile: suggestions.rules.name) ?? .yaml
      var bytes = text
      if let kind = Converter.Kind(ofFile: write), kind != own {
        let converted = Converter(limits: limits).convert(name: "rules.\(own.rawValue)", bytes: text).text
        bytes = converted.map { Array($0.utf8) } ?? text
      }
      outputs.append((try OutputFile(write), bytes))
    }
    if let suite, let cases = suggestions.suite(of: write ?? suggestions.rules.name, limits) {
      outputs.append((try OutputFile(suite), Array(cases.utf8)))
    }
    for (file, bytes) in outputs {
      try bytes.withUnsafeBytes { try file.write($0) }
      try file.close()
    }
  }
}
