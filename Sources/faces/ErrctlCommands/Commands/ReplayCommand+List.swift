internal import Explanations
import ArgumentParser
import Replay
import Reports
internal import Bytes
internal import Engine
internal import Records
internal import Source
internal import Counting

extension ReplayCommand {
  func checkList() throws {
    let hasResolutions = perRecord.resolutions != nil || perRecord.withResolutions
    if perRecord.withError, !hasResolutions { throw ValidationError("--with-error needs --resolutions.") }
    guard perRecord.list else {
      if !perRecord.only.isEmpty, !hasResolutions {
        throw ValidationError("--only needs --list or --resolutions. The summary is always of all records.")
      }
      return
    }
    if shown.format != .text {
      throw ValidationError(
        "--list is text, one line per record. For programs, use --resolutions - --with-error.")
    }
    let others = [
      (perRecord.resolutions != nil, "--resolutions"), (load, "--load"), (profile, "--profile"),
      (shown.kinds, "--kinds"), (grouping.by != nil, "--by"), (!shown.reports.isEmpty, "--report"),
    ]
    for (isGiven, option) in others where isGiven {
      throw ValidationError("--list takes the place of the summary. Drop --list or \(option).")
    }
    if rejects == "-" {
      throw ValidationError("Only one of --list and --rejects can go to standard output.")
    }
  }

  func select(_ options: inout ReplayOptions, _ chain: ResponderChain) {
    options.writesErrors = perRecord.withError
    if !perRecord.only.isEmpty { options.only = OutcomeSelection(perRecord.only, chain) }
    guard perRecord.list else { return }
    options.list = RecordList(
      chain, width: Terminal.width(1), redactor: redaction.redactor,
      terminalStyle: shared.color.terminalStyle(for: 1), in: options.zone)
  }

  /// Reports on standard error the records that the output leaves out.
  func noteSelection(_ summary: ReplaySummary, _ options: ReplayOptions, _ chain: ResponderChain) throws {
    var notes: [String] = []
    let counts = summary.lineCounts
    if perRecord.list, summary.read.isPartial { notes.append("Interrupted: the list is incomplete.") }
    if perRecord.list, counts.rejected > 0 {
      let lines = Figures.counted(counts.rejected, "line")
      notes.append("\(lines) \(counts.rejected == 1 ? "was" : "were") rejected. Drop --list to see why.")
    }
    if perRecord.list, !options.zone.isUTC, let first = summary.times.first, let last = summary.times.last {
      notes.append("Times are in \(options.zone.words(from: first, to: last)).")
    }
    if perRecord.list, counts.records == 0, !counts.hasNoRecord, !counts.isEmpty {
      notes.append("There is no record to list.")
    } else if options.only != nil, counts.listed == 0, counts.records > 0 {
      notes.append(noneListed(summary, options, chain))
    } else if perRecord.list, Terminal.isTerminal(2) {
      notes.append("\(Figures.number(counts.listed)) of \(Figures.counted(counts.records, "record")) listed.")
    }
    for note in notes { try CheckedOutput.standardError.write("errctl: \(EscapedText.of(note))\n") }
    try CheckedOutput.standardError.flush()
  }

  private func noneListed(_ summary: ReplaySummary, _ options: ReplayOptions, _ chain: ResponderChain)
    -> String
  {
    let known = OutcomeSelection.names(in: chain) + summary.outcomes.unhandledKinds.map { $0.name }
    let questions = (options.only?.kindNames ?? []).map { Suggestion.question(for: $0, among: known) }
    let names = perRecord.only.map { "“\($0)”" }.joined(separator: " or ")
    let records = Figures.counted(summary.lineCounts.records, "record")
    return "None of \(records) fits --only \(names).\(questions.first { !$0.isEmpty } ?? "")"
  }
}
