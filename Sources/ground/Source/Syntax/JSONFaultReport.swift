internal import Bytes

/// Converts a scanner's fault to a finding with its range and the place that explains it.
struct JSONFaultReport {
  let file: SourceFile
  let base: Int
  let limits: Limits

  func diagnostic(of fault: JSONFault) -> Diagnostic {
    let start = base + fault.offset
    let message = fault.message(of: .ruleFile, limits: limits)
    switch fault.kind {
    case .empty:
      return Diagnostic("empty-file", .error, "The file is empty. Write a rule file.", at: range(0..<0))
    case .tooDeep, .tooManyValues, .textTooLong:
      return Diagnostic("limit-exceeded", .error, message, at: range(start..<scalarEnd(start)))
    case .invalidUTF8:
      return Diagnostic("not-utf8", .error, message, at: range(start..<scalarEnd(start)))
    case .unexpectedEnd:
      let end = endOfText
      return Diagnostic("syntax-error", .error, message, at: range(end..<end), related: innermostOpening)
    default:
      return Diagnostic("syntax-error", .error, message, at: range(start..<end(of: fault.kind, from: start)))
    }
  }

  private func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(file: file, bytes: bytes) }

  private func end(of kind: JSONFault.Kind, from start: Int) -> Int {
    switch kind {
    case .unknownWord, .notFinite:
      var end = start + 1
      while end < file.bytes.count, file.bytes[end].isInWord { end += 1 }
      return end
    case .unclosedString, .trailingText, .comment: return lineEnd(start)
    case .lineBreakInString: return start
    case .unknownEscape: return scalarEnd(start + 1)
    case .loneSurrogate: return start + 6
    case .badUnicodeEscape:
      var end = start + 2
      while end < min(start + 6, file.bytes.count), file.bytes[end].isInWord { end += 1 }
      return end
    default: return scalarEnd(start)
    }
  }

  private func scalarEnd(_ start: Int) -> Int {
    file.bytes.withUnsafeBytes { buffer in
      let text = ByteSlice(buffer)
      return start < text.count ? start + abs(text.utf8SequenceLength(at: start)) : text.count
    }
  }

  private func lineEnd(_ start: Int) -> Int {
    var end = start
    while end < file.bytes.count, file.bytes[end] != 0x0A, file.bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The place just after the last character that is not white space.
  private var endOfText: Int {
    (file.bytes.lastIndex { !$0.isWhitespace } ?? -1) + 1
  }

  /// The last bracket or brace that is still open at the end of the text.
  private var innermostOpening: [Diagnostic.Related] {
    var open: [Int] = []
    var isInString = false
    var index = base
    while index < file.bytes.count {
      switch file.bytes[index] {
      case UInt8(ascii: "\\") where isInString: index += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInString { open.append(index) }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { _ = open.popLast() }
      default: break
      }
      index += 1
    }
    return open.last.map { [Diagnostic.Related("opened here", at: range($0..<($0 + 1)))] } ?? []
  }
}

extension UInt8 {
  fileprivate var isInWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }

  fileprivate var isWhitespace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
