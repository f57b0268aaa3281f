internal import Counting
internal import ErrorStreams
internal import Reports
internal import Bytes

/// The lines that were read, and what became of them.
struct LineReport {
  private let summary: ReplaySummary
  private var counts: LineCounts { summary.lineCounts }

  init(_ summary: ReplaySummary) { self.summary = summary }

  private struct Figure {
    let count: Int
    let words: Words
    let pointer: String

    /// - Parameter key: the member of `ledger` in JSON.
    init(_ count: Int, _ words: Words, _ key: String) {
      self.init(count, words, at: Pointer.to("ledger", key))
    }

    init(_ count: Int, _ words: Words, at pointer: String) {
      (self.count, self.words, self.pointer) = (count, words, pointer)
    }
  }

  var parts: [Report.Part] {
    let ends = [
      Figure(counts.records, "evaluated", "records"), Figure(counts.completed, "completed", "completed"),
      Figure(counts.joined, "joined", "joined"),
      Figure(counts.filtered, "filtered", "filtered"),
      Figure(counts.notErrors, counts.notErrors == 1 ? "not an error" : "not errors", "notErrors"),
      Figure(counts.malformed, "rejected", "rejected"), Figure(counts.tooLong, "too long", "tooLong"),
      Figure(counts.truncated, "truncated", "truncated"), Figure(counts.blank, "blank", "blank"),
      Figure(counts.passedOver, "skipped", "passedOver"),
      Figure(
        counts.continued,
        "\(LineCounts.words(continued: counts.continued, of: counts.continuedRecords, number: Figures.number))",
        "continued"),
    ].filter { $0.count > 0 }
    let notes = [
      Figure(counts.untimed, "filtered because they have no time", "untimed"),
      Figure(counts.repaired, "with invalid text replaced by U+FFFD", "repaired"),
      Figure(counts.wronglyTyped, "with a member of the wrong type, read as an attribute", "wronglyTyped"),
      Figure(counts.cutCauses, "with more causes than --limit causes allows", "cutCauses"),
      Figure(counts.unknownCategories, "with a category that the rules do not list", "unknownCategories"),
      Figure(counts.outOfOrder, "out of order: earlier than a record before them", "outOfOrder"),
      Figure(
        counts.wrongAnswers, "with a recorded answer that matches no button, or an invalid result",
        "wrongAnswers"),
    ].filter { $0.count > 0 }
    let holding: Words = counts.inner > 0 ? ", containing \(counts.inner) more records" : ""
    let shown: [Words] = ends.map { "\($0.count) \($0.words)" }
    return [
      .list(["\(counts.lines) read\(holding): \(shown.isEmpty ? "none" : shown.joined(", "))"], in: .written),
      .list(sources, in: .written), .list(notes.map { "\($0.count) \($0.words)" }, in: .written),
      .table(table(ends, notes), in: .page), assumed,
    ] + rejected
  }

  /// Every number with its place in JSON.
  private func table(_ ends: [Figure], _ notes: [Figure]) -> Table {
    let read = [
      Figure(counts.lines, "read", "lines"), Figure(counts.inner, "further records in them", "inner"),
    ]
    let events = [
      Figure(counts.events, "events among the records", "events"),
      Figure(summary.events, "events, recorded or emitted", at: "/events/events"),
      Figure(summary.unhandledEvents, "unhandled events", at: "/events/unhandled"),
      Figure(summary.raised, "errors raised by event rules", at: "/events/raised"),
    ]
    let contracts = summary.outcomes.outOfContract.map {
      Figure($0.count, "outside the contract of \(name: $0.name)", at: Pointer.to("outOfContract", $0.name))
    }
    return Table(
      (read + ends + notes + events + contracts).filter { $0.count > 0 },
      [Table.Column(.name, "") { $0.words }, Table.Column(.number, "") { "\($0.count, at: $0.pointer)" }],
      limits: Table.Limits(page: .max), label: "lines",
      caption:
        "Every line is counted: the lines and the further records in them are the sum of those evaluated, completed, joined, filtered, not errors, rejected, too long, truncated, blank and skipped.",
      isSorted: false)
  }

