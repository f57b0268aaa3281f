internal import Bytes
internal import Counting
internal import ErrorStreams
package import Records
package import Reports

/// The report of `inspect`: what a log holds, and how it is read.
package struct InspectionReport {
  let inspection: StreamInspection
  private let name: String
  private let summary: String?
  private let advice: UnknownLogAdvice?
  /// The width of the terminal.
  private let width: Int?
  private let zone: ShownZone
  /// Sentences about the selected records.
  private let selection: [String]

  /// - Parameter advice: how to go on with a log without a format; nil if that was said.
  package init(
    _ inspection: StreamInspection, name: String, summary: String?, advice: UnknownLogAdvice? = nil,
    width: Int? = nil, in zone: ShownZone, selection: [String] = []
  ) {
    (self.inspection, self.name, self.summary) = (inspection, name, summary)
    (self.advice, self.width, self.zone, self.selection) = (advice, width, zone, selection)
  }

  package var report: Report {
    let what: Words = summary.map { "\(aside: " — \($0)")" } ?? ""
    let lead = ([lineCounts] + selection + reading + unreadLines + exceptions + times).map {
      Words(stringLiteral: "  \($0)")
    }
    let samples = inspection.samples.enumerated().map { number, sample in
      let lines = cut("before  ", sample.line) + cut("after   ", sample.record)
      return Report.Section("Sample \(number + 1)", [.block(lines)])
    }
    return Report(
      title: "\(name): \(inspection.format)\(what)", markdownTitle: "\(name: name)", lead: [.list(lead)],
      sections: [
        Report.Section("Errors", kinds)
      ] + (inspection.errors.byField.map { [FieldReport($0, in: zone).section] } ?? []) + [
        Report.Section("Fields", fields),
        Report.Section("Attributes", attributes, aside: " (members that no field uses)"),
      ] + samples)
  }

  // MARK: - Lead

  private var lineCounts: String {
    let counts = inspection.counts
    let holding = counts.inner > 0 ? ", containing \(counts.inner) more records" : ""
    let parts = [
      (inspection.records, inspection.records == 1 ? "error" : "errors"),
      (inspection.completed, "completed"), (counts.joined, "joined"), (inspection.filtered, "filtered"),
      (counts.notErrors, counts.notErrors == 1 ? "not an error" : "not errors"),
      (counts.malformed, "rejected"),
      (counts.tooLong, "too long"), (counts.truncated, "truncated"), (counts.blank, "blank"),
      (counts.passedOver, "skipped"),
      (counts.continued, LineCounts.words(continued: counts.continued, of: counts.continuedRecords)),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counts.lines) read\(holding): \(shown.isEmpty ? "none" : shown.joined(separator: ", "))"
  }

  /// The sentences on how certain the reading is.
  private var reading: [String] {
    let others = inspection.alsoFits.prefix(4).joined(separator: ", ")
    var lines: [String] = []
    if inspection.counts.otherFormats > 0 {
      lines.append("\(inspection.counts.otherFormats) of them read in other formats, which they fit")
    }
    if inspection.isUncertain, !inspection.isUnknown {
      lines.append("No format is certain, so this may be misread. Name it with --input, or write a mapping.")
    } else if inspection.hasNames, let reason = inspection.mapping?.markers.words, !reason.isEmpty {
      lines.append("recognised by \(reason)\(others.isEmpty ? "" : "; the first line also fits \(others)")")
    } else if !others.isEmpty {
      lines.append("The first line also fits \(others).")
    }
    return lines
      + inspection.loggersAttributes.map { count in
        "“\(count.name)” became an attribute in \(count.count) of \(inspection.records) records. If a logger wrote them, name its format with --input."
      }
  }

  private var unreadLines: [String] {
    var lines = inspection.fault.map { [$0.message] } ?? []
    if inspection.isUnknown, let guess = inspection.guess {
      lines += unknown(guess) + (advice?.lines(for: name) ?? [])
    }
    guard inspection.guess?.mapping.text == nil else { return lines }
    // Of a log without a format, only a fault in the middle of a line says more.
    let rejected = inspection.rejected.filter { !inspection.isUnknown || $0.column > 1 }
    return lines
      + rejected.prefix(3).map { rejected in
        let column = rejected.column > 0 ? ":\(rejected.column)" : ""
        return "line \(rejected.line)\(column): \(rejected.reason)"
      }
  }

  /// The lines about a log without a format.
  private func unknown(_ guess: MappingGuess) -> [String] {
    let parts = guess.firstLine.map { "\($0.name) \(cut($0.value, 60))" }.joined(separator: " · ")
    let isText = guess.mapping.text != nil
    var lines = [
      isText
        ? "This is not JSON, and no text format fits."
        : "These are JSON objects that no format claims; --input errctl reads them as errctl's own records.",
      guess.hasParts
        ? "line 1 \(isText ? "cut by guess" : "has"): \(parts)"
        : "Nothing in line 1 looks like a time or a level.",
    ]
    if isText, guess.tellsFailuresByWords {
      lines.append(
        "No line has a level; lines with a word such as “failed” or “refused” are errors once --write has written a mapping."
      )
    }
    if isText, inspection.counts.lines > FormatSearch.mostOtherLines {
      lines.append("If this is a long banner before a log of a known format, name the format with --input.")
    }
    return lines
  }

  private var exceptions: [String] {
    let sources = inspection.yearSource.map { [$0] } ?? []
    var lines = inspection.counts.assumedYears.sentence(by: sources).map { [$0] } ?? []
    if inspection.counts.unread > 0 {
      lines.append("\(inspection.counts.unread) with a member of the wrong type, read as an attribute")
    }
    lines += inspection.lint.faults.map { $0.message }
    if inspection.hasNoLevels {
      lines.append(
        "No line has a level, so \(inspection.records == 0 ? "all are" : "a line without another sign of an error is") skipped. To count every line as an error, run with --write and set “errors: all” in the mapping."
      )
    }
    return lines
  }

  private var times: [String] {
    let errors = inspection.errors
    guard let first = errors.first, let last = errors.last else { return [] }
    let without = errors.withoutTime > 0 ? "; \(errors.withoutTime) without a time" : ""
    let (start, end) = (zone.text(first), zone.text(last))
    let span = first == last ? "at \(start)" : "from \(start) to \(end)"
    return ["\(span)\(without)"]
  }

  // MARK: - Sections

  private var kinds: [Report.Part] {
    let kinds = inspection.errors.kinds
    let rest = kinds.dropFirst(8).reduce(inspection.errors.others) { $0 + $1.count }
    return [
      counted(
        kinds.prefix(8).map { ($0.count, $0.name) }
          + (rest > 0 && !kinds.isEmpty ? [(rest, "of other kinds")] : []))
    ]
  }

  private var attributes: [Report.Part] {
    [
      counted(inspection.attributes.map { ($0.count, cut($0.name, 60)) }, most: 12) {
        "and \(loose: "\($0)") more \($0 == 1 ? "name" : "names"); --format json has all of them"
      }
    ]
  }

  func counted(
    _ rows: [(count: Int, name: String)], most: Int = .max, more: (@Sendable (Int) -> Words?)? = nil
  ) -> Report.Part {
    typealias Column = Table.Column<(count: Int, name: String)>
    let columns = [
      Column(.number, "records") { "\(loose: "\($0.count)")" }, Column(.name, "name") { "\($0.name)" },
    ]
    return .table(Table(rows, columns, layout: .untitled, limits: Table.Limits(text: most), more: more))
  }

  private func cut(_ text: String, _ count: Int) -> String {
    text.unicodeScalars.count > count ? "\(String(text.unicodeScalars.prefix(count)))…" : text
  }

  /// A sample in lines, cut wherever the terminal's width ends: a log's line may have no spaces.
  private func cut(_ label: String, _ line: String) -> [String] {
    var rest = EscapedText.of(cut(line, 400))
    guard let width else { return [label + rest] }
    var lines: [String] = []
    while !rest.isEmpty {
      let piece = EscapedText.prefix(of: rest, width: max(20, width - label.count - 2))
      lines.append((lines.isEmpty ? label : String(repeating: " ", count: label.count)) + piece)
      rest.removeFirst(piece.count)
    }
    return lines
  }
}
