extension JSONTape {
  /// Scans `true`, `false` or `null`; throws the most specific fault for anything else.
  package mutating func scanWord(_ cursor: inout JSONCursor) throws(JSONFault) {
    let before = cursor
    while cursor.isInWord { cursor.advance() }
    let word = cursor.text(from: before.offset)
    let kind: JSONEntry.Kind
    if word == "true" {
      kind = .true
    } else if word == "false" {
      kind = .false
    } else if word == "null" {
      kind = .null
    } else {
      throw before.fault(.expectedValue)
    }
    let start = before.offset
    entries.append(JSONEntry(kind: kind, offset: start, length: word.count, end: entries.count + 1))
  }
}

extension JSONCursor {
  fileprivate var isInWord: Bool {
    switch current {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default:
      false
    }
  }

  /// The fault here: `expected`, unless the text suggests a more specific one.
  func fault(_ expected: JSONFault.Kind) -> JSONFault {
    JSONFault(kind(expected), at: min(offset, count))
  }

  private func kind(_ expected: JSONFault.Kind) -> JSONFault.Kind {
    if isAtEnd { return .unexpectedEnd }
    switch current {
    case 0xEF where offset == 0 && peek(1) == 0xBB && peek(2) == 0xBF: return .byteOrderMark
    case 0x80... where sequenceLength() < 0: return .invalidUTF8
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"): return .comment
    case UInt8(ascii: "#"): return .comment
    default: break
    }
    switch expected {
    case .expectedKey: return current == UInt8(ascii: "'") ? .singleQuote : .expectedKey
    case .expectedValue: return valueKind
    default: return expected
    }
  }

  private var valueKind: JSONFault.Kind {
    switch current {
    case UInt8(ascii: "'"): return .singleQuote
    case UInt8(ascii: "+"): return .plusSign
    case UInt8(ascii: "."): return .missingDigits
    default: break
    }
    guard isInWord else { return .expectedValue }
    var end = self
    while end.isInWord { end.advance() }
    let word = end.text(from: offset)
    return word == "NaN" || word == "Infinity" ? .notFinite : .unknownWord
  }
}
