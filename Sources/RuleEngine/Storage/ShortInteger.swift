/// An integer of at most seven digits, read from eight bytes at once.
///
/// What keeps it safe: it loads up to nine bytes from `text` on, which its caller has to own (``PaddedBytes``).
struct ShortInteger {
  let value: Int64
  /// How many bytes it takes; 0 where there is none, or something that has to be read with more care.
  let length: Int

  @inline(__always)
  init(at text: UnsafePointer<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let sign = isNegative ? 1 : 0
    let word = UInt64(littleEndian: UnsafeRawPointer(text + sign).loadUnaligned(as: UInt64.self))
    let digits = word ^ 0x3030_3030_3030_3030
    // The high bit of each byte that is no digit; a carry can only spoil bytes after the first such.
    let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    let bits = others.trailingZeroBitCount & 0x78
    let count = bits >> 3
    let after = text[sign + count]
    // None, eight or more, a leading zero, a fraction or an exponent.
    guard others != 0, count > 0, digits & 0xFF != 0 || count == 1, after != UInt8(ascii: "."),
      after | 0x20 != UInt8(ascii: "e")
    else {
      (value, length) = (0, 0)
      return
    }
    // The last digit highest, zeros before the first; then pairs, fours and eights are added up.
    var sum = digits << UInt64(64 - bits)
    sum = sum &* 10 &+ sum >> 8
    let even = (sum & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = (sum >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    let magnitude = Int64(truncatingIfNeeded: (even &+ odd) >> 32)
    value = isNegative ? -magnitude : magnitude
    length = sign + count
  }
}
