/// Eight bytes of a text looked at at once, of which the first are digits.
///
/// What keeps it safe: it loads eight bytes from `text` on, which its caller has to own (``PaddedBytes``).
@usableFromInline struct EightDigits {
  /// What each byte says as a digit, the first one lowest.
  @usableFromInline let digits: UInt64
  /// How many are digits before the first that is none.
  @usableFromInline let count: Int

  @inlinable @inline(__always)
  init(at text: UnsafePointer<UInt8>) {
    let word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    digits = word ^ 0x3030_3030_3030_3030
    // The high bit of each byte that is no digit; a carry can only spoil bytes after the first such.
    let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount >> 3
  }

  @inlinable @inline(__always)
  var beginsWithZero: Bool { digits & 0xFF == 0 }

  /// What the first `count` digits say, 0 to 8 of them.
  @inlinable @inline(__always)
  func value(ofFirst count: Int) -> UInt64 {
    // The last digit highest, zeros before the first; then pairs, fours and eights are added up. Of none nothing is left.
    var sum = digits << UInt64(64 &- 8 &* count)
    sum = sum &* 10 &+ sum >> 8
    let even = (sum & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = (sum >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (even &+ odd) >> 32
  }
}
