internal import Bytes
internal import Counting
internal import ErrorStreams
internal import Records

/// The inspection for programs.
package enum InspectionJSON {
  /// One line, with a line feed.
  package static func text(of inspection: StreamInspection, name: String, selection: [String] = []) -> String
  {
    let counts = inspection.counts
    let fields = inspection.fields.filter { $0.count > 0 }.map { "\($0.name.json): \($0.count)" }
    let attributes = inspection.attributes.map { "\($0.name.json): \($0.count)" }
    let samples = inspection.samples.map { "{\"before\": \($0.line.json), \"after\": \($0.record)}" }
    let others = counts.otherFormats > 0 ? ", \"otherFormats\": \(counts.otherFormats)" : ""
    let assumed = inspection.counts.assumedYears
    let years =
      assumed.records > 0
      ? "\"assumedYears\": {\"records\": \(assumed.records), \"first\": \(assumed.first), \"last\": \(assumed.last)}, "
      : ""
    let kinds = inspection.errors.kinds.prefix(100).map {
      "{\"name\": \($0.name.json), \"count\": \($0.count)}"
    }
    let members = inspection.lint.faults.map {
      "{\"member\": \($0.member.json), \"fault\": \($0.kind.rawValue.json), \"count\": \($0.count), \"line\": \($0.line), \"advice\": \($0.advice.json)}"
    }
    let lint = members.isEmpty ? "" : "\"members\": [\(members.joined(separator: ", "))], "
    let byField = inspection.errors.byField.map { "\"by\": \($0.json), " } ?? ""
    let fault = inspection.fault.map { ", \"fault\": \($0.message.json)" } ?? ""
    let rejected = inspection.rejected.map {
      "{\"line\": \($0.line), \"column\": \($0.column), \"reason\": \($0.reason.json)}"
    }
    let chosen =
      selection.isEmpty
      ? "" : "\"selection\": [\(selection.map { $0.json }.joined(separator: ", "))], "
    let filtered =
      selection.isEmpty ? "" : ", \"filtered\": \(inspection.filtered)"
    return """
      {"stream": \(name.json), "format": \(inspection.format.json), \(certainty(of: inspection))\
      "ledger": {"lines": \(counts.lines), "inner": \(counts.inner), "records": \(inspection.records), \
      "completed": \(inspection.completed), "joined": \(counts.joined), "notErrors": \(counts.notErrors), "rejected": \(counts.malformed), "tooLong": \(counts.tooLong), \
      "truncated": \(counts.truncated), "blank": \(counts.blank), "passedOver": \(counts.passedOver), \
      "continued": \(counts.continued), "continuedRecords": \(counts.continuedRecords)\(filtered)\(others)}, \(chosen)\(inspection.hasNoLevels ? "\"levels\": false, " : "")\
      \(years)\(times(of: inspection.errors))"kinds": [\(kinds.joined(separator: ", "))], \(byField)\
      "fields": {\(fields.joined(separator: ", "))}, "attributes": {\(attributes.joined(separator: ", "))}, \
      \(lint)"samples": [\(samples.joined(separator: ", "))], "refusals": [\(rejected.joined(separator: ", "))]\(fault)}

      """
  }

  private static func certainty(of inspection: StreamInspection) -> String {
    let others = inspection.alsoFits.map { $0.json }.joined(separator: ", ")
    return (inspection.isUncertain ? "\"uncertain\": true, " : "")
      + (others.isEmpty ? "" : "\"alsoFits\": [\(others)], ")
  }

  private static func times(of errors: InspectedErrors) -> String {
    guard let first = errors.first, let last = errors.last else { return "" }
    let span = "\"first\": \(first.text.json), \"last\": \(last.text.json)"
    return "\"times\": {\(span), \"without\": \(errors.withoutTime)}, "
  }
}
