internal import Bytes
internal import Records

/// A hash table from origins to their first responder: ids, names and prefixes, the longest first.
struct OriginTable: ~Copyable {
  struct Slot: BitwiseCopyable {
    var name = TextSpan(offset: 0, length: 0)
    var isUsed = false
    /// The responder with this id; the one that claims the name; the one that claims everything below it.
    var id = ResponderIndex.nowhere
    var exact = ResponderIndex.nowhere
    var prefix = ResponderIndex.nowhere
  }

  private var slots = Buffer<Slot>()
  /// The responder for unknown origins: `defaults.responder` or the only root; none if they have none.
  private let fallback: ResponderIndex
  private let hasPrefixes: Bool
  private let isOne: Bool

  init(_ names: [Slot], _ texts: borrowing Buffer<UInt8>, fallback: ResponderIndex) {
    var size = 8
    while size < names.count * 2 { size *= 2 }
    slots.append(repeating: Slot(), count: size)
    for name in names {
      var index = Int(truncatingIfNeeded: Self.hash(texts.slice(name.name))) & (size - 1)
      while slots[index].isUsed { index = (index + 1) & (size - 1) }
      slots[index] = name
      slots[index].isUsed = true
    }
    self.fallback = fallback
    hasPrefixes = names.contains { !$0.prefix.isNone }
    isOne = names.allSatisfy { name in
      [name.id, name.exact, name.prefix].allSatisfy { $0.isNone || $0 == fallback }
    }
  }

  /// The first responder if it is the same for every origin, or else nil.
  var only: ResponderIndex? { isOne ? fallback : nil }

  /// The first responder of an origin. `texts` are those that the table was built with.
  func responder(for origin: Value, _ texts: borrowing Buffer<UInt8>) -> ResponderIndex {
    guard !isOne, origin.kind == .string else { return fallback }
    let text = origin.text
    if let slot = slot(text, texts) {
      if !slot.id.isNone { return slot.id }
      if !slot.exact.isNone { return slot.exact }
      if !slot.prefix.isNone { return slot.prefix }
    }
    var length = hasPrefixes ? text.count : 0
    while length > 0 {
      length -= 1
      guard text[length] == UInt8(ascii: ".") else { continue }
      if let slot = slot(text[0..<length], texts), !slot.prefix.isNone { return slot.prefix }
    }
    return fallback
  }

  private func slot(_ name: ByteSlice, _ texts: borrowing Buffer<UInt8>) -> Slot? {
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: Self.hash(name)) & mask
    while slots[index].isUsed {
      if texts.slice(slots[index].name) == name { return slots[index] }
      index = (index + 1) & mask
    }
    return nil
  }

  private static func hash(_ name: ByteSlice) -> UInt64 {
    var hash = FastHash(seed: 0)
    hash.add(name)
    return hash.value
  }
}

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
