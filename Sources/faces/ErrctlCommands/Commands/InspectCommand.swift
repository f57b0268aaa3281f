import ArgumentParser
import ErrorStreams
import Replay
import Reports
internal import Bytes
import Secrets
import Source
import SystemPackage

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    _superCommandName: "errctl",
    abstract:
      "Show the format of a log: how its fields map, which are missing, and sample records.",
    discussion: """
      EXAMPLES
        errctl inspect app.log
        journalctl -o json -u shop | errctl inspect -
        errctl inspect app.log --write app.mapping.yaml

      --write saves the mapping in use. Edit it, then pass it to --input (errctl help formats).
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "Logs: files, folders, quoted patterns, or “-” for standard input.")
  var streams: [String]

  @OptionGroup var input: InputOptions

  @Option(help: ArgumentHelp("How many sample lines to show with their records.", valueName: "n"))
  var samples = 3

  @Option(help: ArgumentHelp("Write the mapping to a file, or to “-”.", valueName: "file"))
  var write: String?

  @Option(
    help: ArgumentHelp(
      "Write the log's errors as records, one a line, to a file, or to “-”, with secrets unless --redact.",
      valueName: "file"))
  var records: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if samples < 0 { throw ValidationError("--samples takes a number of 0 or more.") }
    if streams.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
    if write != nil, streams.count > 1 { throw ValidationError("--write takes a single log.") }
    if write == "-", records == "-" {
      throw ValidationError("Only one of --write and --records can go to standard output.")
    }
  }

  func run() throws {
    let limits = try shared.limits()
    let input = try input.streamInput(limits: limits)
    let files = try StreamFiles(streams)
    if write != nil, files.streams.count > 1 {
      throw CommandFailure(.usage, "--write takes a single log, but there are \(files.streams.count).")
    }
    for case (let option, let output?) in [("--write", write), ("--records", records)] {
      try FileKind.reject(output, of: option, inPlaceOf: files.kinds)
    }
    let recordsFile = try records.map { try OutputFile($0) }
    let isDisplaced = write == "-" || records == "-"
    let output = isDisplaced ? CheckedOutput.standardError : CheckedOutput.standardOutput
    let terminalStyle = shared.color.terminalStyle(for: isDisplaced ? 2 : 1)
    var isKnown = false
    var isEmpty = true
    var fatal: String?
    var isFirst = true
    var advice: UnknownLogAdvice? = write.map { .written($0 == "-" ? "log.mapping.yaml" : $0) } ?? .toWrite
    var isAdvised = false
    try files.each { stream, descriptor in
      let name = stream.name
      let inspection = try inspect(stream, descriptor, input, limits, recordsFile)
      let counts = inspection.counts
      let unused = counts.blank + counts.malformed + counts.tooLong + counts.truncated
      if !inspection.isUnknown, counts.lines > unused { isKnown = true }
      if counts.lines > counts.blank || inspection.fault != nil { isEmpty = false }
      if let fault = inspection.fault, fault.isFatal { fatal = "\(name): \(fault.message)" }
      switch format {
      case .text:
        if !isFirst { try output.write("\n") }
        let summary = BuiltInFormats.all.first { $0.name == inspection.format }?.mapping.summary
        let report = InspectionReport(
          inspection, name: name, summary: summary, advice: advice, width: terminalStyle.width
        ).report
        try output.write(ReportText(terminalStyle: terminalStyle).text(of: report))
        if inspection.isUnknown, inspection.guess != nil {
          advice = nil
          isAdvised = true
        }
      case .json: try output.write(InspectionJSON.text(of: inspection, name: name))
      }
      if let write { try writeMapping(of: inspection, name: name, to: write) }
      isFirst = false
      return true
    }
    try recordsFile?.close()
    try output.flush()
    if let fatal { throw CommandFailure(.unusableInput, fatal) }
    let names = streams.map { InputFile.shown($0) }.joined(separator: ", ")
    if isEmpty { return try EmptyStream.say(names, isOne: streams.count == 1) }
    guard isKnown || write != nil else {
      throw CommandFailure(
        .unusableInput, isAdvised ? "\(names): No record could be read." : EmptyStream.unreadable(names))
    }
  }

  private func inspect(
    _ stream: Replayer.Stream, _ descriptor: FileDescriptor, _ input: StreamInput, _ limits: Limits,
    _ records: OutputFile?
  ) throws -> StreamInspection {
    do {
      return try StreamInspection(
        descriptor, input: input, limits: limits, times: self.input.times.defaults, samples: samples,
        redactor: redaction.redactor
      ) { record in
        guard let records else { return }
        if redaction.isAsked {
          try Array(redaction.redactor.json(String(record)).utf8).withUnsafeBytes { try records.write($0) }
        } else {
          try records.write(record.buffer)
        }
        try records.write(ByteSlice("\n").buffer)
      }
    } catch let errno as Errno {
      throw CommandFailure(.unusableInput, "\(stream.name): \(InputFile.reason(errno))")
    }
  }

  private func writeMapping(of inspection: StreamInspection, name: String, to file: String) throws {
    let text: String
    if var mapping = inspection.mapping {
      if FormatTable.names.contains(mapping.name) { mapping.replaces = mapping.name }
      text = MappingText.text(
        of: mapping, comment: ["How errctl reads \(name). “errctl help formats” describes the keys."])
    } else if let guess = inspection.guess {
      text = guess.text(comment: [
        "A start for \(name), guessed from its first lines. Correct it, and look at what it reads with",
        "errctl inspect \(name) --input \(file == "-" ? "log.mapping.yaml" : file)",
        "“errctl help formats” describes the keys.",
      ])
    } else {
      let reason =
        inspection.format == "errctl"
        ? "these are errctl's own records, which need none" : "the log has no line to guess one from"
      throw CommandFailure(.unusableInput, "\(name): There is no mapping to write: \(reason).")
    }
    let output = try OutputFile(file)
    try Array(text.utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
  }
}
