internal import Bytes

/// The text that Linux's C library has for the number of a system's error, where a line ends with it: `open /shop: No such file or
/// directory`, `bind() failed (Address already in use)`, `connect: connection refused (os error 111)`.
enum OSErrorText {
  /// The system's text at the end of a line.
  struct Ending {
    /// Empty for an error that has no number: a name that was not resolved.
    let number: ByteSlice
    /// The beginning of the text in the line.
    let start: Int
  }

  /// Nil for a line that ends otherwise. Most lines are known by their last bytes.
  static func ending(of line: ByteSlice) -> Ending? {
    var end = withoutPlace(line.trimmedAtEnd)
    if end > shortest, line[end - 1] == UInt8(ascii: ".") { end -= 1 }
    end = withoutFile(line[0..<withoutNumber(line[0..<end])])
    guard end > shortest else { return nil }
    let closing = line[end - 1]
    if closing == UInt8(ascii: ")") || closing == UInt8(ascii: "]") || isQuote(closing) { end -= 1 }
    // `(Errcode: 2 "No such file or directory")`
    if closing == UInt8(ascii: ")"), isQuote(line[end - 1]) { end -= 1 }
    guard let ending = Self.ending(line[end - 2], line[end - 1]), isEnding[ending] else { return nil }
    var start = end - shortest
    let least = max(3, end - longest)
    while start > least, !isBoundary(line, start) { start -= 1 }
    guard start >= least, isBoundary(line, start), let number = number(of: line[start..<end]) else {
      return nil
    }
    // Python's number is of the text.
    if let open = line[0..<start].lastIndex(of: UInt8(ascii: "[")),
      line[open..<start].hasPrefix(ByteSlice("[Errno ")), line[start - 2] == UInt8(ascii: "]")
    {
      start = open
    }
    return Ending(number: number, start: start)
  }

  /// The end of the text before the place in the source that tells it: `(watchdir.c:358)`.
  private static func withoutPlace(_ line: ByteSlice) -> Int {
    let end = line.count
    guard end > shortest, line[end - 1] == UInt8(ascii: ")"), line[end - 2].isDigit else { return end }
    var index = end - 2
    while index > 0, line[index].isDigit { index -= 1 }
    guard line[index] == UInt8(ascii: ":"), line[index - 1].isLetter,
      let open = line.lastIndex(of: UInt8(ascii: "(")), open > 0, line[open - 1] == UInt8(ascii: " "),
      case let place = line[(open + 1)..<index], place.firstIndex(of: UInt8(ascii: ".")) != nil,
      place.firstIndex(of: UInt8(ascii: " ")) == nil
    else { return end }
    return open - 1
  }

  /// The end of the text before a number in brackets: `(2)`, `(os error 2)`, `(errno 2)`.
  private static func withoutNumber(_ line: ByteSlice) -> Int {
    let end = line.count
    guard end > shortest, line[end - 1] == UInt8(ascii: ")"), line[end - 2].isDigit else { return end }
    var index = end - 2
    while index > 0, line[index].isDigit { index -= 1 }
    let before = line[0..<(index + 1)]
    for opening in [ByteSlice(" ("), ByteSlice(" (os error "), ByteSlice(" (errno "), ByteSlice(" (errno=")]
    where before.hasSuffix(opening) {
      return before.count - opening.count
    }
    return end
  }

  /// The end of the text before the file in quotes that Python tells it of: `[Errno 2] No such file or directory: 'shop'`.
  private static func withoutFile(_ line: ByteSlice) -> Int {
    let end = line.count
    guard end > shortest, isQuote(line[end - 1]), let number = line.firstIndex(of: ByteSlice("[Errno ")),
      let file = line.firstIndex(of: ByteSlice(": "), from: number), isQuote(line[file + 2])
    else { return end }
    return file
  }

