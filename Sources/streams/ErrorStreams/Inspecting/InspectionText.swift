internal import Bytes
internal import Records
internal import Reports
package import Source

package struct InspectionText {
  private let terminalStyle: TerminalStyle

  package init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// - Parameter advice: how to go on with a log without a format; nil if that was said.
  package func text(
    of inspection: StreamInspection, name: String, summary: String?, advice: UnknownLogAdvice? = nil
  ) -> String {
    var lines: [String] = []
    let what = summary.map { " — \($0)" } ?? ""
    lines.append(terminalStyle(EscapedText.of("\(name): \(inspection.format)"), .bold) + what)
    lines.append("  " + lineCounts(inspection))
    if inspection.counts.otherFormats > 0 {
      lines.append("  \(inspection.counts.otherFormats) of them read in other formats, which they fit")
    }
    lines += certainty(of: inspection)
    if let fault = inspection.fault { lines.append("  " + fault.message) }
    if inspection.isUnknown, let guess = inspection.guess {
      lines += unknown(guess, inspection.counts.lines).map { "  " + EscapedText.of($0) }
      lines += (advice?.lines(for: name) ?? []).map { "  " + EscapedText.of($0) }
    }
    // Of a log without a format, only a fault in the middle of a line says more.
    let rejected = inspection.rejected.filter { !inspection.isUnknown || $0.column > 1 }
    for rejected in rejected.prefix(3) where inspection.guess?.mapping.text == nil {
      let column = rejected.column > 0 ? ":\(rejected.column)" : ""
      lines.append("  " + EscapedText.of("line \(rejected.line)\(column): \(rejected.reason)"))
    }
    let sources = inspection.yearSource.map { [$0] } ?? []
    if let years = inspection.counts.assumedYears.sentence(by: sources) { lines.append("  \(years)") }
    if inspection.counts.unread > 0 {
      lines.append("  \(inspection.counts.unread) with a member of the wrong type, read as an attribute")
    }
    if inspection.hasNoLevels {
      lines.append(
        "  No line has a level, so \(inspection.records == 0 ? "all are" : "a line without another sign of an error is") skipped. To count every line as an error, run with --write and set “errors: all” in the mapping."
      )
    }
    lines += times(of: inspection.errors)
    lines += kinds(of: inspection.errors)
    if let mapping = inspection.mapping {
      lines += self.mapping(mapping, inspection)
    } else {
      lines += own(inspection)
    }
    if !inspection.attributes.isEmpty {
      lines.append("")
      lines.append(terminalStyle("Attributes", .bold) + " (members that no field uses)")
      for count in inspection.attributes.prefix(12) {
        lines.append("  \(padded("\(count.count)", 7))  \(EscapedText.of(cut(count.name, 60)))")
      }
      if inspection.attributes.count > 12 {
        let rest = inspection.attributes.count - 12
        lines.append("  and \(rest) more \(rest == 1 ? "name" : "names"); --format json has all of them")
      }
    }
    for (number, sample) in inspection.samples.enumerated() {
      lines.append("")
      lines.append(terminalStyle("Sample \(number + 1)", .bold))
      lines += self.sample("  before  ", sample.line) + self.sample("  after   ", sample.record)
    }
    return FittedText.of(lines.joined(separator: "\n") + "\n", width: terminalStyle.width)
  }

  /// Cut wherever the terminal's width ends: a log's line may have no spaces.
  private func sample(_ label: String, _ line: String) -> [String] {
    var rest = EscapedText.of(cut(line, 400))
    guard let width = terminalStyle.width else { return [label + rest] }
    var lines: [String] = []
    while !rest.isEmpty {
      let piece = EscapedText.prefix(of: rest, width: max(20, width - label.count))
      lines.append((lines.isEmpty ? label : String(repeating: " ", count: label.count)) + piece)
      rest.removeFirst(piece.count)
    }
    return lines
  }

  private func certainty(of inspection: StreamInspection) -> [String] {
    var lines: [String] = []
    let others = inspection.alsoFits.prefix(4).joined(separator: ", ")
    if inspection.isUncertain, !inspection.isUnknown {
      lines.append("No format is certain, so this may be misread. Name it with --input, or write a mapping.")
    } else if inspection.hasNames, let reason = inspection.mapping?.markers.words, !reason.isEmpty {
      lines.append("recognised by \(reason)\(others.isEmpty ? "" : "; the first line also fits \(others)")")
    } else if !others.isEmpty {
      lines.append("The first line also fits \(others).")
    }
    for count in inspection.loggersAttributes {
      lines.append(
        "“\(count.name)” became an attribute in \(count.count) of \(inspection.records) records. If a logger wrote them, name its format with --input."
      )
    }
    return lines.map { "  " + EscapedText.of($0) }
  }

  /// The lines about a log without a format.
  private func unknown(_ guess: MappingGuess, _ count: Int) -> [String] {
    let parts = guess.firstLine.map { "\($0.name) \(cut($0.value, 60))" }.joined(separator: " · ")
    let isText = guess.mapping.text != nil
    var lines = [
      isText ? "This is not JSON, and no text format fits." : "These are JSON objects that no format claims.",
      guess.hasParts
        ? "line 1 \(isText ? "cut by guess" : "has"): \(parts)"
        : "Nothing in line 1 looks like a time or a level.",
    ]
    if isText, count > FormatSearch.mostOtherLines {
      lines.append("If this is a long banner before a log of a known format, name the format with --input.")
    }
    return lines
  }

  private func times(of errors: InspectedErrors) -> [String] {
    guard let first = errors.first, let last = errors.last else { return [] }
    let without = errors.withoutTime > 0 ? "; \(errors.withoutTime) without a time" : ""
    let span = first.text == last.text ? "at \(first.text)" : "from \(first.text) to \(last.text)"
    return ["  \(span)\(without)"]
  }

  private func kinds(of errors: InspectedErrors) -> [String] {
    let kinds = errors.kinds
    guard !kinds.isEmpty else { return [] }
    var lines = ["", terminalStyle("Errors", .bold)]
    for kind in kinds.prefix(8) {
      lines.append("  \(padded("\(kind.count)", 7))  \(EscapedText.of(kind.name))")
    }
    let rest = kinds.dropFirst(8).reduce(errors.others) { $0 + $1.count }
    if rest > 0 { lines.append("  \(padded("\(rest)", 7))  of other kinds") }
    return lines
  }

  private func lineCounts(_ inspection: StreamInspection) -> String {
    let counts = inspection.counts
    let holding = counts.inner > 0 ? ", containing \(counts.inner) more records" : ""
    let parts = [
      (inspection.records, inspection.records == 1 ? "error" : "errors"),
      (inspection.completed, "completed"),
      (counts.notErrors, counts.notErrors == 1 ? "not an error" : "not errors"),
      (counts.malformed, "rejected"),
      (counts.tooLong, "too long"), (counts.truncated, "truncated"), (counts.blank, "blank"),
      (counts.passedOver, "skipped"), (counts.continued, "continuation lines"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(counts.lines) read\(holding): \(shown.isEmpty ? "none" : shown.joined(separator: ", "))"
  }

  private func mapping(_ mapping: Mapping, _ inspection: StreamInspection) -> [String] {
    var lines = ["", terminalStyle("Fields", .bold)]
    var missing: [String] = []
    var unread: [String] = []
    for count in inspection.fields {
      let from = source(of: count.name, mapping)
      if count.count > 0 {
        lines.append(
          "  \(padded("\(count.count)", 7))  \(wide(count.name)) \(EscapedText.of(from ?? "the log inside"))")
      } else if let from, inspection.couldNotRead(count.name) {
        unread.append("\(count.name) (\(from))")
      } else if let members = members(of: count.name, mapping) {
        missing.append("\(count.name) (\(members))")
      }
    }
    if !unread.isEmpty {
      lines.append("  could not be read: " + EscapedText.of(unread.joined(separator: "; ")))
    }
    if !missing.isEmpty { lines.append("  not found: " + EscapedText.of(missing.joined(separator: "; "))) }
    return lines
  }

  private func own(_ inspection: StreamInspection) -> [String] {
    guard inspection.records > 0 else { return [] }
    return ["", terminalStyle("Fields", .bold)]
      + inspection.fields.filter { $0.count > 0 }.map { "  \(padded("\($0.count)", 7))  \($0.name)" }
  }

  private func source(of name: String, _ mapping: Mapping) -> String? {
    var parts = members(of: name, mapping).map { [$0] } ?? []
    if let field = mapping.fields.first(where: { $0.field.name == name }), let fallback = field.fallback {
      parts.append("else \(fallback)" + (field.fallbackNeeds.map { " if there is \($0)" } ?? ""))
    }
    if ["type", "code", "message", "underlying"].contains(name), !mapping.stack.isEmpty {
      parts.append("stack trace in \(some(mapping.stack))")
    }
    if ["domain", "code", "message", "underlying"].contains(name), !mapping.appleErrors.isEmpty {
      parts.append("“Error Domain=…” in \(some(mapping.appleErrors))")
    }
    if name == "message", !mapping.logMessage.isEmpty { parts.append(some(mapping.logMessage)) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The log's members for a field. What a trace may have, too, is not missing where there is none.
  private func members(of name: String, _ mapping: Mapping) -> String? {
    var parts: [String] = []
    if let field = mapping.fields.first(where: { $0.field.name == name }), !field.from.isEmpty {
      parts.append(
        some(field.from) + (field.reading.map { " as \($0.rawValue)" } ?? "")
          + (field.formats.isEmpty ? "" : " as \(some(field.formats, 1))"))
    }
    if let chain = mapping.chain {
      if let field = chain.fields.first(where: { $0.field.name == name }) {
        parts.append("\(some(field.from)) in \(some(chain.from))")
      } else if name == "underlying" {
        parts.append(some(chain.from))
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The first of several, since some mappings name twenty; `--write` shows all.
  private func some(_ names: [String], _ most: Int = 3) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
  }

  private func wide(_ name: String) -> String {
    name + String(repeating: " ", count: max(0, 10 - name.count))
  }

  private func cut(_ text: String, _ count: Int) -> String {
    text.unicodeScalars.count > count ? "\(String(text.unicodeScalars.prefix(count)))…" : text
  }
}

/// The advice for a log without a format.
package enum UnknownLogAdvice {
  case toWrite
  /// The mapping was written to this file.
  case written(String)

  fileprivate func lines(for name: String) -> [String] {
    let file = name == "standard input" ? "-" : name
    let formats = "“errctl formats” lists the known formats."
    switch self {
    case .toWrite:
      return [
        "To go on: errctl inspect \(file) --write log.mapping.yaml writes a mapping to start from;",
        "errctl inspect \(file) --input log.mapping.yaml reads the log with it. \(formats)",
      ]
    case .written(let mapping):
      return ["To go on: errctl inspect \(file) --input \(mapping) reads the log with it. \(formats)"]
    }
  }
}

/// The inspection for programs.
package enum InspectionJSON {
  /// One line, with a line feed.
  package static func text(of inspection: StreamInspection, name: String) -> String {
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
    let fault = inspection.fault.map { ", \"fault\": \($0.message.json)" } ?? ""
    let rejected = inspection.rejected.map {
      "{\"line\": \($0.line), \"column\": \($0.column), \"reason\": \($0.reason.json)}"
    }
    return """
      {"stream": \(name.json), "format": \(inspection.format.json), \(certainty(of: inspection))\
      "ledger": {"lines": \(counts.lines), "inner": \(counts.inner), "records": \(inspection.records), \
      "completed": \(inspection.completed), "notErrors": \(counts.notErrors), "rejected": \(counts.malformed), "tooLong": \(counts.tooLong), \
      "truncated": \(counts.truncated), "blank": \(counts.blank), "passedOver": \(counts.passedOver), \
      "continued": \(counts.continued)\(others)}, \(inspection.hasNoLevels ? "\"levels\": false, " : "")\
      \(years)\(times(of: inspection.errors))"kinds": [\(kinds.joined(separator: ", "))], \
      "fields": {\(fields.joined(separator: ", "))}, "attributes": {\(attributes.joined(separator: ", "))}, \
      "samples": [\(samples.joined(separator: ", "))], "refusals": [\(rejected.joined(separator: ", "))]\(fault)}

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

extension Mapping.Markers {
  /// `“level”, “msg” or “message” or another`; empty without markers.
  fileprivate var words: String {
    let required = all.map { $0.values.isEmpty ? "“\($0.path)”" : "“\($0.path)” of \($0.values[0])" }
    let alternatives = any.map { names in
      names.prefix(2).map { "“\($0)”" }.joined(separator: " or ") + (names.count > 2 ? " or another" : "")
    }
    return (required + alternatives).joined(separator: ", ")
  }
}
