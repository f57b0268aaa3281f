internal import Bytes
internal import Records

/// A lookup key: a text of up to 32 bytes in zero-padded words; the ends of a longer one, and a sample
/// between.
struct ValueText: BitwiseCopyable, Equatable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64
  let length: UInt32

  /// The longest text that its words represent completely.
  static let longestShort = ShortText.longest

  static let empty = ValueText(ShortText(words: .zero, length: 0))

  @inline(__always)
  init(_ text: ShortText) {
    (first, second, third, fourth) = (text.words[0], text.words[1], text.words[2], text.words[3])
    length = UInt32(text.length)
  }

  @inline(__always)
  init(_ text: ByteSlice) {
    let count = text.count
    length = UInt32(truncatingIfNeeded: count)
    if count > Self.longestShort {
      first = text.word(at: 0)
      second = text.word(at: 8)
      third = text.word(at: count - 16)
      fourth = text.word(at: count - 8)
      return
    }
    first = Self.word(of: text, at: 0)
    second = Self.word(of: text, at: 8)
    third = Self.word(of: text, at: 16)
    fourth = Self.word(of: text, at: 24)
  }

  /// The eight bytes at an offset, padded with zeros.
  @inline(__always)
  private static func word(of text: ByteSlice, at place: Int) -> UInt64 {
    let left = text.count - place
    if left >= 8 { return text.word(at: place) }
    if left <= 0 { return 0 }
    // With eight bytes available, the bytes before the offset are shifted out.
    if text.count >= 8 { return text.word(at: text.count - 8) >> UInt64(64 - 8 * left) }
    return text.packed
  }

  @inline(__always)
  static func == (left: ValueText, right: ValueText) -> Bool {
    let starts = (left.first ^ right.first) | (left.second ^ right.second)
    let ends = (left.third ^ right.third) | (left.fourth ^ right.fourth)
    return starts | ends | UInt64(left.length ^ right.length) == 0
  }

  /// Whether texts with equal words may still differ.
  @inline(__always)
  var isLong: Bool { length > UInt32(Self.longestShort) }

  /// A hash of the text and a number; use its high bits (multiply wide, fold: after wyhash, Wang Yi 2019).
  @inline(__always)
  func hash(with number: Int32) -> UInt64 {
    // The rotation is not by whole bytes, so that repetitions in a text do not cancel out.
    let starts = first ^ (third << 29 | third >> 35) ^ 0xA076_1D64_78BD_642F
    let ends = second ^ (fourth << 29 | fourth >> 35) ^ 0xE703_7ED1_A0B4_28DB
    let product = starts.multipliedFullWidth(by: ends)
    let rest = UInt64(UInt32(bitPattern: number)) << 32 | UInt64(length)
    return (product.high ^ product.low ^ rest) &* 0x1D8E_4E27_C47D_124F
  }
}
