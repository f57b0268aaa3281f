internal import ErrorStreams
internal import Records
internal import Reports

extension InspectionReport {
  var fields: [Report.Part] {
    if inspection.records == 0, inspection.filtered > 0 { return [] }
    guard let mapping = inspection.mapping else {
      let found = inspection.records > 0 ? inspection.fields.filter { $0.count > 0 } : []
      return [counted(found.map { ($0.count, $0.name) })]
    }
    var found: [(Int, String)] = []
    var missing: [String] = []
    var unread: [String] = []
    for count in inspection.fields {
      let from = source(of: count.name, mapping)
      if count.count > 0 {
        let gap = String(repeating: " ", count: max(0, 10 - count.name.count))
        found.append((count.count, "\(count.name)\(gap) \(from ?? "the log inside")"))
      } else if let from, inspection.couldNotRead(count.name) {
        unread.append("\(count.name) (\(from))")
      } else if let members = members(of: count.name, mapping) {
        missing.append("\(count.name) (\(members))")
      }
    }
    return [counted(found)]
      + [("could not be read", unread), ("not found", missing)].filter { !$0.1.isEmpty }.map {
        .line("\($0.0): \($0.1.joined(separator: "; "))")
      }
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
    if parts.isEmpty, ["type", "case", "domain", "code", "underlying"].contains(name),
      let message = mapping.fields.first(where: { $0.field == .message }), !message.from.isEmpty
    {
      parts.append("the error in \(some(message.from))")
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
}

extension Mapping.Markers {
  /// `“level”, “msg” or “message” or another`; empty without markers.
  var words: String {
    let required = all.map { $0.values.isEmpty ? "“\($0.path)”" : "“\($0.path)” of \($0.values[0])" }
    let alternatives = any.map { names in
      names.prefix(2).map { "“\($0)”" }.joined(separator: " or ") + (names.count > 2 ? " or another" : "")
    }
    return (required + alternatives).joined(separator: ", ")
  }
}
