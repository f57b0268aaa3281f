internal import Bytes
internal import Records

/// A 128-bit digest in two independently mixed halves. With 100,000 keys a collision has a probability below
/// 2^-94.
struct KeyDigest: BitwiseCopyable {
  private var first: UInt64 = 0xA076_1D64_78BD_642F
  private var second: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds a part with its kind and length, so that "1" and 1, and ("a", "bc") and ("ab", "c"), differ.
  mutating func add(_ value: Value) {
    let text = value.text
    add(UInt64(value.kind.rawValue) << 56 | UInt64(text.count))
    var index = 0
    while index + 8 <= text.count {
      add(text.word(at: index))
      index += 8
    }
    var rest: UInt64 = 0
    while index < text.count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    add(rest)
  }

  var value: UInt128 {
    UInt128(Self.mix(first)) << 64 | UInt128(Self.mix(second))
  }

  private mutating func add(_ word: UInt64) {
    // Multiply wide and fold (after wyhash, Wang Yi 2019); multiply and shift.
    let product = (first ^ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    first = product.high ^ product.low &+ 0x8EBC_6AF0_9C88_C6E3
    second = (second ^ word) &* 0xFF51_AFD7_ED55_8CCD
    second ^= second >> 32
  }

  /// SplitMix64's finisher.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
