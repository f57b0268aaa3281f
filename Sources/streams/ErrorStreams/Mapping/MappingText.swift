internal import Bytes
internal import Records

package enum MappingText {
  /// YAML that ``MappingFile`` reads as the same mapping.
  ///
  /// - Parameter notes: comments above a key, a field or an element of a list, by its name (`extract 0`).
  package static func text(of mapping: Mapping, comment: [String] = [], notes: [String: [String]] = [:])
    -> String
  {
    var lines = comment.map { "# \($0)" }
    func note(_ key: String, _ indent: String = "") {
      lines += (notes[key] ?? []).map { "\(indent)# \($0)" }
    }
    lines.append("mapping: 1")
    lines.append("name: \(scalar(mapping.name))")
    if !mapping.summary.isEmpty { lines.append("description: \(scalar(mapping.summary))") }
    if let like = mapping.like { lines.append("like: \(scalar(like))") }
    if let replaced = mapping.replaces { lines.append("replaces: \(scalar(replaced))") }
    if !mapping.skip.isEmpty {
      lines.append("skip: [ \(mapping.skip.map { quoted($0) }.joined(separator: ", ")) ]")
    }
    if let text = mapping.text, mapping.like == nil {
      lines.append("text:")
      note("patterns", "  ")
      lines += self.lines(of: text)
    }
    if let table = mapping.table, mapping.like == nil { lines.append(line(of: table)) }
    if !mapping.markers.isEmpty {
      note("detect")
      lines += self.lines(of: mapping.markers)
    }
    if !mapping.extract.isEmpty {
      lines.append("extract:")
      for (index, extraction) in mapping.extract.enumerated() {
        note("extract \(index)", "  ")
        lines.append("  - { from: \(list(extraction.from)), pattern: \(quoted(extraction.pattern)) }")
      }
    }
    if !mapping.fields.isEmpty {
      lines.append("fields:")
      for mapped in mapping.fields {
        note(mapped.field.name, "  ")
        lines.append("  \(mapped.field.name): \(field(mapped))")
      }
    }
    let lists = [
      ("logMessage", mapping.logMessage), ("stack", mapping.stack), ("appleErrors", mapping.appleErrors),
    ]
    for (key, paths) in lists where !paths.isEmpty {
      note(key)
      lines.append("\(key): \(list(paths))")
    }
    if let chain = mapping.chain { lines += self.lines(of: chain) }
    if let language = mapping.language { lines.append("language: \(scalar(language))") }
    if let inner = mapping.inner { lines.append("inner: \(scalar(inner))") }
    if !mapping.request.isEmpty { lines.append("request: \(list(mapping.request))") }
    if !mapping.attributes.isEmpty { lines.append("attributes: \(list(mapping.attributes))") }
    if !mapping.drop.isEmpty { lines.append("drop: \(list(mapping.drop))") }
    if !mapping.keep.isEmpty { lines.append("keep: \(list(mapping.keep))") }
    note("errors")
    if let least = mapping.errors.atLeast {
      lines.append("errors: { atLeast: \(least.name), or: \(list(mapping.errors.or.map { $0.name })) }")
    } else {
      lines.append("errors: all")
    }
    if !mapping.completed.isEmpty {
      lines.append("completed: [ \(mapping.completed.map { marker($0) }.joined(separator: ", ")) ]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of text: TextMapping) -> [String] {
    var lines = ["  patterns:"] + (text.patterns + text.common).map { "    - \(quoted($0))" }
    if text.continued != .traces { lines.append("  continued: \(text.continued.rawValue)") }
    if let pairs = text.pairs { lines.append("  pairs: \(scalar(pairs))") }
    if let prefixed = text.prefixed {
      let all = prefixed.joinsAll ? ", lines: all" : ""
      lines.append("  prefixed: { same: \(list(prefixed.same)), text: \(scalar(prefixed.text))\(all) }")
    }
    return lines
  }

  private static func line(of table: TableMapping) -> String {
    let word = TableMapping.separators.first { $0.byte == table.separator }?.word
    let parts = [word.map { "separator: \($0)" }, table.header.map { "header: \(quoted($0))" }]
    let written = parts.compactMap { $0 }.joined(separator: ", ")
    return written.isEmpty ? "table: {}" : "table: { \(written) }"
  }

  private static func lines(of markers: Mapping.Markers) -> [String] {
    var lines = ["detect:"]
    if !markers.all.isEmpty {
      lines.append("  all: [ \(markers.all.map { marker($0) }.joined(separator: ", ")) ]")
    }
    if !markers.any.isEmpty {
      lines.append("  any: [ \(markers.any.map { list($0) }.joined(separator: ", ")) ]")
    }
    if !markers.none.isEmpty { lines.append("  none: \(list(markers.none))") }
    return lines
  }

  private static func lines(of chain: Mapping.ChainMapping) -> [String] {
    var lines = ["chain:", "  from: \(list(chain.from))"]
    lines.append("  order: \(chain.isRootFirst ? "rootFirst" : "thrownFirst")")
    if let qualifier = chain.qualifier { lines.append("  qualifier: \(scalar(qualifier))") }
    if let nested = chain.nested { lines.append("  nested: \(scalar(nested))") }
    if let attribute = chain.attribute { lines.append("  attribute: \(scalar(attribute))") }
    return lines + ["  fields:"] + chain.fields.map { "    \($0.field.name): \(field($0))" }
  }

  private static func field(_ field: FieldMapping) -> String {
    let isPlain =
      field.reading == nil && field.formats.isEmpty && field.values.isEmpty && field.fallback == nil
      && field.fallbackNeeds == nil
    if isPlain { return field.from.count == 1 ? scalar(field.from[0]) : list(field.from) }
    var parts: [String] = []
    if !field.from.isEmpty {
      parts.append("from: \(field.from.count == 1 ? scalar(field.from[0]) : list(field.from))")
    }
    if let reading = field.reading { parts.append("as: \(reading.rawValue)") }
    if !field.formats.isEmpty {
      let formats = field.formats.map { quoted($0) }
      parts.append("format: \(formats.count == 1 ? formats[0] : "[ \(formats.joined(separator: ", ")) ]")")
    }
    if !field.values.isEmpty {
      let values = field.values.map { "\(scalar($0.found)): \(scalar($0.meant))" }
      parts.append("values: { \(values.joined(separator: ", ")) }")
    }
    if let fallback = field.fallback { parts.append("default: \(scalar(fallback))") }
    if let needed = field.fallbackNeeds { parts.append("where: \(scalar(needed))") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func marker(_ marker: Mapping.Marker) -> String {
    marker.values.isEmpty
      ? scalar(marker.path) : "{ path: \(scalar(marker.path)), is: \(list(marker.values)) }"
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "[]" : "[ \(texts.map { scalar($0) }.joined(separator: ", ")) ]"
  }

  /// YAML has no escape here but the doubled quote.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isPlain else { return text.json }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// Quoted if YAML would read it otherwise.
  private static func scalar(_ text: String) -> String {
    let isWord =
      text.utf8.first?.isLetter == true || text.hasPrefix("_")
    let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || [0x2D, 0x2E, 0x5F, 0x2F].contains($0) }
    return isWord && isPlain
      && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
      ? text : text.json
  }
}
