internal import Replay
package import RuleEngine
internal import Secrets

/// Redaction: hides secrets of a log in pages.
package struct PageRedaction: Sendable {
  package let isOn: Bool
  private var values: [String] = []
  /// Shorter values are not hidden: they would match parts of many words.
  private static let shortest = 3

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// A copy for a record that also hides the record's secrets in other texts.
  package func about(_ record: ByteSlice) -> PageRedaction {
    guard isOn else { return self }
    var redaction = self
    var tape = JSONTape()
    guard tape.scan(record, depthLimit: .max, valueLimit: .max, repairs: true) == nil else { return self }
    var found: Set<String> = []
    Self.collect(0, of: tape, isSecret: false, &found)
    // The longest first, because one may be a part of another.
    redaction.values = found.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    return redaction
  }

  var sentence: String {
    isOn
      ? "Values whose names suggest secrets, such as password or token, are hidden. Use --no-redact to show them."
      : "Secrets are not hidden (--no-redact). Be careful with whom you share this page."
  }

  func text(_ text: String) -> String {
    guard isOn else { return text }
    var shown = text
    for value in values where shown.utf8.count >= value.utf8.count {
      shown = Self.replacing(value, in: shown)
    }
    return SecretText.hiding(.standard, in: hidingCut(shown))
  }

  /// Hides the start of a secret before the mark of a cut.
  private func hidingCut(_ text: String) -> String {
    guard !values.isEmpty, text.contains("…") else { return text }
    var pieces = text.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
    for index in 0..<(pieces.count - 1) {
      for value in values {
        let value = Array(value.utf8)
        var length = min(value.count, pieces[index].count)
        while length >= Self.shortest, !pieces[index].suffix(length).elementsEqual(value.prefix(length)) {
          length -= 1
        }
        guard length >= Self.shortest else { continue }
        pieces[index] = pieces[index].dropLast(length) + Array(SecretText.mark.utf8)
        break
      }
    }
    return pieces.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "…")
  }

  private static func collect(
    _ index: Int,
    of tape: borrowing JSONTape,
    isSecret: Bool,
    _ found: inout Set<String>
  ) {
    let entry = tape[index]
    switch entry.kind {
    case .object:
      var member = index + 1
      while member < Int(entry.end) {
        let key = String(tape.text(of: tape[member]))
        collect(member + 1, of: tape, isSecret: isSecret || SecretWords.standard.match(key), &found)
        member = Int(tape[member + 1].end)
      }
    case .array:
      var element = index + 1
      while element < Int(entry.end) {
        collect(element, of: tape, isSecret: isSecret, &found)
        element = Int(tape[element].end)
      }
    case .string, .integer, .decimal:
      guard isSecret, Int(entry.length) >= shortest else { return }
      let value = String(tape.text(of: entry))
      found.insert(value)
      // The values as written, with escaped control characters and quotes, and cut.
      found.insert(EscapedText.of(value))
      let scalars = value.unicodeScalars
      if scalars.count > shownLength { found.insert(String(scalars.prefix(shownLength))) }
    case .null, .true, .false: break
    }
  }

  /// Explanations show at least this many characters of a value.
  private static let shownLength = 60

  private static func replacing(_ value: String, in text: String) -> String {
    let (needle, hay) = (Array(value.utf8), Array(text.utf8))
    var output: [UInt8] = []
    var index = 0
    while index < hay.count {
      if hay[index] == needle[0], hay.count - index >= needle.count,
        hay[index..<(index + needle.count)].elementsEqual(needle)
      {
        output += SecretText.mark.utf8
        index += needle.count
      } else {
        output.append(hay[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
