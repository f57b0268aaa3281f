import ArgumentParser
import ErrorStreams
import Replay
import RuleEngine
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `errctl replay`: what a rule file would do with recorded errors.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    _superCommandName: "errctl",
    abstract: "Run recorded errors through a rule file and show what would happen.",
    discussion: """
      EXAMPLE
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson

      A stream has one recorded error, a JSON object, on each line (docs/reference/record.md), or is a log as \
      others write it (docs/reference/streams.md). Without a stream, or for “-”, standard input is read. What would \
      happen never changes the status.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file.")
  var rules: String

  @Argument(help: "Streams of recorded errors, read one after the other.")
  var streams: [String] = []

  @Option(help: ArgumentHelp("Write one resolution a record to a file, or to “-”.", valueName: "file"))
  var resolutions: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("Threads that answer records; any number, the same result.", valueName: "n"))
  var jobs: Int?

  @OptionGroup var input: InputOptions

  @OptionGroup var evaluation: EvaluationOptions

  @Option(help: ArgumentHelp("Keep the lines that were refused in a file.", valueName: "file"))
  var rejects: String?

  @Flag(help: "End with 2 where a line was refused.")
  var strict = false

  @OptionGroup var stubs: StubOptions

  @Flag(help: "Refuse rules that ask or do what no plugin provides.")
  var requirePlugins = false

  @Flag(help: "Show what each rule cost: how often it was asked and matched, and its share of the time.")
  var profile = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if streams.isEmpty, Terminal.isTerminal(0) {
      throw ValidationError("Name a stream of recorded errors, or pipe one in.")
    }
    if resolutions == "-", rejects == "-" {
      throw ValidationError("Only one of --resolutions and --rejects can go to standard output.")
    }
    if streams.count(where: { $0 == "-" }) + (rules == "-" ? 1 : 0) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  func run() async throws {
    let limits = try shared.limits()
    var registry = try stubs.registry()
    registry.requiresPlugins = requirePlugins
    let paint = shared.color.paint(for: 2)
    let (chain, imports) = try InputFile.rules(rules, registry: registry, limits: limits, paint: paint)
    try stubs.check(registry, against: chain, rules: rules)
    var options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    options.input = try input.streamInput(limits: limits, paint: paint)
    options.jobs = jobs ?? Self.defaultJobs
    options.wake = Interruption.wake
    options.wantsResolutions = resolutions != nil
    if profile { options.profileClock = { Stopwatch.nanoseconds } }
    let inputs = try open()
    try refuseOverwriting(inputs.kinds + imports.compactMap { try? FileKind(of: $0) })
    defer { OpenFiles.removeAll() }
    let resolutionsFile = try resolutions.map { try OutputFile($0) }
    let rejectsFile = try rejects.map { try OutputFile($0) }
    let bar = ProgressBar(total: inputs.kinds.reduce(0) { $0 + $1.size }, isShown: showsProgress)
    defer { bar.finish() }
    let replayer = Replayer(chain, options, output: resolutionsFile, rejects: rejectsFile) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    Interruption.endInOrder()
    let summary: ReplaySummary
    let start = Stopwatch.nanoseconds
    do {
      summary = try await replayer.run(inputs.streams)
    } catch let failure as Replayer.Failure {
      throw CommandFailure(.unusableInput, Self.message(failure))
    }
    let speed = ReplaySpeed(of: summary, nanoseconds: Stopwatch.nanoseconds - start)
    bar.finish()
    let files = [resolutionsFile, rejectsFile].compactMap { $0 }
    // What is not whole does not take the place of a file.
    for file in files { try summary.isPartial ? file.giveUp() : file.close() }
    try report(summary, speed)
    try conclude(summary, unwritten: files.filter { $0.isGivenUp })
  }

  /// A thread for each processor, within reason: each takes some megabytes.
  private static var defaultJobs: Int {
    min(8, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
  }

  /// Whether a bar would stand alone at the terminal.
  private var showsProgress: Bool {
    let isMixed = (resolutions == "-" || rejects == "-") && Terminal.isTerminal(1)
    return Terminal.isTerminal(2) && !isMixed
  }

  /// The streams, known to be readable. Files are opened again when their turn comes: there may be more of them
  /// than can be open at once.
  private func open() throws -> (streams: [Replayer.Stream], kinds: [FileKind]) {
    var opened: [Replayer.Stream] = []
    var kinds: [FileKind] = []
    for name in streams.isEmpty ? ["-"] : streams {
      let shown = InputFile.shown(name)
      do {
        let descriptor = name == "-" ? FileDescriptor.standardInput : try .open(FilePath(name), .readOnly)
        let kind = try FileKind(of: descriptor)
        if kind.isFolder { throw Errno.isDirectory }
        kinds.append(kind)
        if name != "-", kind.isRegular {
          try descriptor.close()
          opened.append(Replayer.Stream(name: shown, source: .file(FilePath(name))))
        } else {
          opened.append(Replayer.Stream(name: shown, source: .descriptor(descriptor)))
        }
      } catch {
        throw CommandFailure(.unusableInput, "\(shown): \(InputFile.reason(error))")
      }
    }
    return (opened, kinds)
  }

  /// A result that takes the place of its own input would be the last of it.
  private func refuseOverwriting(_ inputs: [FileKind]) throws {
    let outputs = [("--resolutions", resolutions), ("--rejects", rejects)]
    let rulesKind = rules == "-" ? nil : try? FileKind(of: rules)
    for case (let option, let name?) in outputs where name != "-" {
      guard let kind = try? FileKind(of: name) else { continue }
      if (inputs + [rulesKind].compactMap { $0 }).contains(where: { $0.isSame(as: kind) }) {
        throw CommandFailure(.usage, "\(option) \(name) would overwrite what is read.")
      }
    }
    if let resolutions, let rejects, resolutions != "-" {
      let kinds = (try? FileKind(of: resolutions), try? FileKind(of: rejects))
      var isSame = resolutions == rejects
      if let left = kinds.0, let right = kinds.1 {
        isSame = left.isSame(as: right) || isSame && left.isRegular
      }
      if isSame { throw CommandFailure(.usage, "--resolutions and --rejects cannot go to the same file.") }
    }
  }

  /// The summary goes to standard output, or to standard error where resolutions go there.
  private func report(_ summary: ReplaySummary, _ speed: ReplaySpeed) throws {
    let isDisplaced = resolutions == "-" || rejects == "-"
    let output = isDisplaced ? CheckedOutput.standardError : CheckedOutput.standardOutput
    switch format {
    case .text:
      var text = ReplayText(paint: shared.color.paint(for: isDisplaced ? 2 : 1))
      try output.write(text.text(of: summary, rules: InputFile.shown(rules)))
    case .json:
      try output.write(
        ReplayJSON.text(of: summary, rules: InputFile.shown(rules), speed: profile ? speed : nil)
      )
    }
    try output.flush()
    // No result: at a terminal, or where it is asked what things cost.
    guard showsProgress || profile && format == .text else { return }
    try? CheckedOutput.standardError.write("\(speed.text)\n")
    try? CheckedOutput.standardError.flush()
  }

  private func conclude(_ summary: ReplaySummary, unwritten: [OutputFile]) throws {
    if summary.isPartial {
      throw CommandFailure(
        Interruption.status,
        unwritten.map { "\($0.name): not written, as it would not be whole" }
      )
    }
    // A log in which nothing went wrong is a good one; of our own records each is an error.
    if summary.ledger.records == 0, summary.ledger.notErrors == 0 {
      let names = summary.streams.joined(separator: ", ")
      throw CommandFailure(.unusableInput, "\(names): no record could be read")
    }
    if strict, summary.sources.contains(where: { $0.fault != nil }) {
      throw CommandFailure(.unusableInput, "a stream is not whole, and --strict was asked for")
    }
    if strict, summary.ledger.refused > 0 {
      let lines = summary.ledger.refused == 1 ? "1 line was" : "\(summary.ledger.refused) lines were"
      throw CommandFailure(.unusableInput, "\(lines) refused, and --strict was asked for")
    }
  }

  private static func message(_ failure: Replayer.Failure) -> String {
    switch failure {
    case .unreadable(let stream, let errno):
      return "\(stream): \(InputFile.reason(errno))"
    case .packed(let stream, let fault): return "\(stream): \(fault.message)"
    case .noErrors(let stream, let keys):
      let names = keys.prefix(12).map {
        $0.unicodeScalars.count > 40 ? "\(String($0.unicodeScalars.prefix(40)))…" : $0
      }
      let shown = names.joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
      return """
        \(stream): these records are no errors as errctl knows them. One of type, domain, message, status, \
        problem or event must be there; the first has \(shown.isEmpty ? "nothing" : shown). \
        See docs/reference/record.md.
        """
    }
  }
}
