/// A value's text as it is looked up by: one of up to 32 bytes in four words that tell it from any other of its length, a
/// longer one by its ends and a look at what lies between.
struct ValueText: BitwiseCopyable, Equatable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64
  let length: UInt32

  static let empty = ValueText(first: 0, second: 0, third: 0, fourth: 0, length: 0)

  private init(first: UInt64, second: UInt64, third: UInt64, fourth: UInt64, length: UInt32) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
    self.length = length
  }

  /// Words of a text shorter than two of them overlap: they hold some of its bytes twice.
  @inline(__always)
  init(_ text: ByteSlice) {
    let count = text.count
    length = UInt32(truncatingIfNeeded: count)
    if count > 16 {
      first = text.word(at: 0)
      second = text.word(at: 8)
      third = text.word(at: count - 16)
      fourth = text.word(at: count - 8)
      return
    }
    (third, fourth) = (0, 0)
    if count >= 8 {
      first = text.word(at: 0)
      second = text.word(at: count - 8)
    } else if count >= 4 {
      first = UInt64(text.half(at: 0))
      second = UInt64(text.half(at: count - 4))
    } else {
      first = count > 0 ? UInt64(text[0]) : 0
      second = count > 1 ? UInt64(text[1]) | UInt64(text[count - 1]) &<< 8 : 0
    }
  }

  /// Whether texts of the same words may yet differ.
  @inline(__always)
  var isLong: Bool { length > 32 }

  /// A hash of it and a number (multiply wide, fold: after wyhash, Wang Yi 2019).
  @inline(__always)
  func hash(with number: Int32) -> UInt64 {
    let low = (first ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: second ^ 0xE703_7ED1_A0B4_28DB)
    let high = (third ^ 0x8EBC_6AF0_9C88_C6E3).multipliedFullWidth(by: fourth ^ 0x5899_65CC_7537_4CC3)
    let mixed = low.high ^ low.low ^ high.high ^ high.low
    let last = (mixed ^ UInt64(UInt32(bitPattern: number))).multipliedFullWidth(
      by: 0x1D8E_4E27_C47D_124F ^ UInt64(length)
    )
    return last.high ^ last.low
  }
}
