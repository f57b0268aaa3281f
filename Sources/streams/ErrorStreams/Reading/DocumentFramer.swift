internal import Bytes

/// Divides JSON text into documents, one per line: an array's elements, multi-line or concatenated objects,
/// RFC 7464 sequences.
///
/// Line breaks between tokens become spaces. A line break inside a string is a fault: the document is cut
/// there, and the next one begins on a line that begins like the first. Text between documents is a document
/// up to the end of its line or element, and is rejected later.
struct DocumentFramer: ~Copyable {
  private enum State {
    case between, inDocument, inString, inEscape, inText, inTextString, inTextEscape, lost
  }

  private let limit: Int
  private var state = State.between
  private var depth = 0
  /// Whether the text is an array, by the first byte other than white space; nil before it.
  private var isArray: Bool?
  private var isClosed = false
  private var open = Buffer<UInt8>(capacity: 1 << 12)
  private var isTooLong = false
  /// The current line, and the beginning of the open document.
  private var line = 1
  private var firstLine = 1
  /// The column of the current byte; ``indent`` is that of the first document's brace.
  private var column = 0
  private var indent = -1
  /// Only white space precedes on this line.
  private var isFirstOnLine = true
  /// Lines inside documents are indented, so a brace at the first one's column begins a document.
  private var isIndented = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Skips lines before the text.
  mutating func skipLines(_ count: Int) {
    line += count
    firstLine += count
  }

  /// An array that no bracket closes, after a whole element.
  var hasOpenArray: Bool { isArray == true && !isClosed && (state == .between || state == .inText) }

  /// Returns the end of what it took: the text's end, or the end of an oversized document.
  mutating func take(_ text: ByteSlice, from start: Int, into chunk: inout Chunk) -> Int {
    var index = start
    var run = start
    while index < text.count {
      let byte = text[index]
      var ends = false
      switch state {
      case .between: takeBetween(byte, at: index, &run)
      case .inDocument: ends = takeInDocument(byte, of: text, at: index, &run, into: &chunk)
      case .inString, .inEscape: takeInString(byte, of: text, at: index, run, into: &chunk)
      case .inText, .inTextString, .inTextEscape: takeInText(byte, of: text, at: index, run, into: &chunk)
      case .lost:
        // A document begins at an expected place: on a line of its own, at the first one's column.
        if byte == UInt8(ascii: "{"), column == indent { beginDocument(at: index, &run) }
      }
      move(past: byte)
      index += 1
      if ends {
        keep(text[run..<index])
        state = .between
        if isTooLong {
          noteLongDocument(&chunk)
          return index
        }
        finish(&chunk)
      }
    }
    if state != .between, state != .lost { keep(text[run..<index]) }
    return index
  }

  @inline(__always)
  private mutating func takeBetween(_ byte: UInt8, at index: Int, _ run: inout Int) {
    switch byte {
    case 0x20, 0x09, 0x0D, 0x0A, 0x1E, UInt8(ascii: ","): break
    case UInt8(ascii: "]"): isClosed = true
    case UInt8(ascii: "["): if isArray == nil { isArray = true }
    case UInt8(ascii: "{"):
      if isArray == nil { isArray = false }
      if indent < 0 { indent = column }
      beginDocument(at: index, &run)
    default:
      if isArray == nil { isArray = false }
      begin(at: index, &run)
      state = byte == UInt8(ascii: "\"") && isArray == true ? .inTextString : .inText
    }
  }

  /// Returns whether the document ends with the byte.
  @inline(__always)
  private mutating func takeInDocument(
    _ byte: UInt8, of text: ByteSlice, at index: Int, _ run: inout Int, into chunk: inout Chunk
  ) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): state = .inString
    case UInt8(ascii: "{") where isIndented && isFirstOnLine && column == indent:
      // The previous document was cut outside of a string.
      finish(text[run..<index], &chunk)
      beginDocument(at: index, &run)
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth == 0
    case UInt8(ascii: "\n"), 0x1E:
      keep(text[run..<index])
      keep(ByteSlice(" "))
      run = index + 1
    default: break
    }
    return false
  }

  @inline(__always)
  private mutating func takeInString(
    _ byte: UInt8, of text: ByteSlice, at index: Int, _ run: Int, into chunk: inout Chunk
  ) {
    if byte == UInt8(ascii: "\n") {
      finish(text[run..<index], &chunk)
      state = .lost
    } else if state == .inEscape {
      state = .inString
    } else if byte == UInt8(ascii: "\"") {
      state = .inDocument
    } else if byte == UInt8(ascii: "\\") {
      state = .inEscape
    }
  }

  @inline(__always)
  private mutating func takeInText(
    _ byte: UInt8, of text: ByteSlice, at index: Int, _ run: Int, into chunk: inout Chunk
  ) {
    let isEnd =
      state == .inText && isArray == true && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
    if byte == UInt8(ascii: "\n") || isEnd {
      if byte == UInt8(ascii: "]") { isClosed = true }
      finish(text[run..<index], &chunk)
      state = .between
    } else if state == .inTextEscape {
      state = .inTextString
    } else if byte == UInt8(ascii: "\"") {
      if isArray == true { state = state == .inText ? .inTextString : .inText }
    } else if byte == UInt8(ascii: "\\"), state == .inTextString {
      state = .inTextEscape
    }
  }

  @inline(__always)
  private mutating func move(past byte: UInt8) {
    if byte == UInt8(ascii: "\n") {
      line += 1
      column = 0
      isFirstOnLine = true
      return
    }
    if byte == 0x20 || byte == 0x09 {
      if isFirstOnLine, column >= indent, state == .inDocument { isIndented = true }
    } else {
      isFirstOnLine = false
    }
    column += 1
  }

  mutating func end(into chunk: inout Chunk) {
    guard state != .between, state != .lost else { return }
    if isTooLong {
      noteLongDocument(&chunk)
    } else {
      chunk.numbers.append(firstLine)
      chunk.bytes.append(open.slice)
      chunk.endsInsideLine = state == .inDocument || state == .inString || state == .inEscape
      // The record that is cut says so.
      isClosed = isClosed || chunk.endsInsideLine
    }
    open.removeAll()
    state = .between
  }

  private mutating func begin(at index: Int, _ run: inout Int) {
    open.removeAll()
    isTooLong = false
    firstLine = line
    run = index
  }

  private mutating func beginDocument(at index: Int, _ run: inout Int) {
    begin(at: index, &run)
    depth = 1
    state = .inDocument
  }

  private mutating func keep(_ text: ByteSlice) {
    if open.count + text.count > limit { isTooLong = true }
    // A cut document is incomplete, so that it is rejected.
    if !isTooLong { open.append(text) }
  }

  private mutating func noteLongDocument(_ chunk: inout Chunk) {
    chunk.precedesLongLine = true
    chunk.longLineNumber = firstLine
    open.removeAll()
    isTooLong = false
  }

  private mutating func finish(_ text: ByteSlice, _ chunk: inout Chunk) {
    keep(text)
    finish(&chunk)
  }

  private mutating func finish(_ chunk: inout Chunk) {
    chunk.numbers.append(firstLine)
    chunk.bytes.append(open.slice)
    chunk.bytes.append(UInt8(ascii: "\n"))
    open.removeAll()
  }
}
