package import Bytes
import Patterns

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

  /// Whether the pattern matches the whole text, in time bounded by the product of their lengths, without recursion.
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

/// Simple case folding of text, scalar by scalar.
package enum FoldedText {
  /// Writes the case-folded text to `folded`.
  package static func fold(_ text: ByteSlice, into folded: inout Buffer<UInt8>) {
    folded.removeAll()
    var index = 0
    while index < text.count {
      index += folded.appendFoldedASCII(text[index..<text.count])
      if index == text.count { return }
      let byte = text[index]
      if byte < 0x80 {
        let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        folded.append(isCapital ? byte | 0x20 : byte)
        index += 1
        continue
      }
      // The text is valid UTF-8, so the lead byte gives the length.
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= text.count else { return }
      var scalar = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
      for step in 1..<length { scalar = scalar << 6 | UInt32(text[index + step] & 0x3F) }
      append(CaseFolding.fold(scalar), to: &folded)
      index += length
    }
  }

  package static func fold(_ string: String) -> String {
    var string = string
    var folded = Buffer<UInt8>()
    string.withUTF8 { fold(ByteSlice(UnsafeRawBufferPointer($0)), into: &folded) }
    return String(folded.slice)
  }

  private static func append(_ scalar: UInt32, to text: inout Buffer<UInt8>) {
    switch scalar {
    case ..<0x80:
      text.append(UInt8(scalar))
    case ..<0x800:
      text.append(UInt8(0xC0 | scalar >> 6))
      text.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      text.append(UInt8(0xE0 | scalar >> 12))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
    default:
      text.append(UInt8(0xF0 | scalar >> 18 & 0x07))
      text.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
