import ArgumentParser
internal import Counting
import ErrorStreams
import Inspection
import Replay
import Records
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

      --write saves the mapping in use. Edit it, then pass it to --input (errctl help mappings).
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "Logs: files, folders, quoted patterns, or “-” for standard input.")
  var streams: [String]

  @OptionGroup var input: InputOptions

  @OptionGroup var span: SpanOptions

  @Option(help: ArgumentHelp("How many sample lines to show with their records.", valueName: "n"))
  var samples = 3

  @OptionGroup var grouping: GroupOptions

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
    if grouping.field?.isCategory == true {
      throw ValidationError("Only rules make categories. Use errctl replay RULES STREAM --by category.")
    }
    if write != nil, streams.count > 1 { throw ValidationError("--write takes a single log.") }
    if write == "-", records == "-" {
      throw ValidationError("Only one of --write and --records can go to standard output.")
    }
  }

  func run() throws {
    let limits = try shared.limits()
    let (zone, selection) = (input.zone, try span.selection(clock: input.clock))
    let input = try input.streamInput(limits: limits)
    let files = try StreamFiles(streams)
    if write != nil, files.names.count > 1 {
      throw CommandFailure(.usage, "--write takes a single log, but there are \(files.names.count).")
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
    var isFirst = true
    var advice: UnknownLogAdvice? = write.map { .written($0 == "-" ? "log.mapping.yaml" : $0) } ?? .toWrite
    var isAdvised = false
    // Unless all are read, nothing stays unwritten of those that are.
    defer { try? output.flush() }
    let missing = try files.each { stream, descriptor in
      let name = stream.name
      let inspection = try inspect(stream, descriptor, input, limits, selection, recordsFile)
      let counts = inspection.counts
      let unused = counts.blank + counts.malformed + counts.tooLong + counts.truncated
      if !inspection.isUnknown, counts.lines > unused { isKnown = true }
      if counts.lines > counts.blank { isEmpty = false }
      switch format {
      case .text:
        if !isFirst { try output.write("\n") }
        let summary = BuiltInFormats.all.first { $0.name == inspection.format }?.mapping.summary
        let report = InspectionReport(
          inspection, name: name, summary: summary, advice: advice, width: terminalStyle.width,
          in: zone,
          selection: sentences(inspection, selection, zone)
        ).report
        try output.write(ReportText(terminalStyle: terminalStyle).text(of: report))
        if inspection.isUnknown, inspection.guess != nil {
          advice = nil
          isAdvised = true
        }
      case .json:
        try output.write(InspectionJSON.text(of: inspection, name: name, selection: selection.words))
      }
      if let write { try writeMapping(of: inspection, name: name, to: write) }
      isFirst = false
      return .ended(inspection.fault)
    }
    try recordsFile?.close()
    try output.flush()
    let names = streams.map { InputFile.shown($0) }.joined(separator: ", ")
    // The report says what is missing.
    if isEmpty, !missing.isOfText {
      return missing.isNone ? try StreamEnding.say(names, isOne: streams.count == 1) : ()
    }
    guard isKnown || write != nil else {
      throw CommandFailure(
        .unusableInput, isAdvised ? "\(names): No record could be read." : StreamEnding.unreadable(names))
    }
  }

  private func inspect(
    _ stream: Replayer.Stream, _ descriptor: FileDescriptor, _ input: StreamInput, _ limits: Limits,
    _ selection: RecordSelection, _ records: OutputFile?
  ) throws -> StreamInspection {
    do {
      return try StreamInspection(
        descriptor, named: stream.name, input: input, limits: limits, times: self.input.times.defaults,
        samples: samples,
        isToDraft: write != nil, by: grouping.field, redactor: redaction.redactor,
        admits: selection.usesTime ? { selection.admits(time: $0) } : nil
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

  /// The sentences about the span of time: the span, and if it left nothing, when the log begins and ends.
  private func sentences(_ inspection: StreamInspection, _ selection: RecordSelection, _ zone: ShownZone)
    -> [String]
  {
    guard selection.usesTime else { return [] }
    let span = ["only \(selection.words(in: zone).joined(separator: ", "))"]
    guard inspection.records + inspection.completed == 0 else { return span }
    if let left = EmptySpan(inspection.filteredTimes, countsFromNow: selection.countsFromNow) {
      return span + [left.sentence(in: zone)]
    }
    return span + (MissingTimes(ofAll: inspection.filtered, selection).map { [$0.sentence] } ?? [])
  }

  private func writeMapping(of inspection: StreamInspection, name: String, to file: String) throws {
    guard let draft = inspection.draft else {
      let reason =
        inspection.format == "errctl"
        ? "these are errctl's own records, which need none" : "the log has no line to guess one from"
      throw CommandFailure(.unusableInput, "\(name): There is no mapping to write: \(reason).")
    }
    let keys = "“errctl help mappings” describes the keys."
    let comment =
      inspection.mapping != nil
      ? ["How errctl reads \(name). \(keys)"]
      : [
        "A start for \(name), guessed from its first lines. Correct it, and look at what it reads with",
        "errctl inspect \(name) --input \(file == "-" ? "log.mapping.yaml" : file)", keys,
      ]
    let output = try OutputFile(file)
    try Array(draft.text(comment: comment).utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
  }
}
