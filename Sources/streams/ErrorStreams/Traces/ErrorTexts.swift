internal import Bytes

/// Slices of a text: the thrown error first, then its causes, the direct one first.
struct ErrorTexts: ~Copyable {
  struct Error: BitwiseCopyable {
    var type = ByteSlice("")
    var caseName = ByteSlice("")
    var domain = ByteSlice("")
    var code = ByteSlice("")
    var status = ByteSlice("")
    var message = ByteSlice("")
    /// The classes above its type, as a JSON array.
    var above = ByteSlice("")
    /// The system whose errno the code is.
    var platform = ByteSlice("")
    var isCancelled = false
    /// A SQLSTATE is a text, also without a letter.
    var isCodeText = false
    /// The indentation of its line in a trace; -1 if that is unknown.
    var indentation = -1
  }

  private(set) var errors = Buffer<Error>()
  /// The plain form of a text that was escaped; the errors are its slices.
  var plain = Buffer<UInt8>()
  var tracebacks = Buffer<PythonTraceback.Part>()
  static let most = 64

  mutating func removeAll() { errors.removeAll() }

  mutating func append(_ error: Error) {
    guard errors.count < Self.most else { return }
    var error = error
    if error.code.isEmpty, let code = GPUErrorCode.code(of: error) { error.code = code }
    errors.append(error)
  }

  /// Changes the error at an index.
  mutating func update(_ index: Int, _ change: (inout Error) -> Void) { change(&errors[index]) }

  mutating func removeFirst() { errors.removeFirst(1) }

  mutating func reverse() {
    var (low, high) = (0, errors.count - 1)
    while low < high {
      let error = errors[low]
      errors[low] = errors[high]
      errors[high] = error
      low += 1
      high -= 1
    }
  }
}

/// Foundation's `Error Domain=D Code=7 "message" UserInfo={…}`, on Linux without the space before `UserInfo`,
/// which contains the causes.
enum AppleErrorText {
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    let mark = ByteSlice("Error Domain=")
    var start = text.firstIndex(of: mark)
    var depth = 0
    while let found = start {
      let domain = found + mark.count
      let next = text.firstIndex(of: mark, from: domain)
      if let error = error(text[domain..<(next ?? text.count)]) { texts.append(error) }
      // Only errors inside its UserInfo are causes of the first error.
      guard let next else { return }
      depth += openBraces(text[found..<next])
      guard depth > 0 else { return }
      start = next
    }
  }

  private static func openBraces(_ text: ByteSlice) -> Int {
    var depth = 0
    for index in 0..<text.count {
      if text[index] == UInt8(ascii: "{") { depth += 1 }
      if text[index] == UInt8(ascii: "}") { depth -= 1 }
    }
    return depth
  }

  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice(" Code=")
    guard let space = text.firstIndex(of: mark), space > 0, space <= 256 else { return nil }
    let first = space + mark.count
    var end = first
    if end < text.count, text[end] == UInt8(ascii: "-") { end += 1 }
    while end < text.count, text[end].isDigit { end += 1 }
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
}
