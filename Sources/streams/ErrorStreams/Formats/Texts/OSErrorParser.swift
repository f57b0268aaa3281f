internal import Bytes

/// Lines without a level that end with the system's own text of an error, perhaps behind the name of a program.
struct OSErrorParser: LineParser, LineReader {
  var summary: String { "`PROGRAM: message: ERROR`, with the text of a system's error at the end" }

  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard let ending = OSErrorText.ending(of: line) else { return false }
    let start = Self.startOfMessage(line, ending.start)
    text.append("{\"message\":")
    JSONText.append(string: line[start..<line.count].trimmed, to: &text)
    if start > 0 { Self.append(program: line[0..<(start - 2)], to: &text) }
    if !ending.number.isEmpty {
      text.append(",\"number\":")
      JSONText.append(string: ending.number, to: &text)
    }
    text.append("}\n")
    return true
  }

  /// Appends a program and its process, `pay[7]`.
  private static func append(program name: ByteSlice, to text: inout Buffer<UInt8>) {
    let open =
      name.hasSuffix(ByteSlice("]")) ? name.firstIndex(of: UInt8(ascii: "[")) ?? name.count : name.count
    text.append(",\"program\":")
    JSONText.append(string: name[0..<open], to: &text)
    guard open < name.count else { return }
    text.append(",\"pid\":")
    JSONText.append(string: name[(open + 1)..<(name.count - 1)], to: &text)
  }

  /// The place behind `program: ` or `program[7]: `; 0 if what stands there is what the error is about.
  private static func startOfMessage(_ line: ByteSlice, _ error: Int) -> Int {
    var index = 0
    while index < line.count, LevelMark.isPartOfName(line, index) { index += 1 }
    guard index > 0, index + 2 < error, line[index] == UInt8(ascii: ":"),
      line[index + 1] == UInt8(ascii: " "), line[index + 2] != UInt8(ascii: " ")
    else { return 0 }
    return index + 2
  }
}
