/// An integer of at most seven digits, read from eight bytes at once.
///
/// Memory safety: it loads up to nine bytes from `text` on, which its caller must own (``PaddedBytes``).
@usableFromInline package struct ShortInteger {
  @usableFromInline package let value: Int64
  /// Its length in bytes; 0 if there is none, or if it needs the general scanner.
  @usableFromInline package let length: Int

  @inlinable @inline(__always)
  package init(at text: UnsafePointer<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let sign = isNegative ? 1 : 0
    let digits = EightDigits(at: text + sign)
    let count = digits.count
    let after = text[sign + count]
    // No digits, eight or more, a leading zero, a fraction or an exponent.
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
