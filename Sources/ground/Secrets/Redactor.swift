package import Bytes

/// Hides the secrets of a log in texts that are made for people: by their names, by their shapes, and, in the texts
/// about a record, the values that the record has under a secret's name.
package struct Redactor: Sendable {
  package let isOn: Bool
  private var values: [[UInt8]] = []
  /// Shorter values are not hidden elsewhere: they would match parts of many words.
  private static let shortest = 3
  /// Explanations show at least this many characters of a value.
  private static let shownLength = 60
  /// The bytes of a long text that are read, where only its beginning is shown.
  package static let longestBeginning = 4_096

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Changes nothing.
  package static let off = Redactor(isOn: false)

  /// A copy for the texts about a record, which hides the record's secrets wherever they stand.
  package func about(_ record: ByteSlice) -> Redactor {
    guard isOn else { return self }
    var tape = JSONTape()
    guard tape.scan(record, depthLimit: .max, valueLimit: .max, repairs: true) == nil else { return self }
    return about(tape)
  }

  package func about(_ record: borrowing JSONTape) -> Redactor {
    guard isOn, record.count > 0 else { return self }
    var found: Set<String> = []
    Self.collect(0, of: record, name: "", isSecret: false, &found)
    guard !found.isEmpty else { return self }
    var redactor = self
    // The longest first, because one may be a part of another.
    let all = Set(found.map { Array($0.utf8) } + values)
    redactor.values = all.sorted { ($1.count, $0) < ($0.count, $1) }
    return redactor
  }

  package func about(json record: String) -> Redactor {
    guard isOn else { return self }
    return Array(record.utf8).withUnsafeBytes { about(ByteSlice($0)) }
  }

  package func text(_ text: String) -> String {
    guard isOn else { return text }
    var shown = text
    for value in values where shown.utf8.count >= value.count { shown = Self.replacing(value, in: shown) }
    return SecretText.hiding(.standard, in: hidingCut(shown))
  }

  /// The text itself if it has no secret, so that what is cut and what is not stay alike.
  package func beginning(_ text: ByteSlice) -> String {
    guard text.count > Self.longestBeginning else { return self.text(String(text)) }
    return self.text(String(text[0..<Self.longestBeginning]))
  }

  // MARK: - JSON

  /// A JSON text with the secrets in its strings and under their names hidden; as it is if there are none.
  ///
  /// - Parameter key: a member that only names secrets and is not written.
  package func json(_ json: String, without key: String? = nil) -> String {
    guard isOn else { return json }
    return Array(json.utf8).withUnsafeBytes { bytes in
      var tape = JSONTape()
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return text(json)
      }
      var output = Buffer<UInt8>(capacity: bytes.count)
      let isChanged = about(tape).append(0, of: tape, without: key, name: "", isSecret: false, to: &output)
      return isChanged ? String(output.slice) : json
    }
  }

  /// Appends a scanned JSON value with the secrets in its strings and under their names hidden. A value's secrets are
  /// hidden where they stand: what it has under a secret's name is not looked for elsewhere.
  package func append(_ tape: borrowing JSONTape, to output: inout Buffer<UInt8>) {
    _ = append(0, of: tape, name: "", isSecret: false, to: &output)
  }

  /// A value as JSON, found under a name.
  package func json(_ json: String, named name: String) -> String {
    guard isOn, SecretWords.standard.match(name) else { return self.json(json) }
    return Array(json.utf8).withUnsafeBytes { bytes in
      var tape = JSONTape()
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return SecretText.mark.json
      }
      var output = Buffer<UInt8>(capacity: bytes.count)
      return append(0, of: tape, name: name, isSecret: true, to: &output) ? String(output.slice) : json
    }
  }

  /// Whether anything was hidden.
  private func append(
    _ index: Int, of tape: borrowing JSONTape, without omitted: String? = nil, name: String, isSecret: Bool,
    to output: inout Buffer<UInt8>
  ) -> Bool {
    let entry = tape[index]
    var isChanged = false
    switch entry.kind {
    case .object:
      output.append(UInt8(ascii: "{"))
      var member = index + 1
      var isFirst = true
      while member < Int(entry.end) {
        let keyBytes = tape.text(of: tape[member])
        let key = String(keyBytes)
        if key == omitted {
          isChanged = true
          member = Int(tape[member + 1].end)
          continue
        }
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        let shown = text(key)
        isChanged = isChanged || shown != key
        append(shown, to: &output)
        output.append(UInt8(ascii: ":"))
        let isNamed = Self.isSecret(keyBytes)
        let hasChanged = append(
          member + 1, of: tape, name: isNamed ? key : name, isSecret: isSecret || isNamed, to: &output)
        isChanged = isChanged || hasChanged
        member = Int(tape[member + 1].end)
      }
      output.append(UInt8(ascii: "}"))
    case .array:
      output.append(UInt8(ascii: "["))
      var element = index + 1
      while element < Int(entry.end) {
        if element > index + 1 { output.append(UInt8(ascii: ",")) }
        let hasChanged = append(element, of: tape, name: name, isSecret: isSecret, to: &output)
        isChanged = isChanged || hasChanged
        element = Int(tape[element].end)
      }
      output.append(UInt8(ascii: "]"))
    case .string:
      let value = String(tape.text(of: entry))
      let shown = isSecret && !value.isEmpty ? SecretText.mark : text(value)
      isChanged = shown != value
      append(shown, to: &output)
    case .integer, .decimal:
      isChanged = isSecret && Self.isSecretNumber(tape.text(of: entry).count, name)
      if isChanged { append(SecretText.mark, to: &output) } else { tape.appendJSON(at: index, to: &output) }
    case .null, .true, .false:
      tape.appendJSON(at: index, to: &output)
    }
    return isChanged
  }

  private func append(_ text: String, to output: inout Buffer<UInt8>) {
    Array(text.utf8).withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &output) }
  }

  // MARK: - Names

  /// Whether a key names a secret, like ``SecretWords/match(_:)``, but quick for the usual names, which have no part of
  /// a secret's.
  private static func isSecret(_ key: ByteSlice) -> Bool {
    mayBeSecret(key) && SecretWords.standard.match(String(key))
  }

  /// Whether a name has the first letters of a secret's, or letters beyond ASCII.
  private static func mayBeSecret(_ name: ByteSlice) -> Bool {
    // The next four letters, in lower case, the first one lowest: the name is read from its end.
    var letters: UInt32 = 0
    for index in (0..<name.count).reversed() {
      if name[index] >= 0x80 { return true }
      letters = letters << 8 | UInt32(name[index] | 0x20)
      guard firstLetters >> (letters & 31) & 1 == 1, secondLetters >> (letters >> 8 & 31) & 1 == 1 else {
        continue
      }
      switch letters {
      case 0x7373_6170, 0x656B_6F74, 0x7261_6562, 0x6874_7561: return true  // pass, toke(n), bear(er), auth
      case 0x6B6F_6F63, 0x7263_6573, 0x7373_6573: return true  // cook(ie), secr(et), sess(ion)
      case 0x6465_7263, 0x6472_6163: return true  // cred(ential), card
      default: break
      }
      switch letters & 0xFF_FFFF {
      case 0x64_7770, 0x74_776A, 0x79_656B, 0x63_7663, 0x76_7663: return true  // pwd, jwt, key, cvc, cvv
      default: break
      }
    }
    return false
  }

  /// The first letters of the words that ``mayBeSecret(_:)`` knows, a bit for each letter from a = 1: a, b, c, j, k, p,
  /// s, t.
  private static var firstLetters: UInt32 { 0x19_0C0E }
  /// a, e, o, r, u, v, w.
  private static var secondLetters: UInt32 { 0xE4_8022 }

  /// Names of what is counted, too: a short number is not a secret there.
  private static let counted = SecretWords(["token", "session", "cookie"])

  private static func isSecretNumber(_ digits: Int, _ name: String) -> Bool {
    digits >= shortest && (digits >= 8 || !counted.match(name))
  }

  // MARK: - The values of a record

  private static func collect(
    _ index: Int, of tape: borrowing JSONTape, name: String, isSecret: Bool, _ found: inout Set<String>
  ) {
    let entry = tape[index]
    switch entry.kind {
    case .object:
      var member = index + 1
      while member < Int(entry.end) {
        let value = member + 1
        // Only what may hold a secret is looked at.
        if isSecret || tape[value].kind != .null {
          let key = tape.text(of: tape[member])
          let isNamed = self.isSecret(key)
          collect(value, of: tape, name: isNamed ? String(key) : name, isSecret: isSecret || isNamed, &found)
        }
        member = Int(tape[value].end)
      }
    case .array:
      var element = index + 1
      while element < Int(entry.end) {
        collect(element, of: tape, name: name, isSecret: isSecret, &found)
        element = Int(tape[element].end)
      }
    case .string, .integer, .decimal:
      guard isSecret, Int(entry.length) >= shortest else { return }
      if entry.kind != .string, !isSecretNumber(Int(entry.length), name) { return }
      let value = String(tape.text(of: entry))
      // Hidden already, by who wrote the record.
      if value == SecretText.mark { return }
      found.insert(value)
      // The values as written, with escaped control characters and quotes, and cut.
      found.insert(EscapedText.of(value))
      let scalars = value.unicodeScalars
      if scalars.count > shownLength { found.insert(String(scalars.prefix(shownLength))) }
    case .null, .true, .false: break
    }
  }

  /// Hides the start of a secret before the mark of a cut.
  private func hidingCut(_ text: String) -> String {
    guard !values.isEmpty, text.contains("…") else { return text }
    var pieces = text.split(separator: "…", omittingEmptySubsequences: false).map { Array($0.utf8) }
    for index in 0..<(pieces.count - 1) {
      for value in values {
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

  private static func replacing(_ needle: [UInt8], in text: String) -> String {
    let hay = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    var isFound = false
    while index < hay.count {
      if hay[index] == needle[0], hay.count - index >= needle.count,
        hay[index..<(index + needle.count)].elementsEqual(needle)
      {
        output += SecretText.mark.utf8
        index += needle.count
        isFound = true
      } else {
        output.append(hay[index])
        index += 1
      }
    }
    return isFound ? String(decoding: output, as: UTF8.self) : text
  }
}

private func < (left: (Int, [UInt8]), right: (Int, [UInt8])) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}
