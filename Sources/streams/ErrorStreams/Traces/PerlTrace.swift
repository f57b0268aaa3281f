internal import Bytes

/// The last words of Perl's `die` and `warn`, `message at FILE line N.`; below them, indented, the calls of `confess`.
enum PerlTrace {
  /// The message; nil for any other line. Prose names files and lines, too, so the file has to be one of Perl's or a path.
  static func message(_ line: ByteSlice) -> ByteSlice? {
    let line = line.trimmedAtEnd
    guard line.count > 12, line[line.count - 1] == UInt8(ascii: "."), line[line.count - 2].isDigit,
      let place = line.lastIndex(of: ByteSlice(" at "))
    else { return nil }
    var rest = line[(place + 4)..<(line.count - 1)]
    // `…, <STDIN> line 3.`: the line that was read last.
    if let handle = rest.firstIndex(of: ByteSlice(", <")) { rest = rest[0..<handle] }
    let word = ByteSlice(" line ")
    guard let number = rest.lastIndex(of: word), rest[(number + word.count)..<rest.count].wholeNumber != nil,
      isFile(rest[0..<number])
    else { return nil }
    return line[0..<place].trimmed
  }

  private static func isFile(_ name: ByteSlice) -> Bool {
    guard !name.isEmpty else { return false }
    if name == "-e" || name == "-" || name.hasPrefix(ByteSlice("(eval ")) { return true }
    guard name.firstIndex(of: UInt8(ascii: " ")) == nil else { return false }
    return name[0] == UInt8(ascii: "/") || name.hasSuffix(ByteSlice(".pl"))
      || name.hasSuffix(ByteSlice(".pm"))
      || name.hasSuffix(ByteSlice(".t")) || name.hasSuffix(ByteSlice(".cgi"))
  }
}
