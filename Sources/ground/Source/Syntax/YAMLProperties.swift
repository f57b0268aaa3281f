/// The places of a node's parts. libyaml's range begins at the anchor or tag and, for block scalars, ends
/// after trailing blank lines.
package struct YAMLProperties {
  /// The anchor and the tag; empty if there is neither.
  package let all: Range<Int>
  let tag: Range<Int>?
  /// The value itself; for a container, only its beginning.
  package let content: Range<Int>

  package init(of event: YAMLEvent, in file: SourceFile) {
    let bytes = file.bytes
    let limit = event.isContainer ? bytes.count : event.range.upperBound
    // The first key of a block mapping begins with the mapping, so its anchor and tag are not the mapping's.
    var anchor = event.anchor
    var mayBeTag = event.tag != nil || !event.isContainer
    var offset = event.range.lowerBound
    var end = offset
    var tag: Range<Int>?
    while offset < limit, event.kind != .alias {
      let start = offset
      if let name = anchor, bytes[offset] == UInt8(ascii: "&") {
        anchor = nil
        offset = min(offset + 1 + name.utf8.count, limit)
      } else if mayBeTag, bytes[offset] == UInt8(ascii: "!") {
        mayBeTag = false
        offset = Self.endOfTag(bytes, from: offset, limit)
        tag = start..<offset
      } else {
        break
      }
      end = offset
      offset = Self.skipSpace(bytes, from: offset, limit)
    }
    all = event.range.lowerBound..<end
    self.tag = tag
    content = event.isContainer ? offset..<offset : offset..<Self.contentEnd(event, bytes, from: offset)
  }

  private static func endOfTag(_ bytes: [UInt8], from start: Int, _ limit: Int) -> Int {
    var offset = start
    if start + 1 < limit, bytes[start + 1] == UInt8(ascii: "<") {
      while offset < limit, bytes[offset] != UInt8(ascii: ">") { offset += 1 }
      return min(offset + 1, limit)
    }
    while offset < limit, !bytes[offset].endsProperty, bytes.lineBreak(at: offset, before: limit) == 0 {
      offset += 1
    }
    return offset
  }

  private static func skipSpace(_ bytes: [UInt8], from start: Int, _ limit: Int) -> Int {
    var offset = start
    while offset < limit {
      if bytes[offset] == UInt8(ascii: "#"), offset > start {
        while offset < limit, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      } else if bytes[offset].isSpace {
        offset += 1
      } else {
        let length = bytes.lineBreak(at: offset, before: limit)
        if length == 0 { break }
        offset += length
      }
    }
    return offset
  }

  private static func contentEnd(_ event: YAMLEvent, _ bytes: [UInt8], from start: Int) -> Int {
    var end = max(start, event.range.upperBound)
    guard event.kind == .scalar(.literal) || event.kind == .scalar(.folded) else { return end }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    return end
  }
}

extension YAMLEvent {
  fileprivate var isContainer: Bool {
    switch kind {
    case .sequenceStart, .mappingStart: true
    default: false
    }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  fileprivate var endsProperty: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): true
    default: isSpace
    }
  }
}
