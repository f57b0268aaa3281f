/// A hash of short texts, eight bytes a step (after wyhash, Wang Yi 2019: multiply wide, fold).
@usableFromInline package struct FastHash: BitwiseCopyable {
  @usableFromInline package var value: UInt64

  @inlinable @inline(__always)
  package init(seed: UInt64) {
    value = seed ^ 0xA076_1D64_78BD_642F
  }

  @inlinable @inline(__always)
  package mutating func add(_ text: ByteSlice) {
    var index = 0
    while index + 8 <= text.count {
      mix(text.word(at: index))
      index += 8
    }
    // The last eight bytes, overlapping; fewer than eight are combined, and the length distinguishes them.
    if text.count >= 8 {
      if index < text.count { mix(text.word(at: text.count - 8)) }
    } else {
      var rest: UInt64 = 0
      while index < text.count {
        rest = rest &<< 8 | UInt64(text[index])
        index += 1
      }
      mix(rest)
    }
    mix(UInt64(text.count))
  }

  @inlinable @inline(__always)
  package mutating func add(_ number: UInt8) {
    mix(UInt64(number))
  }

  @inlinable @inline(__always)
  mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    value = product.high ^ product.low
  }
}
