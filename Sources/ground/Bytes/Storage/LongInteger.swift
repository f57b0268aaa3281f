/// An integer of 8 to 18 digits, as in most times and ids, read eight digits at once.
///
/// Memory safety: it loads up to 26 bytes from `text` on, which its caller must own (``PaddedBytes``).
@usableFromInline package struct LongInteger {
  @usableFromInline package let value: Int64
  /// Its length in bytes; 0 if there is none, or if it needs the general scanner.
  @usableFromInline package let length: Int

  @inlinable @inline(__always)
  package init(at text: UnsafePointer<UInt8>) {
    let isNegative = text[0] == UInt8(ascii: "-")
    let start = isNegative ? text + 1 : text
    let first = EightDigits(at: start)
    var count = first.count
    if count == 8 { count &+= EightDigits(at: start + 8).count }
    if count == 16 { count &+= EightDigits(at: start + 16).count }
    let after = start[count]
    // Too few or too many digits, a leading zero, a fraction or an exponent.
    guard count >= 8, count <= 18, !first.beginsWithZero, after != UInt8(ascii: "."),
      after | 0x20 != UInt8(ascii: "e")
    else {
      (value, length) = (0, 0)
      return
    }
    var magnitude = first.value(ofFirst: count > 16 ? count &- 16 : count &- 8)
    if count > 16 {
      let middle = EightDigits(at: start + (count &- 16))
      magnitude = magnitude &* 100_000_000 &+ middle.value(ofFirst: 8)
    }
    magnitude = magnitude &* 100_000_000 &+ EightDigits(at: start + (count &- 8)).value(ofFirst: 8)
    value = isNegative ? -Int64(magnitude) : Int64(magnitude)
    length = (isNegative ? 1 : 0) + count
  }
}
