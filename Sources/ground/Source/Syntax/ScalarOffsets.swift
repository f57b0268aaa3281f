/// The place of each byte of a scalar's value, so that a message about a part of it points at the right
/// column.
///
/// Computed by rereading the scalar in its style. If that does not reproduce the value, the place is the
/// scalar.
package struct ScalarOffsets {
  private let file: SourceFile
  private let whole: Range<Int>
  /// The place of the character of each byte of the value; nil if unknown.
  private let places: [Range<Int>]?

  package init(of node: Node) {
    file = node.range.file
    whole = node.range.bytes
    places = Self.places(of: node)
  }

  /// The place of the bytes `part` of the value; if empty, the place before which it is.
  package func range(of part: Range<Int>) -> SourceRange {
    guard let places, let last = places.last else { return SourceRange(file: file, bytes: whole) }
    let lower = max(part.lowerBound, 0)
    let start = lower < places.count ? places[lower].lowerBound : last.upperBound
    guard !part.isEmpty else { return SourceRange(file: file, bytes: start..<start) }
    let end = places[min(part.upperBound, places.count) - 1].upperBound
    return SourceRange(file: file, bytes: start..<max(start, end))
  }

  package func sourceOffset(of offset: Int) -> Int { range(of: offset..<offset).bytes.lowerBound }

  package var isExact: Bool { places != nil }

  private static func places(of node: Node) -> [Range<Int>]? {
    let source = node.range.file.bytes
    let bytes = node.range.bytes
    let value = Array(node.text.utf8)
    switch node.style {
    case .plain:
      return FlowScalarReader.read(source, bytes, .plain, value)
    case .singleQuoted where bytes.count >= 2:
      return FlowScalarReader.read(source, bytes.inner, .singleQuoted, value)
    case .doubleQuoted where bytes.count >= 2:
      // JSON does not fold: NEL, LS and PS are characters.
      return FlowScalarReader.read(source, bytes.inner, .doubleQuoted, value)
        ?? FlowScalarReader.read(source, bytes.inner, .doubleQuoted, folds: false, value)
    case .literal: return BlockScalarReader.read(source, bytes, isFolded: false, value)
    case .folded: return BlockScalarReader.read(source, bytes, isFolded: true, value)
    case .singleQuoted, .doubleQuoted, .flow, .block: return nil
    }
  }
}

extension Range<Int> {
  fileprivate var inner: Range<Int> { (lowerBound + 1)..<(upperBound - 1) }
}

/// A value being reread, each byte with its place.
struct PlacedText {
  private(set) var bytes: [UInt8] = []
  private(set) var places: [Range<Int>] = []

  mutating func append(_ byte: UInt8, at place: Range<Int>) {
    bytes.append(byte)
    places.append(place)
  }

  mutating func append(_ scalar: Unicode.Scalar, at place: Range<Int>) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte, at: place) }
  }

  mutating func append(_ other: PlacedText) {
    bytes += other.bytes
    places += other.places
  }

  mutating func removeAll() {
    bytes = []
    places = []
  }

  var isEmpty: Bool { bytes.isEmpty }

  func places(of value: [UInt8]) -> [Range<Int>]? { bytes == value ? places : nil }
}

extension [UInt8] {
  /// The length of the line break at `offset`, or 0. As in libyaml: LF, CR, CRLF, NEL, LS and PS.
  func lineBreak(at offset: Int, before end: Int) -> Int {
    guard offset < end else { return 0 }
    switch self[offset] {
    case 0x0A: return 1
    case 0x0D: return offset + 1 < end && self[offset + 1] == 0x0A ? 2 : 1
    case 0xC2: return offset + 1 < end && self[offset + 1] == 0x85 ? 2 : 0
    case 0xE2:
      let isSeparator =
        offset + 2 < end && self[offset + 1] == 0x80 && (self[offset + 2] == 0xA8 || self[offset + 2] == 0xA9)
      return isSeparator ? 3 : 0
    default: return 0
    }
  }
}

extension PlacedText {
  /// Appends a line break: LS and PS unchanged, any other as LF.
  mutating func appendBreak(_ source: [UInt8], _ place: Range<Int>) {
    if place.count == 3 {
      for offset in place { append(source[offset], at: place) }
    } else {
      append(0x0A, at: place)
    }
  }
}
