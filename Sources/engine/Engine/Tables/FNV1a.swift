internal import Bytes

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
struct FNV1a: BitwiseCopyable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  /// Goes on after bytes with this hash.
  init(after value: UInt64) { self.value = value }

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func add(_ bytes: ByteSlice) {
    for index in 0..<bytes.count { add(bytes[index]) }
  }

  mutating func add(decimal number: UInt64) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    var rest = number
    while divisor > 0 {
      add(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}
