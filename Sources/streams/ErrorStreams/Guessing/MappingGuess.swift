package import Bytes
internal import Patterns
internal import Records

/// A mapping to start from: of a log that no format fits, or of the format in use with what its messages add; with notes on
/// what was guessed.
package struct MappingGuess: Sendable {
  package private(set) var mapping: Mapping
  /// The notes by a key of the mapping file or a field's name, for comments above it.
  package private(set) var notes: [String: [String]] = [:]
  /// The first line's parts, by name.
  package private(set) var firstLine: [(name: String, value: String)] = []
  /// Whether there are such parts besides the message.
  package var hasParts: Bool { firstLine.contains { $0.name != "message" } }

  /// Whether words of failure, and nothing else, make a line an error.
  package var tellsFailuresByWords: Bool {
    mapping.text != nil
      && mapping.fields.contains { $0.field == .severity && $0.fallbackNeeds == FailureWords.group }
  }

  static let mostLines = 2_000
  /// Kinds of lines, each with an expression.
  private static let mostKinds = 3
  private static let longestSample = 160

  /// - Parameter text: the beginning of the log.
  package init(_ text: ByteSlice, name: String) {
    mapping = Mapping(name: name)
    let lines = Self.lines(of: text)
    let objects = lines.count { $0[0] == UInt8(ascii: "{") }
    if objects * 2 > lines.count {
      guess(ObjectMembers(lines))
    } else {
      guess(lines)
    }
  }

  /// - Parameters:
  ///   - used: the mapping in use; a built-in one of text is named, and its patterns are not repeated.
  ///   - members: members that the messages show.
  ///   - hasLevels: if not, words of failure may tell the errors.
  ///   - readsAll: if not, words of failure may tell errors among the lines that a format without levels does not read.
  package init(
    of used: Mapping, adding members: [MessageMembers.Found], hasLevels: Bool = true, readsAll: Bool = true
  ) {
    mapping = used
    if !readsAll, BuiltInFormats.all.contains(where: { $0.name == used.name && $0.isWithoutLevel }) {
      guessFailuresAround(used.name)
      return
    }
    if used.replaces == nil, let format = BuiltInFormats.all.first(where: { $0.name == used.name }) {
      mapping.replaces = format.name
      if format.isText {
        mapping.like = format.name
        (mapping.skip, mapping.extract) = ([], [])
      }
    }
    for member in members {
      notes["extract \(mapping.extract.count)"] = [member.note]
      mapping.extract.append(Mapping.Extraction(from: mapping.logMessage, pattern: member.pattern))
      if !mapping.fields.contains(where: { $0.field == member.field }) {
        mapping.fields.append(FieldMapping(member.field, member.field.name))
      }
    }
    if !hasLevels, mapping.text != nil, mapping.like != nil { guessFailures() }
  }

  private static func lines(of text: ByteSlice) -> [ByteSlice] {
    // Indented lines belong to the ones before them.
    let lines = text.lines.lazy.map { $0.trimmedAtEnd }.filter {
      !$0.isEmpty && $0[0] != 0x09 && $0[0] != UInt8(ascii: " ")
    }
    return Array(lines.prefix(mostLines))
  }

  // MARK: Lines of text

  private mutating func guess(_ lines: [ByteSlice]) {
    let all = lines.map { line in
      LineColumns.Line(text: line, pieces: LinePiece.pieces(of: line[0..<min(line.count, 512)]))
    }
    var rest = Array(all.indices)
    var kinds: [LineColumns] = []
    while !rest.isEmpty, kinds.count < Self.mostKinds, rest.count * 50 >= lines.count {
      guard let group = Self.largestGroup(of: rest, all), group.lines.count * 50 >= lines.count else { break }
      let columns = LineColumns(all, group.lines, isSplit: group.isSplit)
      guard columns.isKnown else { break }
      let read = Self.matched(rest, all, columns.expression)
      guard read.count * 100 >= lines.count else { break }
      kinds.append(columns)
      let readLines = Set(read)
      note("patterns", Self.sample(of: read, all))
      rest.removeAll { readLines.contains($0) }
    }
    mapping.text = TextMapping(patterns: kinds.map { $0.expression }, continued: .traces)
    mapping.logMessage = ["message"]
    mapping.stack = [TextMapping.more]
    if kinds.isEmpty {
      mapping.text?.patterns = ["(?P<message>.*)"]
      note(
        "patterns",
        "guess: nothing repeats at the beginning of the lines, so each is a message. Name its parts with groups."
      )
    } else if !rest.isEmpty {
      note("patterns", "Fits no pattern: \(rest.count) of the first \(lines.count) lines, such as")
      note("patterns", "  " + Self.shown(all[rest[0]].text))
    }
    noteFields(of: kinds, hasFailures: FailureWords.areIn(lines))
    cutFirstLine(lines)
  }

  private mutating func note(_ key: String, _ text: String) { notes[key, default: []].append(text) }

  private mutating func note(_ key: String, _ texts: [String]) { notes[key, default: []] += texts }

  /// The lines with a time and a level at the same places.
  private static func largestGroup(of lines: [Int], _ all: [LineColumns.Line])
    -> (lines: [Int], isSplit: Bool)?
  {
    struct Place: Hashable {
      let column: Int
      let layout: String
    }
    func place(_ line: LineColumns.Line) -> Place {
      for (column, piece) in line.pieces.prefix(10).enumerated() where piece.kind == .time {
        return Place(column: column, layout: piece.time?.layout ?? "")
      }
      return Place(column: -1, layout: "")
    }
    let byPlace = Dictionary(grouping: lines) { place(all[$0]) }.values
    guard let group = byPlace.max(by: { ($0.count, $1[0]) < ($1.count, $0[0]) }) else { return nil }
    // Where only some have a level, those with it are of a kind.
    let byLevel = Dictionary(grouping: group) { line in
      all[line].pieces.prefix(10).firstIndex { $0.kind == .level } ?? -1
    }
    guard
      let leveled = byLevel.filter({ $0.key >= 0 }).values.max(by: { ($0.count, $1[0]) < ($1.count, $0[0]) }),
      leveled.count * 5 >= group.count, leveled.count * 10 < group.count * 9
    else { return (group, false) }
    return (leveled, true)
  }

  private static func matched(_ lines: [Int], _ all: [LineColumns.Line], _ expression: String) -> [Int] {
    guard let pattern = try? Pattern(expression: TextPatterns.anchored(expression)) else { return [] }
    let extractor = AnchoredPattern(pattern).makeExtractor()
    return lines.filter { extractor.firstMatch(in: all[$0].text.buffer, groups: false) != nil }
  }

  /// The most frequent line of these, by its template.
  private static func sample(of lines: [Int], _ all: [LineColumns.Line]) -> [String] {
    var counts: [String: (count: Int, first: Int)] = [:]
    for line in lines {
      var template = Buffer<UInt8>()
      MessageTemplate.append(of: all[line].text, to: &template)
      counts[String(template.slice), default: (0, line)].count += 1
    }
    guard let most = counts.values.max(by: { ($0.count, $1.first) < ($1.count, $0.first) }) else { return [] }
    return [
      "Built like this one: \(lines.count) of the first \(all.count) lines",
      "  " + shown(all[most.first].text),
    ]
  }

  private static func shown(_ line: ByteSlice) -> String {
    var text = ""
    for scalar in String(line[0..<min(line.count, longestSample)]).unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        text += scalar == "\t" ? "\\t" : "?"
      } else if scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
        || scalar.value == 0xFEFF
      {
        text += "?"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return line.count > longestSample ? text + "…" : text
  }

  private mutating func noteFields(of kinds: [LineColumns], hasFailures: Bool) {
    var layouts: [String] = []
    var isEpoch = false
    var hasTime = false
    for kind in kinds {
      switch kind.time {
      case .written(let written, let others):
        hasTime = true
        layouts += written.filter { !layouts.contains($0) }
        if let written = written.first, !others.isEmpty {
          note("time", "guess: \(written). All times fit \(others.joined(separator: " and ")) as well.")
        }
      case .epoch:
        hasTime = true
        isEpoch = true
      case nil: break
      }
    }
    if hasTime {
      var field = FieldMapping(.time, "time")
      field.formats = layouts
      if isEpoch, layouts.isEmpty { field.reading = .epoch }
      mapping.fields.append(field)
      if notes["time"] == nil {
        note(
          "time", isEpoch ? "guess: seconds since 1970" : "guess: the first text that is a date and a time")
      }
    } else if kinds.contains(where: { $0.clock }) {
      note(
        "patterns", "guess: the times have no date, so “clock” is an attribute and the records have no time")
    }
    if let origin = kinds.lazy.compactMap({ $0.origin }).first {
      let origins = kinds.compactMap { $0.origin }
      var field = FieldMapping(.origin, origin)
      field.from += Set(origins).subtracting([origin]).sorted()
      mapping.fields.append(field)
      note("origin", "guess: the name of a logger or program")
    }
    if kinds.contains(where: { $0.hasLevel }) {
      mapping.fields.append(FieldMapping(.severity, "level"))
      note("severity", "guess: words such as INFO and ERROR. Translate others with “values”.")
    } else if hasFailures {
      guessFailures()
    } else {
      noteMissingLevel()
    }
    if !kinds.isEmpty { note("logMessage", "guess: whatever follows the parts above") }
  }

  /// A word of failure in the message makes a line an error.
  private mutating func guessFailures() {
    notes["extract \(mapping.extract.count)"] = [
      "guess: no level was found, so a line with one of these words is an error. Change them as the log needs it."
    ]
    mapping.extract.append(
      Mapping.Extraction(from: mapping.logMessage, pattern: FailureWords.expression))
    var severity = FieldMapping(.severity)
    if let place = mapping.fields.firstIndex(where: { $0.field == .severity }) {
      severity = mapping.fields.remove(at: place)
    }
    (severity.fallback, severity.fallbackNeeds) = ("error", FailureWords.group)
    mapping.fields.append(severity)
  }

  /// Lines of any kind, which a word of failure makes errors, unless they are in the format that was found or another one.
  private mutating func guessFailuresAround(_ format: String) {
    mapping = Mapping(name: "lines")
    mapping.text = TextMapping(patterns: ["(?P<message>.*)"], continued: .traces)
    note("patterns", "Any line; what is in the format \(format), or in another one, is read by that.")
    mapping.inner = "message"
    mapping.logMessage = ["message"]
    mapping.stack = [TextMapping.more]
    guessFailures()
  }

  private mutating func noteMissingLevel() {
    note(
      "errors",
      "guess: no level was found, so only a line with a stack trace is an error. “errors: all” makes every line one."
    )
  }

  /// Cuts the first line by the first expression that fits.
  private mutating func cutFirstLine(_ lines: [ByteSlice]) {
    guard let line = lines.first else { return }
    for expression in mapping.text?.patterns ?? [] {
      guard let pattern = try? Pattern(expression: TextPatterns.anchored(expression)) else { continue }
      let extractor = AnchoredPattern(pattern).makeExtractor()
      guard extractor.firstMatch(in: line.buffer) != nil else { continue }
      firstLine = pattern.groupNames.compactMap { name, group in
        extractor.range(ofGroup: group).map { (name, Self.shown(line[$0])) }
      }
      return
    }
  }

  // MARK: Objects

  private mutating func guess(_ members: ObjectMembers) {
    firstLine = members.first
    if !members.markers.isEmpty {
      mapping.markers = Mapping.Markers(members.markers.map { Mapping.Marker($0) })
      note("detect", "guess: the members that every record has")
    }
    if let time = members.time {
      mapping.fields.append(FieldMapping(.time, time.path, as: time.isEpoch ? .epoch : nil))
      note("time", "guess: the values are times")
    }
    if let origin = members.origin {
      mapping.fields.append(FieldMapping(.origin, origin))
      note("origin", "guess: by its name")
    }
    if let level = members.level {
      mapping.fields.append(FieldMapping(.severity, level.path, as: level.isNumber ? .level : nil))
      note(
        "severity",
        "guess: the values are \(level.isNumber ? "numbers of levels" : "words such as INFO and ERROR")")
    } else {
      noteMissingLevel()
    }
    if let message = members.message {
      mapping.logMessage = [message.path]
      note("logMessage", message.isNamed ? "guess: by its name" : "guess: the longest texts")
    }
    if let stack = members.stack {
      mapping.stack = [stack]
      note("stack", "guess: by its name")
    }
  }

  /// The mapping file, with the guesses as comments.
  package func text(comment: [String]) -> String {
    MappingText.text(of: mapping, comment: comment, notes: notes)
  }
}
