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
      let isFeed = byte == UInt8(ascii: "\n")
      var ends = false
      switch state {
      case .between:
        switch byte {
        case 0x20, 0x09, 0x0D, 0x0A, 0x1E, UInt8(ascii: ","): break
        case UInt8(ascii: "]"): isClosed = true
        case UInt8(ascii: "["): if isArray == nil { isArray = true }
        case UInt8(ascii: "{"):
          if isArray == nil { isArray = false }
          begin(at: index, &run)
          if indent < 0 { indent = column }
          depth = 1
          state = .inDocument
        default:
          if isArray == nil { isArray = false }
          begin(at: index, &run)
          state = byte == UInt8(ascii: "\"") && isArray == true ? .inTextString : .inText
        }
      case .inDocument:
        switch byte {
        case UInt8(ascii: "\""): state = .inString
        case UInt8(ascii: "{") where isIndented && isFirstOnLine && column == indent:
          // The previous document was cut outside of a string.
          keep(text[run..<index])
          finish(&chunk)
          begin(at: index, &run)
          depth = 1
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          ends = depth == 0
        case UInt8(ascii: "\n"), 0x1E:
          keep(text[run..<index])
          keep(ByteSlice(" "))
          run = index + 1
        default: break
        }
      case .inString:
        if byte == UInt8(ascii: "\"") {
          state = .inDocument
        } else if byte == UInt8(ascii: "\\") {
          state = .inEscape
        } else if isFeed {
          keep(text[run..<index])
          finish(&chunk)
          state = .lost
        }
      case .inEscape:
        state = .inString
        if isFeed {
          keep(text[run..<index])
          finish(&chunk)
          state = .lost
        }
      case .inText:
        let isEnd = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
        if isFeed || isEnd && isArray == true {
          if byte == UInt8(ascii: "]") { isClosed = true }
          keep(text[run..<index])
          finish(&chunk)
          state = .between
        } else if byte == UInt8(ascii: "\""), isArray == true {
          state = .inTextString
        }
      case .inTextString, .inTextEscape:
        if isFeed {
          keep(text[run..<index])
          finish(&chunk)
          state = .between
        } else if state == .inTextEscape {
          state = .inTextString
        } else if byte == UInt8(ascii: "\"") {
          state = .inText
        } else if byte == UInt8(ascii: "\\") {
          state = .inTextEscape
        }
      case .lost:
        // A document begins at an expected place: on a line of its own, at the first one's column.
        if byte == UInt8(ascii: "{"), column == indent {
          begin(at: index, &run)
          depth = 1
          state = .inDocument
        }
      }
      if isFeed {
        line += 1
        column = 0
        isFirstOnLine = true
      } else {
        if byte == 0x20 || byte == 0x09 {
          if isFirstOnLine, column >= indent, state == .inDocument { isIndented = true }
        } else {
          isFirstOnLine = false
        }
        column += 1
      }
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

  private mutating func finish(_ chunk: inout Chunk) {
    chunk.numbers.append(firstLine)
    chunk.bytes.append(open.slice)
    chunk.bytes.append(UInt8(ascii: "\n"))
    open.removeAll()
  }
}
