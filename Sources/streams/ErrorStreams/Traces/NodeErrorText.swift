internal import Bytes

/// The text of a Node.js error besides its frames: its members in braces behind them, the errors of an
/// AggregateError, and the whole in brackets if it has no frames.
///
///     [Error: ENOENT: no such file or directory, open '/nope'] {
///       code: 'ENOENT',
///     }
struct NodeErrorText {
  /// The indentation of the members of a group, or -1.
  private var member = -1

  /// Reads a line that is not a frame; false for any other.
  mutating func read(_ line: ByteSlice, indentation: Int, into texts: inout ErrorTexts) -> Bool {
    if line == "[errors]: [" {
      member = indentation + 2
      return true
    }
    if line[0] == UInt8(ascii: "]"), indentation == member - 2 { member = -1 }
    if indentation == member {
      let text = Self.isBracketed(line) ? Self.inside(line) : line
      if var error = ErrorLine.error(text), TraceLines.isExceptionName(text) || TraceLines.isBareError(text) {
        error.indentation = indentation
        texts.append(error)
        return true
      }
    }
    Self.readMember(line, indentation: indentation, into: &texts)
    return false
  }

  /// Reads an error without frames; false for any other text.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    guard isBracketed(text.firstLine), var error = ErrorLine.error(inside(text.firstLine)) else {
      return false
    }
    error.indentation = 0
    texts.append(error)
    var lines = text.lines
    var rest = lines.next()?.trimmed ?? text
    // `[Error: boom] { code: 'E_X', status: 402 }`
    if let brace = rest.firstIndex(of: ByteSlice("] { ")), rest.hasSuffix(ByteSlice(" }")) {
      rest = rest[(brace + 4)..<(rest.count - 2)]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: ByteSlice(", ")) ?? rest.count
        readMember(rest[0..<end], indentation: 2, into: &texts)
        rest = rest[min(rest.count, end + 2)..<rest.count]
      }
      return true
    }
    var node = NodeErrorText()
    while let whole = lines.next() {
      let line = whole.trimmed
      if !line.isEmpty { _ = node.read(line, indentation: whole.leadingBlanks, into: &texts) }
    }
    return true
  }

  /// Whether a line is an error in brackets, perhaps with its members behind them: `[Error: m]`, `[TypeError: m] {`.
  static func isBracketed(_ line: ByteSlice) -> Bool {
    guard line.count > 8, line[0] == UInt8(ascii: "[") else { return false }
    let error = line[1..<line.count]
    guard TraceLines.isExceptionName(error) || TraceLines.isBareError(error) else { return false }
    let text = error.firstLine.trimmedAtEnd
    return text.hasSuffix(ByteSlice("]")) || text.hasSuffix(ByteSlice("] {"))
      || text.hasSuffix(ByteSlice(" }")) && text.contains("] { ")
  }

  private static func inside(_ line: ByteSlice) -> ByteSlice {
    let line = line.trimmed
    let close = line.firstIndex(of: ByteSlice("] {")) ?? line.lastIndex(of: UInt8(ascii: "]")) ?? line.count
    return line[1..<close]
  }

  /// Reads the code and the status of the last error that is less indented.
  private static func readMember(_ line: ByteSlice, indentation: Int, into texts: inout ErrorTexts) {
    let isCode = line.hasPrefix(ByteSlice("code: "))
    guard
      isCode || line.hasPrefix(ByteSlice("status: ")) || line.hasPrefix(ByteSlice("statusCode: ")),
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
    else { return }
    var value = line[(colon + 2)..<line.count].trimmed
    if value.hasSuffix(ByteSlice(",")) { value = value[0..<(value.count - 1)] }
    if value.count > 2, value[0] == UInt8(ascii: "'"), value[value.count - 1] == UInt8(ascii: "'") {
      value = value[1..<(value.count - 1)]
    } else if value.wholeNumber == nil {
      return
    }
    if !isCode, !(value.wholeNumber.map { $0 >= 100 && $0 <= 599 } ?? false) { return }
    var index = texts.errors.count - 1
    while index >= 0 {
      let error = texts.errors[index]
      if error.indentation >= 0, error.indentation < indentation {
        texts.update(index) { error in
          if isCode { if error.code.isEmpty { error.code = value } } else { error.status = value }
        }
        return
      }
      index -= 1
    }
  }
}
