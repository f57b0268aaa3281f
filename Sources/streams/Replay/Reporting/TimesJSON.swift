internal import Bytes
internal import Records
internal import ErrorStreams
internal import Counting

/// The times of a summary, with the results that mean little without times.
enum TimesJSON {
  static func text(of summary: ReplaySummary) -> String {
    var members: [String] = []
    if let first = summary.times.first, let last = summary.times.last {
      members += ["\"first\": \(first.text.json)", "\"last\": \(last.text.json)"]
    }
    if let span = summary.emptySpan {
      members.append("\"leftOut\": {\"first\": \(span.first.text.json), \"last\": \(span.last.text.json)}")
    }
    members.append("\"without\": \(summary.lineCounts.records - summary.times.count)")
    if let missing = summary.missingTimes {
      members.append("\"affects\": [\(missing.uses.map { $0.json }.joined(separator: ", "))]")
    }
    if let late = summary.lateRecords {
      let uses = late.uses.map { $0.json }.joined(separator: ", ")
      members.append("\"late\": {\"records\": \(late.late), \"affects\": [\(uses)]}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The years with a comma before them; empty if all dates have a year.
  static func years(of source: ReplaySummary.Source) -> String {
    let assumed = source.lineCounts.assumedYears
    guard assumed.records > 0, let year = source.yearSource else { return "" }
    let by =
      switch year {
      case .option: "option"
      case .file: "file"
      case .today: "today"
      }
    return """
      , "assumedYears": {"records": \(assumed.records), "first": \(assumed.first), "last": \(assumed.last), \
      "by": \(by.json)}
      """
  }
}
