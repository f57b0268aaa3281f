internal import Bytes

/// An error of Apple's frameworks in a text, as `description` or `localizedDescription` has it:
///
/// - `Error Domain=D Code=7 "message" UserInfo={…}`, on Linux without the space before `UserInfo`, which has the causes;
/// - CloudKit's `<CKError 0x1: "Zone Busy" (6/2013); "message"; Retry after 3.0 seconds>`, whose partial errors are causes;
/// - `… (D error 7.)`, see ``LocalizedErrorText``.
enum AppleErrorText {
  private static let codeMark: StaticString = " Code="
  private static let domainMark: StaticString = "Domain="
  private static let cloudMark: StaticString = "<CKError 0x"
  private static let code = ByteNeedle(codeMark)
  private static let cloud = ByteNeedle(cloudMark)
  /// More are no description of an error.
  private static let mostMarks = 256

  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    if let error = RubyTrace.inspected(text) { return texts.append(error) }
    let first = texts.errors.count
    if code.place(in: text) != nil || cloud.place(in: text) != nil {
      readDescriptions(text, into: &texts)
    }
    if texts.errors.count == first, let error = LocalizedErrorText.error(text) { texts.append(error) }
    guard texts.errors.count > first, texts.errors[first].retryAfter.isEmpty else { return }
    let delay = delay(in: text)
    if !delay.isEmpty { texts.update(first) { $0.retryAfter = delay } }
  }

  private static func readDescriptions(_ text: ByteSlice, into texts: inout ErrorTexts) {
    let first = texts.errors.count
    var start = nextMark(text, from: 0)
    var depth = 0
    var marks = 0
    while let found = start, marks < mostMarks {
      marks += 1
      let isCloud = text[found] == UInt8(ascii: "<")
      let body = found + ByteSlice(isCloud ? cloudMark : domainMark).count
      let next = nextMark(text, from: body)
      let part = text[body..<(next ?? text.count)]
      if isCloud {
        readCloud(part, into: &texts)
      } else if let error = error(part) {
        texts.append(error)
      }
      guard let next else { return }
      start = next
      // A cookie has a domain, too.
      if texts.errors.count == first { continue }
      // Only errors inside its UserInfo, or among its partial errors, are causes of the first error.
      depth += openBraces(text[found..<next])
      guard depth > 0 else { return }
    }
  }

  private static func nextMark(_ text: ByteSlice, from: Int) -> Int? {
    let domain = text.firstIndex(of: ByteSlice(domainMark), from: from)
    let cloud = text.firstIndex(of: ByteSlice(cloudMark), from: from)
    guard let domain, let cloud else { return domain ?? cloud }
    return min(domain, cloud)
  }

  private static func openBraces(_ text: ByteSlice) -> Int {
    var depth = 0
    for index in 0..<text.count {
      if text[index] == UInt8(ascii: "{") { depth += 1 }
      if text[index] == UInt8(ascii: "}") { depth -= 1 }
    }
    return depth
  }

  /// The error of `D Code=7 "message" UserInfo={…}`.
  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice(codeMark)
    guard let space = text.firstIndex(of: mark), space > 0, space <= 256 else { return nil }
    let first = space + mark.count
    let end = integerEnd(text, from: first)
    guard text[first..<end].wholeNumber != nil else { return nil }
    var error = ErrorTexts.Error(domain: text[0..<space], code: text[first..<end])
    guard end + 1 < text.count, text[end] == UInt8(ascii: " "), text[end + 1] == UInt8(ascii: "\"") else {
      return error
    }
    let rest = text[(end + 2)..<text.count]
    // The message may contain quotes: it ends before UserInfo, or else at the last quote.
    let close =
      rest.firstIndex(of: ByteSlice("\" UserInfo=")) ?? rest.firstIndex(of: ByteSlice("\"UserInfo="))
      ?? rest.lastIndex(of: UInt8(ascii: "\""))
    // The text of a missing description.
    if let close, !(rest[0..<close] == "(null)") { error.message = rest[0..<close] }
    return error
  }

  /// The error of `16e798a0: "Not Authenticated" (9/1002); "message"; …`. Behind the slash stands CloudKit's own number, or the
  /// domain and the code of the cause.
  private static func readCloud(_ text: ByteSlice, into texts: inout ErrorTexts) {
    guard let colon = text.firstIndex(of: ByteSlice(": ")), let name = quoted(text, from: colon + 2),
      let open = text.firstIndex(of: UInt8(ascii: "("), from: name.end), open - name.end <= 2
    else { return }
    let end = integerEnd(text, from: open + 1)
    guard text[(open + 1)..<end].wholeNumber != nil, end < text.count,
      let close = text.firstIndex(of: UInt8(ascii: ")"), from: end)
    else { return }
    var error = ErrorTexts.Error(
      type: ByteSlice("CKError"), domain: ByteSlice("CKErrorDomain"), code: text[(open + 1)..<end],
      message: name.text)
    // The name is general; what the server or the client says of it follows.
    let rest = text[(close + 1)..<text.count]
    for mark in [ByteSlice("; server message = "), ByteSlice("; ")] where rest.hasPrefix(mark) {
      if let message = quoted(rest, from: mark.count), !message.text.isEmpty { error.message = message.text }
      break
    }
    texts.append(error)
    let cause = text[min(end + 1, close)..<close]
    guard let mark = cause.lastIndex(of: UInt8(ascii: ":")), mark > 0,
      cause[(mark + 1)..<cause.count].wholeNumber != nil
    else { return }
    texts.append(ErrorTexts.Error(domain: cause[0..<mark], code: cause[(mark + 1)..<cause.count]))
  }

  /// The text in the quotes at `start`, which have backslashes inside another text, and the place behind them.
  private static func quoted(_ text: ByteSlice, from start: Int) -> (text: ByteSlice, end: Int)? {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    let open = start < text.count && text[start] == backslash ? start + 1 : start
    guard open < text.count, text[open] == quote, let close = text.firstIndex(of: quote, from: open + 1)
    else { return nil }
    let end = close > open + 1 && text[close - 1] == backslash ? close - 1 : close
    return (text[(open + 1)..<end], close + 1)
  }

  /// The seconds of `CKRetryAfter=30` or `Retry-After=30` in UserInfo, or of `Retry after 12.5 seconds`; empty if there are none.
  private static func delay(in text: ByteSlice) -> ByteSlice {
    for mark in [
      ByteSlice("CKRetryAfter="), ByteSlice("CKErrorRetryAfterKey="), ByteSlice("Retry-After="),
      ByteSlice("Retry after "),
    ] {
      guard let place = text.firstIndex(of: mark) else { continue }
      let start = place + mark.count
      var end = start
      while end < text.count, text[end].isDigit { end += 1 }
      guard end > start, end - start < 10 else { continue }
      if end + 1 < text.count, text[end] == UInt8(ascii: "."), text[end + 1].isDigit {
        end += 1
        while end < text.count, text[end].isDigit { end += 1 }
      }
      return text[start..<end]
    }
    return ByteSlice("")
  }

  /// The end of an integer that may have a minus.
  static func integerEnd(_ text: ByteSlice, from start: Int) -> Int {
    var end = start
    if end < text.count, text[end] == UInt8(ascii: "-") { end += 1 }
    while end < text.count, text[end].isDigit { end += 1 }
    return end
  }
}
