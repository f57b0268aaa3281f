internal import Bytes

/// Android's report of a process that ended: a native crash or an application that does not respond. (An uncaught
/// exception is a stack trace.)
enum AndroidCrash {
  /// Nil if the text does not begin so.
  static func read(_ text: ByteSlice) -> ErrorTexts.Error? {
    switch text.isEmpty ? 0 : text[0] {
    case UInt8(ascii: "A"): notResponding(text)
    case UInt8(ascii: "F"): signal(in: text, after: ByteSlice("Fatal signal "), at: 0)
    case UInt8(ascii: "*"): tombstone(text)
    default: nil
    }
  }

  static let exception = ByteSlice("FATAL EXCEPTION: ")
  static let stars = ByteSlice("*** *** ***")
  static let anr = ByteSlice("ANR in ")

  /// The line goes on in lines that are none of a stack trace.
  static func isHeading(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "A"): line.hasPrefix(anr)
    case UInt8(ascii: "F"): line.hasPrefix(exception)
    case UInt8(ascii: "*"): line.hasPrefix(stars)
    default: false
    }
  }

  private static func notResponding(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard text.hasPrefix(anr) else { return nil }
    let reason = value(of: ByteSlice("\nReason: "), in: text)
    return ErrorTexts.Error(type: ByteSlice("ANR"), message: reason.isEmpty ? text.firstLine : reason)
  }

  private static func tombstone(_ text: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice("\nsignal ")
    guard text.hasPrefix(stars), let place = text.firstIndex(of: mark),
      var error = signal(in: text, after: mark, at: place)
    else { return nil }
    var said = value(of: ByteSlice("\nAbort message: "), in: text)
    if said.hasPrefix(ByteSlice("'")), said.hasSuffix(ByteSlice("'")), said.count > 2 {
      said = said[1..<(said.count - 1)]
    }
    if !said.isEmpty { error.message = said }
    return error
  }

  /// `signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0`
  private static func signal(in text: ByteSlice, after mark: ByteSlice, at place: Int) -> ErrorTexts.Error? {
    let line =
      text[place..<text.count].hasPrefix(mark) ? text[(place + mark.count)..<text.count].firstLine : text
    guard text[place..<text.count].hasPrefix(mark), let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line.firstIndex(of: UInt8(ascii: ")"), from: open)
    else { return nil }
    let rest = line[(close + 1)..<line.count]
    return ErrorTexts.Error(
      type: line[(open + 1)..<close], message: rest.hasPrefix(ByteSlice(", ")) ? rest[2..<rest.count] : rest)
  }

  private static func value(of key: ByteSlice, in text: ByteSlice) -> ByteSlice {
    guard let place = text.firstIndex(of: key) else { return ByteSlice("") }
    return text[(place + key.count)..<text.count].firstLine
  }
}
