/// An integer of at most seven digits, read from eight bytes at once.
///
/// What keeps it safe: it loads up to nine bytes from `text` on, which its caller has to own (``PaddedBytes``).
@usableFromInline package struct ShortInteger {
  @usableFromInline package let value: Int64
  /// How many bytes it takes; 0 where there is none, or something that has to be read with more care.
  @usableFromInline package let length: Int

  @inlinable @inline(__always)
  package init(at text: UnsafePointer<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let sign = isNegative ? 1 : 0
    let digits = EightDigits(at: text + sign)
    let count = digits.count
    let after = text[sign + count]
    // None, eight or more, a leading zero, a fraction or an exponent.
    guard count < 8, count > 0, !digits.beginsWithZero || count == 1, after != UInt8(ascii: "."),
      after | 0x20 != UInt8(ascii: "e")
    else {
      (value, length) = (0, 0)
      return
    }
    let magnitude = Int64(truncatingIfNeeded: digits.value(ofFirst: count))
    value = isNegative ? -magnitude : magnitude
    length = sign + count
  }
}
