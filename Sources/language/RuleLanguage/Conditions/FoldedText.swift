package import Bytes
import Patterns

package enum FoldedText {
  package static func fold(_ text: ByteSlice, into folded: inout Buffer<UInt8>) {
    folded.removeAll()
    var index = 0
    while index < text.count {
      index += folded.appendFoldedASCII(text[index..<text.count])
      if index == text.count { return }
      let byte = text[index]
      // The text is valid UTF-8, so the lead byte gives the length.
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard index + length <= text.count else { return }
      var scalar = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
      for step in 1..<length { scalar = scalar << 6 | UInt32(text[index + step] & 0x3F) }
      let foldedScalar = CaseFolding.fold(scalar)
      if foldedScalar == scalar {
        folded.append(text[index..<(index + length)])
      } else {
        append(foldedScalar, to: &folded)
      }
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
