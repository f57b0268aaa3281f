/// The values that decide an error's kind, besides its origin and category, as bytes of its line: one lookup
/// instead of one for each value's class.
@usableFromInline
package struct KindKey: BitwiseCopyable {
  @usableFromInline package var domain = SIMD4<UInt64>.zero
  @usableFromInline package var type = SIMD4<UInt64>.zero
  @usableFromInline package var `case` = SIMD4<UInt64>.zero
  @usableFromInline package var code: UInt64 = 0
  /// The lengths of domain, type, case and code, 0 for a code that is a number; ``ShortText/missing`` if absent.
  @usableFromInline package var lengths = SIMD4<UInt8>.zero

  @inlinable @inline(__always)
  package init() {}

  /// A number that differs for most kinds; a type's name mostly contains its domain.
  @inlinable @inline(__always)
  package var hash: UInt64 {
    let low = (type[0] ^ type[2] ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(
      by: type[1] ^ type[3] ^ 0xE703_7ED1_A0B4_28DB)
    let texts = domain[0] &+ domain[1] &+ `case`[0] &+ `case`[1] &+ `case`[2]
    let high = (code ^ low.low ^ 0x8EBC_6AF0_9C88_C6E3).multipliedFullWidth(
      by: texts ^ low.high ^ UInt64(lengthBits) ^ 0x5899_65CC_7537_4CC3)
    return high.high ^ high.low
  }

  @inlinable @inline(__always)
  package static func == (left: borrowing KindKey, right: borrowing KindKey) -> Bool {
    let texts = (left.domain ^ right.domain) | (left.type ^ right.type) | (left.case ^ right.case)
    let halves = texts.lowHalf | texts.highHalf
    return halves[0] | halves[1] | (left.code ^ right.code) | UInt64(left.lengthBits ^ right.lengthBits) == 0
  }

  @inlinable @inline(__always)
  var lengthBits: UInt32 { unsafeBitCast(lengths, to: UInt32.self) }

  /// Writes what does not fit its own room into that of a missing case, or else of a missing domain; false if both
  /// are taken. The lengths determine what is where.
  @usableFromInline
  mutating func writeElsewhere(_ words: SIMD4<UInt64>) -> Bool {
    if lengths[2] == ShortText.missing, `case` == .zero {
      `case` = words
    } else if lengths[0] == ShortText.missing, domain == .zero {
      domain = words
    } else {
      return false
    }
    return true
  }
}
