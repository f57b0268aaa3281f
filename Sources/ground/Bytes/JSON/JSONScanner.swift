extension JSONTape {
  /// Scans `text` as one JSON value of the strict RFC 8259 grammar, in one pass, without recursion.
  ///
  /// An integer of 64 bits becomes `integer` (`-0` is 0, its text stays), any other number `decimal`.
  /// `depthLimit` counts open containers, `valueLimit` values and keys. With `repairs`, invalid UTF-8 in
  /// strings and lone surrogates become U+FFFD and mark their entry; without, they are faults.
  ///
  /// Returns the first fault, holding nothing, or nil. `text` must stay valid and unchanged until the next
  /// scan.
  package mutating func scan(_ text: ByteSlice, depthLimit: Int, valueLimit: Int, repairs: Bool) -> JSONFault?
  {
    begin(text)
    do {
      try scanText(text, depthLimit: depthLimit, valueLimit: valueLimit, repairs: repairs)
      return nil
    } catch {
      begin(text)
      return error
    }
  }

  @inlinable @inline(__always)
  package mutating func begin(_ text: ByteSlice) {
    source = text
    entries.removeAll()
    decoded.removeAll()
    isRepaired = false
  }

  /// The longest text whose offsets fit into an entry, even if repairs triple it.
  @inlinable package static var longestText: Int { 1 << 30 }

  /// While a container is open, its entry's `end` is one more than the index of the enclosing container.
  private mutating func scanText(_ text: ByteSlice, depthLimit: Int, valueLimit: Int, repairs: Bool)
    throws(JSONFault)
  {
    guard text.count <= Self.longestText else { throw JSONFault(.textTooLong, at: Self.longestText) }
    var cursor = JSONCursor(text)
    var depth = 0
    var container = -1
    var inObject = false
    cursor.skipWhitespace()
    if cursor.isAtEnd { throw JSONFault(.empty, at: 0) }

    while true {
      // A value, or the end of a container that was just opened.
      if entries.count >= valueLimit { throw JSONFault(.tooManyValues, at: cursor.offset) }
      let byte = cursor.current
      switch byte {
      case UInt8(ascii: "\""):
        try scanString(&cursor, repairs: repairs)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth >= depthLimit { throw JSONFault(.tooDeep, at: cursor.offset) }
        inObject = byte == UInt8(ascii: "{")
        let place = cursor.offset
        let kind: JSONEntry.Kind = inObject ? .object : .array
        entries.append(JSONEntry(kind: kind, offset: place, length: 0, end: container + 1))
        container = entries.count - 1
        depth += 1
        cursor.advance()
        cursor.skipWhitespace()
        if cursor.current != byte + 2 {  // `}` and `]` follow `{` and `[` at a distance of two.
          if inObject { try scanKey(&cursor, valueLimit: valueLimit, repairs: repairs) }
          continue
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        try scanNumber(&cursor)
      default:
        try scanWord(&cursor)
      }

      // A value ended: close containers up to the comma before the next value.
      var between = true
      while between {
        cursor.skipWhitespace()
        guard container >= 0 else {
          if cursor.isAtEnd { return }
          throw cursor.fault(.trailingText)
        }
        let byte = cursor.current
        if byte == UInt8(ascii: ",") {
          let comma = cursor.offset
          cursor.advance()
          cursor.skipWhitespace()
          let next = cursor.current
          if next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
            throw JSONFault(.trailingComma, at: comma)
          }
          if inObject { try scanKey(&cursor, valueLimit: valueLimit, repairs: repairs) }
          between = false
        } else if byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          cursor.advance()
          container = close(container, at: cursor.offset)
          depth -= 1
          if container >= 0 { inObject = entries[container].kind == .object }
        } else {
          throw cursor.fault(inObject ? .expectedCommaInObject : .expectedCommaInArray)
        }
      }
    }
  }

  /// Completes a container that ends before `offset`; returns the index of the enclosing one, or -1.
  @inline(__always)
  private mutating func close(_ container: Int, at offset: Int) -> Int {
    let open = entries[container]
    let start = Int(open.offset)
    entries[container] = JSONEntry(kind: open.kind, offset: start, length: offset - start, end: entries.count)
    return Int(open.end) - 1
  }

  @inline(__always)
  private mutating func scanKey(_ cursor: inout JSONCursor, valueLimit: Int, repairs: Bool) throws(JSONFault)
  {
    guard cursor.current == UInt8(ascii: "\"") else { throw cursor.fault(.expectedKey) }
    if entries.count >= valueLimit { throw JSONFault(.tooManyValues, at: cursor.offset) }
    try scanString(&cursor, repairs: repairs)
    cursor.skipWhitespace()
    guard cursor.current == UInt8(ascii: ":") else { throw cursor.fault(.expectedColon) }
    cursor.advance()
    cursor.skipWhitespace()
  }
}
