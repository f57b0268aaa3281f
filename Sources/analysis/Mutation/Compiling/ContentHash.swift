/// A 128-bit content hash: two 64-bit FNV-1a hashes with different offsets (Fowler, Noll, Vo).
struct ContentHash: Hashable, Sendable {
  private(set) var first: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var second: UInt64 = 0x9AE1_6A3B_2F90_404F

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01B3
      second = (second ^ UInt64(byte ^ 0xA5)) &* 0x100_0000_01B3
    }
    // Separates texts, so that their boundaries count too.
    first = (first ^ 0xFF) &* 0x100_0000_01B3
    second = (second ^ 0xFE) &* 0x100_0000_01B3
  }

  mutating func add(_ text: String) { add(text.utf8) }

  var text: String { Self.padded(first) + Self.padded(second) }

  private static func padded(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func of(_ text: String) -> ContentHash {
    var hash = ContentHash()
    hash.add(text)
    return hash
  }
}
