import ArgumentParser
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
    abstract: "Run recorded errors through a rule file and show what would happen.",
    discussion: """
      EXAMPLE
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson

      A stream has one recorded error, a JSON object, on each line (docs/reference/record.md). Without a
      stream, or for “-”, standard input is read. What would happen never changes the status.
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

  @Option(help: ArgumentHelp("The seed of random delays.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "The button that is chosen at a rule (or RESPONDER/RULE) where no answer is recorded.",
      valueName: "rule=title"
    )
  )
  var answers: [String] = []

  @Option(help: ArgumentHelp("Keep the lines that were refused in a file.", valueName: "file"))
  var rejects: String?

  @Flag(help: "End with 2 where a line was refused.")
  var strict = false

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
    let chain = try RuleFiles.chain(rules, limits: limits, paint: shared.color.paint(for: 2))
    var options = ReplayOptions()
    options.seed = seed
    options.jobs = jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    options.wantsResolutions = resolutions != nil
    options.limits = limits
    options.presetAnswers = try presetAnswers(chain)
    let opened = try open()
    let resolutionsFile = try resolutions.map { try OutputFile($0) }
    let rejectsFile = try rejects.map { try OutputFile($0) }
    defer { OpenFiles.removeAll() }
    let bar = ProgressBar(total: opened.bytes, isShown: Terminal.isTerminal(2))
    let replayer = Replayer(chain, options, output: resolutionsFile, rejects: rejectsFile) { bytes in
      bar.update(bytes)
      return Interruption.signal == nil
    }
    let summary: ReplaySummary
    do {
      summary = try await replayer.run(opened.streams)
      bar.finish()
    } catch let failure as Replayer.Failure {
      bar.finish()
      throw CommandFailure(.unusableInput, Self.message(failure))
    }
    try resolutionsFile?.close()
    try rejectsFile?.close()
    try report(summary)
    try conclude(summary)
  }

  private func presetAnswers(_ chain: ResponderChain) throws -> [String?] {
    var preset = [String?](repeating: nil, count: chain.stations.count)
    for answer in answers {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--answer takes RULE=TITLE, not “\(answer)”.")
      }
      let matching = chain.stations.indices.filter { index in
        chain.stations[index].name == parts[0] || chain.name(ofStation: index) == parts[0]
      }
      guard !matching.isEmpty else {
        throw ValidationError("--answer names no rule of \(rules): “\(parts[0])”.")
      }
      for index in matching { preset[index] = String(parts[1]) }
    }
    return preset
  }

  private func open() throws -> (streams: [Replayer.Stream], bytes: Int) {
    var opened: [Replayer.Stream] = []
    var bytes = 0
    for name in streams.isEmpty ? ["-"] : streams {
      guard name != "-" else {
        opened.append(Replayer.Stream(name: "standard input", descriptor: .standardInput))
        continue
      }
      do {
        let descriptor = try FileDescriptor.open(FilePath(name), .readOnly)
        var status = stat()
        if fstat(descriptor.rawValue, &status) == 0 {
          if status.st_mode & S_IFMT == S_IFDIR { throw Errno.isDirectory }
          bytes += Int(status.st_size)
        }
        opened.append(Replayer.Stream(name: name, descriptor: descriptor))
      } catch {
        throw CommandFailure(.unusableInput, "\(name): \(InputFile.reason(error, name))")
      }
    }
    return (opened, bytes)
  }

  /// The summary goes to standard output, or to standard error where resolutions go there.
  private func report(_ summary: ReplaySummary) throws {
    let isDisplaced = resolutions == "-" || rejects == "-"
    let output = isDisplaced ? CheckedOutput.standardError : CheckedOutput.standardOutput
    switch format {
    case .text:
      var text = ReplayText(paint: shared.color.paint(for: isDisplaced ? 2 : 1))
      try output.write(text.text(of: summary, rules: rules))
    case .json:
      try output.write(ReplayJSON.text(of: summary, rules: rules))
    }
    try output.flush()
  }

  private func conclude(_ summary: ReplaySummary) throws {
    if summary.isPartial { throw CommandFailure(Interruption.status) }
    if summary.ledger.records + summary.ledger.events == 0 {
      let keys = summary.firstKeys
      let names = summary.streams.joined(separator: ", ")
      throw CommandFailure(
        .unusableInput,
        keys.isEmpty
          ? "\(names): no record could be read" : Self.message(.noErrors(stream: names, keys: keys))
      )
    }
    if strict, summary.ledger.refused > 0 {
      throw CommandFailure(
        .unusableInput,
        "\(summary.ledger.refused) lines were refused, and --strict was asked for"
      )
    }
  }

  private static func message(_ failure: Replayer.Failure) -> String {
    switch failure {
    case .unreadable(let stream, let errno):
      return "\(stream): \(InputFile.reason(errno, stream))"
    case .isArray(let stream):
      return "\(stream): this is a JSON array. A stream has one record a line: jq -c '.[]' FILE makes one."
    case .noErrors(let stream, let keys):
      let shown = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
      return """
        \(stream): these records are no errors as errctl knows them. One of type, domain, message, status, \
        problem or event must be there; the first has \(shown.isEmpty ? "nothing" : shown). \
        See docs/reference/record.md.
        """
    }
  }
}
