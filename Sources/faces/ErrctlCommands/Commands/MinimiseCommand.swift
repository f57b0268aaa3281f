import ArgumentParser
import Replay
internal import Bytes
internal import Engine
internal import Source

struct MinimiseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "minimise",
    _superCommandName: "errctl",
    abstract: "Cut a stream to the smallest that still shows what --until says.",
    discussion: """
      EXAMPLES
        errctl minimise rules.yaml errors.ndjson --until 'exhausted(app/again) > 5'
        errctl minimise rules.yaml server.log --until 'abort after granted' \\
          --write small.log

      EXPRESSION is one of errctl replay --fail-on, which holds for the whole stream. Whole operations and keys of the \
      rules' state go first, then single records, then their members. A log of another format stays a log where its \
      lines show the same alone; otherwise the result is errctl's own records. The last replay is of what is written.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file.")
  var rules: String

  @Argument(help: "Streams of recorded errors, read in order: files, folders or quoted patterns.")
  var streams: [String]

  @Option(
    help: ArgumentHelp(
      "What the smallest stream still shows, as --fail-on takes it.", valueName: "expression"))
  var until: String

  @Option(help: ArgumentHelp("Write the stream to a file. Default: standard output.", valueName: "file"))
  var write: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("Number of threads. It does not affect the result.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Exit with status 2 if a part of a stream is missing.")
  var strict = false

  @OptionGroup var evaluation: EvaluationOptions

  @OptionGroup var stubs: StubOptions

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if format == .json, file == nil { throw ValidationError("--format json needs --write for the stream.") }
    try StreamReduction.check([rules] + streams)
  }

  /// Nil for standard output.
  private var file: String? { write == "-" ? nil : write }

  nonisolated(nonsending) func run() async throws {
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let compilation = try InputFile.compile(
      rules, registry: registry, limits: limits)
    try InputFile.report(compilation, terminalStyle: shared.color.terminalStyle(for: 2))
    guard let chain = compilation.chain else {
      throw CommandFailure(.unusableInput, InputFile.whyNoChain(rules, compilation))
    }
    try stubs.check(registry, against: chain, rules: rules)
    let gates = try FailOn.gates([until], ReplayFigures.vocabulary(chain), option: "--until")
    var options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    options.wake = Interruption.wake
    options.redactor = redaction.redactor
    options.count(for: gates)
    let inputs = try StreamFiles(streams)
    if let file {
      let read = [rules] + compilation.imports.map { $0.identity }
      try FileKind.reject(
        file, of: "--write", inPlaceOf: inputs.kinds + read.compactMap { try? FileKind(of: $0) })
    }
    Interruption.endInOrder()
    let gathered = try GatheredRecords(
      inputs, options, redactor: redaction.isAsked ? redaction.redactor : nil)
    try gathered.missing.say()
    try gathered.missing.check(isStrict: strict)
    options.jobs = jobs ?? inputs.jobs(chunkSize: options.chunkSize)
    let input = options.input
    let reduction = try await StreamReduction(
      of: gathered, by: RecordGroups.keys(of: gates, compilation.program.map { StateNeeds($0) }),
      input: input, limits: limits
    ) { stream, input in
      var trial = options
      trial.input = input
      let summary = try await Replayer(chain, trial, output: nil, rejects: nil) { _ in
        Interruption.signal == nil
      }.run([stream])
      if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
      return gates.map { $0.result(ReplayFigures.values(summary)) }
    }
    try reduction.write(to: file, asJSON: format == .json)
  }
}
