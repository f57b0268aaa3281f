internal import Bytes

protocol NamedEntry: BitwiseCopyable {
  var name: TextSpan { get }
}

/// A hash table of entries by name; several may have the same one. `texts` are always the bytes that their spans are in.
struct NameTable<Entry: NamedEntry>: ~Copyable {
  private var entries = Buffer<Entry>()
  /// The index of an entry plus one; 0 for an empty slot.
  private var slots = Buffer<Int32>()

  init(_ list: [Entry] = [], _ texts: borrowing Buffer<UInt8> = Buffer()) {
    var size = 8
    while size < list.count * 2 { size *= 2 }
    slots.append(repeating: 0, count: size)
    for entry in list {
      var slot = Int(truncatingIfNeeded: Self.hash(texts.slice(entry.name))) & (size - 1)
      while slots[slot] > 0 { slot = (slot + 1) & (size - 1) }
      entries.append(entry)
      slots[slot] = Int32(entries.count)
    }
  }

  /// The first wanted entry of a name; nil if there is none.
  func entry(
    named name: ByteSlice, _ texts: borrowing Buffer<UInt8>, where isWanted: (Entry) -> Bool = { _ in true }
  ) -> Entry? {
    if entries.isEmpty { return nil }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(name)) & mask
    while slots[slot] > 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if texts.slice(entry.name) == name, isWanted(entry) { return entry }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private static func hash(_ name: ByteSlice) -> UInt64 {
    var hash = FastHash(seed: 0)
    hash.add(name)
    return hash.value
  }
}
