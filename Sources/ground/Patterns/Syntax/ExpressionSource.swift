/// The text of an expression being read: a position in it, and errors about it.
struct ExpressionSource {
  private let scalars: [Unicode.Scalar]
  /// The offset of every scalar in UTF-8 bytes, and of the end.
  private let offsets: [Int]
  private(set) var position = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    var offset = 0
    for scalar in scalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  var isAtEnd: Bool { position == scalars.count }

  var next: Unicode.Scalar? { peek(0) }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  mutating func take() -> Unicode.Scalar? {
    guard position < scalars.count else { return nil }
    position += 1
    return scalars[position - 1]
  }

  mutating func skip(_ count: Int) {
    position = min(position + count, scalars.count)
  }

  mutating func back(to earlier: Int) {
    position = earlier
  }

  /// - Parameter text: letters of ASCII.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= scalars.count else { return false }
    for index in 0..<count where scalars[position + index].value != UInt32(text.utf8Start[index]) {
      return false
    }
    position += count
    return true
  }

  func text(from start: Int) -> String {
    let part = scalars[start..<position]
    return part.allSatisfy { $0.isASCII }
      ? String(decoding: part.map { UInt8($0.value) }, as: UTF8.self) : String(String.UnicodeScalarView(part))
  }

  /// The byte range from `start` to the current place, for errors; at least one scalar if there is one.
  func range(from start: Int) -> Range<Int> {
    let end = position > start ? position : min(start + 1, scalars.count)
    return offsets[start]..<offsets[end]
  }

  func error(_ message: String, from start: Int, upTo count: Int) -> PatternError {
    PatternError(message, at: offsets[start]..<offsets[min(start + count, scalars.count)])
  }

  func error(_ message: String, from start: Int, limit: PatternLimits.Name? = nil) -> PatternError {
    PatternError(message, at: range(from: start), limit: limit)
  }
}
