internal import Bytes

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }
}

extension ByteSlice {
  /// Its parts between white space.
  var words: [ByteSlice] {
    var words: [ByteSlice] = []
    var start = 0
    for index in 0...count where index == count || self[index] <= 0x20 {
      if index > start { words.append(self[start..<index]) }
      start = index + 1
    }
    return words
  }

  var trimmed: ByteSlice {
    var first = 0
    var end = count
    while first < end, self[first] <= 0x20 { first += 1 }
    while end > first, self[end - 1] <= 0x20 { end -= 1 }
    return self[first..<end]
  }

  var trimmedAtEnd: ByteSlice {
    var end = count
    while end > 0, self[end - 1] <= 0x20 { end -= 1 }
    return self[0..<end]
  }

  /// The lines without their line feeds; there is none behind the last line feed.
  var lines: ByteLines { ByteLines(self) }

  /// The number of its lines.
  var lineCount: Int { lines.reduce(0) { count, _ in count + 1 } }

  /// The number of blanks and tabs before the text.
  var leadingBlanks: Int {
    var index = 0
    while index < count, self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t") { index += 1 }
    return index
  }

  var lastLine: ByteSlice { self[((lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)..<count] }

  var firstLine: ByteSlice { self[0..<(firstIndex(of: UInt8(ascii: "\n")) ?? count)].trimmed }

  /// Table exporters write whole numbers with a point and zeros.
  var withoutZeroFraction: ByteSlice {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: "0") { end -= 1 }
    guard end > 1, end < count, self[end - 1] == UInt8(ascii: "."), self[end - 2].isDigit else { return self }
    return self[0..<(end - 1)]
  }

  /// Digits with an optional minus, if they fit into 64 bits.
  var wholeNumber: Int64? {
    let isNegative = !isEmpty && self[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard count > first, count - first <= 19 else { return nil }
    var value: UInt64 = 0
    for index in first..<count {
      guard self[index].isDigit else { return nil }
      value = value &* 10 &+ UInt64(self[index] &- 0x30)
    }
    guard value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  func firstIndex(of text: ByteSlice, from: Int = 0) -> Int? {
    guard !text.isEmpty else { return from }
    var index = from
    while index + text.count <= count, let found = firstIndex(of: text[0], from: index) {
      guard found + text.count <= count else { return nil }
      if self[found..<(found + text.count)] == text { return found }
      index = found + 1
    }
    return nil
  }

  func contains(_ text: StaticString) -> Bool { firstIndex(of: ByteSlice(text)) != nil }

  /// The beginning of the last occurrence of a text.
  func lastIndex(of text: ByteSlice) -> Int? {
    guard !text.isEmpty else { return nil }
    var end = count
    while let place = self[0..<end].lastIndex(of: text[0]) {
      if self[place..<count].hasPrefix(text) { return place }
      end = place
    }
    return nil
  }

  /// Ignoring case; the word is in lower case.
  func isWord(_ word: StaticString) -> Bool {
    let word = ByteSlice(word)
    guard count == word.count else { return false }
    for index in 0..<count {
      let byte = self[index]
      let small = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      guard small == word[index] else { return false }
    }
    return true
  }
}

struct ByteLines: Sequence, IteratorProtocol {
  private let text: ByteSlice
  private var start = 0

  init(_ text: ByteSlice) { self.text = text }

  @inline(__always)
  mutating func next() -> ByteSlice? {
    guard start < text.count else { return nil }
    let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
    defer { start = end + 1 }
    return text[start..<end]
  }
}
