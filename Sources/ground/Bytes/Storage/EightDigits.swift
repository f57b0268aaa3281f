/// Eight bytes of a text, read at once, with their leading digits.
///
/// Memory safety: it loads eight bytes from `text` on, which its caller must own (``PaddedBytes``).
@usableFromInline struct EightDigits {
  @usableFromInline let digits: UInt64
  @usableFromInline let count: Int

  @inlinable @inline(__always)
  init(at text: UnsafePointer<UInt8>) {
    let word = UInt64(littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    digits = word ^ 0x3030_3030_3030_3030
    // The high bit of each byte that is not a digit; a carry can only affect bytes after the first such.
    let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    count = others.trailingZeroBitCount >> 3
  }

  @inlinable @inline(__always)
  var beginsWithZero: Bool { digits & 0xFF == 0 }

  /// The value of the first `count` digits, 0 to 8.
  @inlinable @inline(__always)
  func value(ofFirst count: Int) -> UInt64 {
    // The last digit highest, zeros before the first; then pairs, fours and eights are added. Without digits
    // nothing is left.
    var sum = digits << UInt64(64 &- 8 &* count)
    sum = sum &* 10 &+ sum >> 8
    let even = (sum & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = (sum >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (even &+ odd) >> 32
  }
}
