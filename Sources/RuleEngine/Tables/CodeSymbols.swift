internal import Bytes
internal import Records

/// A hash table of the symbols of error domains: a text code that is a symbol of its domain is that symbol's number.
struct CodeSymbols: ~Copyable {
  struct Slot: BitwiseCopyable {
    var symbol = TextSpan(offset: 0, length: 0)
    var domain = TextSpan(offset: 0, length: 0)
    /// The numbers by platform; nil if a platform lacks the symbol.
    var darwin: Int64?
    var linux: Int64?
    var isUsed = false
  }

  private var slots = Buffer<Slot>()

  init() {}

  init(_ symbols: [Slot], _ texts: borrowing Buffer<UInt8>) {
    guard !symbols.isEmpty else { return }
    var size = 8
    while size < symbols.count * 2 { size *= 2 }
    slots.append(repeating: Slot(), count: size)
    for symbol in symbols {
      var index = Int(truncatingIfNeeded: Self.hash(texts.slice(symbol.symbol))) & (size - 1)
      while slots[index].isUsed { index = (index + 1) & (size - 1) }
      slots[index] = symbol
      slots[index].isUsed = true
    }
  }

  /// Whether a text is a symbol of any domain. `texts` are those that the table was built with.
  func contains(_ text: ByteSlice, _ texts: borrowing Buffer<UInt8>) -> Bool {
    slot(text, texts) { _ in true } != nil
  }

  /// The number of a symbol in a domain; nil if it is none there, or not on the platform.
  func number(
    of text: ByteSlice,
    in domain: ByteSlice,
    on platform: Platform,
    _ texts: borrowing Buffer<UInt8>
  ) -> Int64? {
    guard let slot = slot(text, texts, where: { $0 == domain }) else { return nil }
    return platform == .linux ? slot.linux : slot.darwin
  }

  private func slot(
    _ text: ByteSlice,
    _ texts: borrowing Buffer<UInt8>,
    where isWanted: (ByteSlice) -> Bool
  ) -> Slot? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: Self.hash(text)) & mask
    while slots[index].isUsed {
      let slot = slots[index]
      if texts.slice(slot.symbol) == text, isWanted(texts.slice(slot.domain)) { return slot }
      index = (index + 1) & mask
    }
    return nil
  }

  private static func hash(_ symbol: ByteSlice) -> UInt64 {
    var hash = FastHash(seed: 5)
    hash.add(symbol)
    return hash.value
  }
}
