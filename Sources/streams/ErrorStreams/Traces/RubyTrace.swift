internal import Bytes

/// Ruby's uncaught exceptions: `pay.rb:5:in 'charge': message (Type)`, frames, then each cause in the same form.
enum RubyTrace {
  static func isBeginning(_ line: ByteSlice) -> Bool { error(line) != nil }

  /// False if the text does not begin so.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    guard let thrown = error(text.firstLine) else { return false }
    texts.append(thrown)
    for line in text.lines.dropFirst() where !line.isEmpty && line[0] > 0x20 {
      if let cause = error(line.trimmedAtEnd) { texts.append(cause) }
    }
    return true
  }

  /// The exception at the end of a log's message, as Ruby's `inspect` prints it: `could not pay: #<IOError: closed>`.
  static func inspected(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard !text.isEmpty, text[text.count - 1] == UInt8(ascii: ">"),
      let open = text.firstIndex(of: ByteSlice("#<")),
      let colon = text.firstIndex(of: ByteSlice(": "), from: open)
    else { return nil }
    let type = text[(open + 2)..<colon]
    guard !type.isEmpty, type[0] >= UInt8(ascii: "A"), type[0] <= UInt8(ascii: "Z"),
      type.hasPrefix(ByteSlice("Errno::")) || type.hasSuffix(ByteSlice("Error"))
        || type.hasSuffix(ByteSlice("Exception")),
      type.firstIndex(of: UInt8(ascii: " ")) == nil
    else { return nil }
    return ErrorTexts.Error(type: type, message: text[(colon + 2)..<(text.count - 1)])
  }

  private static func error(_ line: ByteSlice) -> ErrorTexts.Error? {
    guard !line.isEmpty, line[line.count - 1] == UInt8(ascii: ")"),
      let open = line.lastIndex(of: UInt8(ascii: "(")),
      let method = line.firstIndex(of: ByteSlice(":in ")), method > 0, line[method - 1].isDigit,
      method < open,
      let quote = line.firstIndex(of: ByteSlice("': "), from: method)
    else { return nil }
    let type = line[(open + 1)..<(line.count - 1)]
    guard !type.isEmpty, type[0] >= UInt8(ascii: "A"), type[0] <= UInt8(ascii: "Z"), quote + 3 <= open else {
      return nil
    }
    return ErrorTexts.Error(type: type, message: line[(quote + 3)..<open].trimmed)
  }
}
