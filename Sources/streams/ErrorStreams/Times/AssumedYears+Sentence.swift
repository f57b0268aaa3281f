package import Records

extension AssumedYears {
  /// The sentence without its full stop; nil if all dates have a year.
  package func sentence(by sources: [Source], number: (Int) -> String = { "\($0)" }) -> String? {
    guard records > 0 else { return nil }
    let years = first == last ? "\(first)" : "\(first) to \(last)"
    let dates = records == 1 ? "1 date has no year" : "\(number(records)) dates have no year"
    var reasons: [String] = []
    for reason in sources.map({ Self.reason($0) }) where !reasons.contains(reason) { reasons.append(reason) }
    let more = reasons.count > 2 ? ", …" : ""
    let advice = sources.contains(.option) ? "" : "; --year sets another"
    return "\(dates): read as \(years), from \(reasons.prefix(2).joined(separator: ", "))\(more)\(advice)"
  }

  private static func reason(_ source: Source) -> String {
    switch source {
    case .option: "--year"
    case .file(let changed): "the file’s date (\(changed.text.prefix(10)))"
    case .today(let now): "today’s date (\(now.text.prefix(10)))"
    }
  }
}