  private var assumed: Report.Part {
    let why = "because none is recorded or no plugin provides one"
    return .line(
      "\(summary.assumed, at: "/assumed") with an assumed answer or result, \(why)", .aside,
      in: summary.assumed > 0 ? .page : [])
  }

  // MARK: - Streams

  /// Events of the streams, and the line counts of those in other formats.
  private var sources: [Words] {
    let sources = Array(zip(summary.read.streams, summary.sources))
    var lines: [Words] = []
    for (name, source) in sources {
      if let fault = source.fault { lines.append("\(name: name): \(fault)") }
      if source.isUncertain {
        lines.append(
          "\(name: name): No format is certain, so this may be misread. Name it with --input; errctl inspect shows what is read."
        )
      }
      if source.rotations > 0 { lines.append("\(name: name): rotated \(times(source.rotations))") }
      if source.truncations > 0 {
        lines.append("\(name: name): truncated \(times(source.truncations)); lines not read before are lost")
      }
    }
    guard summary.sources.contains(where: { $0.format != "errctl" }) else { return lines }
    for (name, source) in sources.prefix(ReplayReport.rows) {
      let counts = source.lineCounts
      let others = [
        (counts.filtered, "filtered"), (counts.rejected, "rejected"),
        (counts.otherFormats, "read in other formats"), (counts.outOfOrder, "out of order"),
      ].filter { $0.0 > 0 }.map { ", \(Figures.number($0.0)) \($0.1)" }.joined()
      lines.append(
        "\(name: name): \(source.format), \(counts.records) of \(counts.lines + counts.inner) evaluated\(others)"
      )
    }
    let rest = sources.count - ReplayReport.rows
    return lines + (rest > 0 ? ["and \(rest) more streams"] : [])
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(Figures.number(count)) times" }

  // MARK: - Rejected lines

  private var rejected: [Report.Part] {
    let shown = Self.shown(summary.rejectedLines)
    var parts: [Report.Part] = []
    for (index, line) in shown.enumerated() {
      func isLike(_ other: RejectedLine) -> Bool {
        (other.stream, other.reason) == (line.stream, line.reason)
      }
      guard !shown[..<index].contains(where: isLike) else { continue }
      let place = Self.place(line)
      let others = shown[(index + 1)...].filter(isLike).map(Self.place)
      // Elements of an array all stand in the line of the array.
      let here = others.count { $0 == place }
      let times: Words = here > 0 ? " (\(here + 1) times)" : ""
      let elsewhere = others.filter { $0 != place }
      let also = "also line\(elsewhere.count == 1 ? "" : "s") \(elsewhere.joined(separator: ", "))"
      let at = "\(summary.read.streams[line.stream]):\(place)"
      parts.append(.list(["\(name: at): \(name: line.reason, longest: 200)\(times)"]))
      if !elsewhere.isEmpty { parts.append(.line("  \(also)", .loose)) }
    }
    let rest = counts.rejected - shown.count
    if rest > 0 { parts.append(.list(["and \(rest) more; save them with --rejects FILE"])) }
    return [.details("Rejected lines", parts)]
  }

  /// `12` or `12:7`.
  private static func place(_ line: RejectedLine) -> String {
    line.column > 0 ? "\(line.line):\(line.column)" : "\(line.line)"
  }

  /// The first lines, as many of each stream, so that a file that is not a log does not hide the others' lines.
  private static func shown(_ lines: [RejectedLine]) -> [RejectedLine] {
    let streams = Set(lines.map { $0.stream }).count
    var shown: [Int: Int] = [:]
    let some = lines.filter { line in
      shown[line.stream, default: 0] += 1
      return shown[line.stream, default: 0] <= max(1, ReplayReport.rows / max(1, streams))
    }
    return Array(some.prefix(ReplayReport.rows))
  }
}
