internal import Bytes

/// The labelled values of a message, such as `order A-129284` and `message id=7f3a`: words of letters before values with a digit.
struct MessageLabels {
  struct Labelled {
    /// Words in lower case: `order id` for `orderId=`.
    let label: String
    /// The label as written, up to the value.
    let head: String
    let value: String
  }

  private let text: ByteSlice
  /// Runs of letters, digits, `_` and `-`.
  private var words: [Range<Int>] = []
  private static let longest = 64

  init(_ text: ByteSlice) {
    self.text = text
    var index = 0
    while index < text.count {
      let start = index
      while index < text.count, Self.isOfWord(text[index]) { index += 1 }
      if index > start { words.append(start..<index) } else { index += 1 }
    }
  }

  /// The first of each label.
  var all: [Labelled] {
    var all: [Labelled] = []
    for place in words.indices.dropFirst() {
      guard let found = labelled(place), !all.contains(where: { $0.label == found.label }) else { continue }
      all.append(found)
    }
    return all
  }

  private func labelled(_ place: Int) -> Labelled? {
    let (value, last) = (words[place], words[place - 1])
    guard value.count <= Self.longest, value.contains(where: { text[$0].isDigit }),
      endsValue(value.upperBound),
      isName(last), isGap(last.upperBound..<value.lowerBound)
    else { return nil }
    var first = last.lowerBound
    // `order id 17`, `order no. 17`
    if place > 1, Self.suffixes.contains(label(last)), isName(words[place - 2]),
      words[place - 2].upperBound + 1 == last.lowerBound, text[last.lowerBound - 1] == UInt8(ascii: " ")
    {
      first = words[place - 2].lowerBound
    }
    guard first == 0 || Self.opening.contains(text[first - 1]) else { return nil }
    return Labelled(
      label: label(first..<last.upperBound), head: String(text[first..<value.lowerBound]),
      value: String(text[value]))
  }

  private func label(_ range: Range<Int>) -> String {
    var label = ""
    for index in range {
      let byte = text[index]
      let isCapital = byte.isLetter && byte & 0x20 == 0
      if isCapital, index > range.lowerBound, text[index - 1].isLetter, text[index - 1] & 0x20 != 0 {
        label += " "
      }
      label += byte.isLetter ? String(UnicodeScalar(byte | 0x20)) : " "
    }
    return label
  }

  private func isName(_ range: Range<Int>) -> Bool {
    range.count > 1 && range.allSatisfy { !text[$0].isDigit } && text[range.lowerBound].isLetter
  }

  private func isGap(_ range: Range<Int>) -> Bool {
    (1...3).contains(range.count) && range.allSatisfy { Self.separating.contains(text[$0]) }
  }

  /// Not the beginning of an address, a path, a fraction or `2/3`.
  private func endsValue(_ end: Int) -> Bool {
    guard end < text.count else { return true }
    guard Self.closing.contains(text[end]) else { return false }
    return text[end] <= 0x20 || end + 1 == text.count || !Self.isOfWord(text[end + 1])
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static let suffixes = ["id", "no", "nr", "number"]
  private static let opening = Array(" \t([{\"',;|".utf8)
  private static let separating = Array(" :=#\"".utf8)
  private static let closing = Array(" \t)]}\"',;:.!?|".utf8)
}
