package import Bytes

/// A glob: `*` stands for any characters, and optionally `?` for one; everything else is literal.
package struct GlobPattern {
  private let pattern: [UInt8]

  package init(_ pattern: String) {
    self.pattern = Array(pattern.utf8)
  }

  package func matches(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { name in
      pattern.withUnsafeBytes {
        Self.matches(ByteSlice(UnsafeRawBufferPointer(name)), ByteSlice($0), questionMark: false)
      }
    }
  }

  /// The whole text. Time: at most the product of both lengths, without recursion.
  package static func matches(_ text: ByteSlice, _ pattern: ByteSlice, questionMark: Bool) -> Bool {
    var place = 0
    var index = 0
    var afterStar: Int?
    var retryFrom = 0
    while index < text.count {
      let wanted = place < pattern.count ? pattern[place] : nil
      if wanted == UInt8(ascii: "*") {
        place += 1
        afterStar = place
        retryFrom = index
      } else if questionMark, wanted == UInt8(ascii: "?") {
        place += 1
        index += 1
        while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
      } else if let wanted, wanted == text[index] {
        place += 1
        index += 1
      } else if let star = afterStar {
        retryFrom += 1
        while retryFrom < text.count, text[retryFrom] & 0xC0 == 0x80 { retryFrom += 1 }
        place = star
        index = retryFrom
      } else {
        return false
      }
    }
    while place < pattern.count, pattern[place] == UInt8(ascii: "*") { place += 1 }
    return place == pattern.count
  }
}
