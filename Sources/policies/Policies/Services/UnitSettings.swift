internal import Records
internal import RuleLanguage
internal import Source

/// The settings of a unit and its drop-ins, in the order in which they count: a later one replaces an earlier one, or adds to it.
///
/// systemd ignores what it can't read, and so do these: each is reported where it stands.
struct UnitSettings {
  private let root: PolicyValue

  init(_ root: PolicyValue) { self.root = root }

  /// The settings of a key, in all sections of the name.
  func all(_ section: String, _ key: String) -> [PolicyValue] {
    members(of: section).filter { $0.key == key }.map { PolicyValue($0.value, root.findings, key: key) }
  }

  func members(of section: String) -> [Node.Member] {
    (root.members ?? []).filter { $0.key == section }.flatMap { $0.value.members ?? [] }
  }

  /// The last setting that can be read.
  private func last<Value>(_ values: [PolicyValue], _ read: (PolicyValue) -> Value?) -> Setting<Value>? {
    values.compactMap { value in read(value).map { value.setting($0) } }.last
  }

  func time(_ section: String, _ key: String) -> Setting<TimeSpan>? { time(all(section, key)) }

  func time(_ values: [PolicyValue]) -> Setting<TimeSpan>? {
    last(values) { value in
      if let span = SystemdDuration.span(of: value.text) { return span }
      ignored(value, "It must be \(SystemdDuration().wanted).")
      return nil
    }
  }

  func count(_ values: [PolicyValue]) -> Setting<Int64>? {
    last(values) { value in
      if let number = Int64(value.text), (0...Int64(UInt32.max)).contains(number) { return number }
      ignored(value, "It must be an integer of at least 0.")
      return nil
    }
  }

  func word<Word: CaseIterable & RawRepresentable<String>>(_ section: String, _ key: String) -> Setting<Word>?
  {
    let words = Word.allCases.map { $0.rawValue }
    return last(all(section, key)) { value in
      if let word = Word(rawValue: value.text) { return word }
      let question = Suggestion.question(for: value.text, among: words)
      ignored(
        value,
        question.isEmpty
          ? "It must be one of \(words.joined(separator: ", "))." : String(question.dropFirst()))
      return nil
    }
  }

  func flag(_ section: String, _ key: String) -> Bool {
    all(section, key).last.map { ["1", "yes", "y", "true", "t", "on"].contains($0.text.lowercased()) }
      ?? false
  }

  /// The words of a key's lists. An empty value removes those before it.
  func words(_ section: String, _ key: String) -> [PolicyValue] {
    all(section, key).reduce(into: []) { words, value in
      if value.text.isEmpty { words = [] } else { words += value.words }
    }
  }

  /// The exit statuses and signals of a key's lists.
  func statuses(_ key: String) -> [Setting<ExitStatusWords.Meaning>] {
    var hasComment = false
    return words("Service", key).compactMap { word in
      if let meaning = ExitStatusWords.meaning(of: word.text) { return word.setting(meaning) }
      if word.isAtComment {
        word.doubt("A comment needs a line of its own: systemd takes each of these words for a status.")
        hasComment = true
      } else if !hasComment {
        let question = Suggestion.question(for: word.text, among: ExitStatusWords.names)
        word.doubt(
          "“\(word.text)” is neither an exit status from 0 to 255 nor the name of one or of a signal. systemd skips it.\(question)"
        )
      }
      return nil
    }
  }

  private func ignored(_ value: PolicyValue, _ advice: String) {
    if value.text.contains("%") {
      value.lost("“\(value.text)” is known only where systemd loads the unit, so the rules omit it.")
    } else if let start = value.commentStart {
      value.doubt(
        "A comment needs a line of its own: systemd reads “\(value.text)” as the value of “\(value.key)” and ignores it. Write \(value.key)=\(start)."
      )
    } else {
      value.doubt(
        "“\(value.text)” is not a value of “\(value.key)”, so systemd ignores it. \(advice)")
    }
  }
}

extension PolicyValue {
  /// The words of a value, each at its place if they stand on one line.
  fileprivate var words: [PolicyValue] {
    let bytes = Array(text.utf8)
    let isOneLine = place.bytes.count == bytes.count
    var words: [PolicyValue] = []
    var index = 0
    while index < bytes.count {
      let length = bytes[index...].prefix { $0 > 0x20 }.count
      if length > 0 {
        let start = place.bytes.lowerBound + index
        let range = isOneLine ? SourceRange(file: place.file, bytes: start..<(start + length)) : place
        words.append(with(.text(String(decoding: bytes[index..<(index + length)], as: UTF8.self), at: range)))
      }
      index += length + 1
    }
    return words
  }

  fileprivate var isAtComment: Bool { text.hasPrefix("#") || text.hasPrefix(";") }

  /// The value before what looks like a comment.
  fileprivate var commentStart: String? {
    for mark in [" #", " ;", "\t#", "\t;"] {
      if let found = text.firstRange(of: mark) {
        return String(text[..<found.lowerBound].reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      }
    }
    return nil
  }
}