  /// Whether a text may begin here: behind a colon, a dash or its number in brackets and a blank, or in brackets or quotes.
  private static func isBoundary(_ line: ByteSlice, _ place: Int) -> Bool {
    let last = line[place - 1]
    if last == UInt8(ascii: " ") {
      let before = line[place - 2]
      if before == UInt8(ascii: ")") || before == UInt8(ascii: "]") { return line[place - 3].isDigit }
      return before == UInt8(ascii: ":") || before == UInt8(ascii: "-")
    }
    return last == UInt8(ascii: "(") || last == UInt8(ascii: "[") || isQuote(last)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  /// The number of a whole text, whose first letter may be a small one, as in Go.
  private static func number(of text: ByteSlice) -> ByteSlice? {
    guard text.count < byLength.count else { return nil }
    for known in byLength[text.count]
    where text[0] | 0x20 == known.text[0] | 0x20 && text[1..<text.count] == known.text[1..<text.count] {
      return known.number
    }
    return nil
  }

  /// The index of two small letters.
  @inline(__always)
  private static func ending(_ first: UInt8, _ second: UInt8) -> Int? {
    let (first, second) = (Int(first) - 0x61, Int(second) - 0x61)
    return first >= 0 && first < 26 && second >= 0 && second < 26 ? first * 26 + second : nil
  }

  /// Whether a text ends with two letters, by their index.
  private static let isEnding: [Bool] = {
    var isEnding = Array(repeating: false, count: 26 * 26)
    for (_, text) in texts {
      let text = ByteSlice(text)
      if let index = ending(text[text.count - 2], text[text.count - 1]) { isEnding[index] = true }
    }
    return isEnding
  }()

  private static let shortest = 11
  private static let longest = 40

  /// The texts that have so many bytes.
  private static let byLength: [[(text: ByteSlice, number: ByteSlice)]] = {
    var byLength: [[(text: ByteSlice, number: ByteSlice)]] = []
    for (number, text) in texts {
      while byLength.count <= text.utf8CodeUnitCount { byLength.append([]) }
      byLength[text.utf8CodeUnitCount].append((ByteSlice(text), ByteSlice(number)))
    }
    return byLength
  }()

  /// Source: glibc 2.36, `strerror` and `gai_strerror`, without what is not a failure (`Operation now in progress`).
  private static let texts: [(number: StaticString, text: StaticString)] = [
    ("1", "Operation not permitted"), ("2", "No such file or directory"), ("3", "No such process"),
    ("4", "Interrupted system call"), ("5", "Input/output error"), ("6", "No such device or address"),
    ("7", "Argument list too long"), ("8", "Exec format error"), ("9", "Bad file descriptor"),
    ("10", "No child processes"), ("11", "Resource temporarily unavailable"),
    ("12", "Cannot allocate memory"), ("13", "Permission denied"), ("14", "Bad address"),
    ("16", "Device or resource busy"), ("17", "File exists"), ("18", "Invalid cross-device link"),
    ("19", "No such device"), ("20", "Not a directory"), ("21", "Is a directory"), ("22", "Invalid argument"),
    ("23", "Too many open files in system"), ("24", "Too many open files"),
    ("25", "Inappropriate ioctl for device"), ("26", "Text file busy"), ("27", "File too large"),
    ("28", "No space left on device"), ("29", "Illegal seek"), ("30", "Read-only file system"),
    ("31", "Too many links"), ("32", "Broken pipe"), ("36", "File name too long"),
    ("38", "Function not implemented"), ("39", "Directory not empty"),
    ("40", "Too many levels of symbolic links"), ("71", "Protocol error"), ("74", "Bad message"),
    ("75", "Value too large for defined data type"), ("88", "Socket operation on non-socket"),
    ("90", "Message too long"), ("92", "Protocol not available"), ("93", "Protocol not supported"),
    ("95", "Operation not supported"), ("97", "Address family not supported by protocol"),
    ("98", "Address already in use"), ("99", "Cannot assign requested address"), ("100", "Network is down"),
    ("101", "Network is unreachable"), ("103", "Software caused connection abort"),
    ("104", "Connection reset by peer"), ("105", "No buffer space available"),
    ("106", "Transport endpoint is already connected"), ("107", "Transport endpoint is not connected"),
    ("110", "Connection timed out"), ("111", "Connection refused"), ("112", "Host is down"),
    ("113", "No route to host"), ("116", "Stale file handle"), ("117", "Structure needs cleaning"),
    ("122", "Disk quota exceeded"), ("", "Name or service not known"),
    ("", "Temporary failure in name resolution"), ("", "No address associated with hostname"),
  ]
}
