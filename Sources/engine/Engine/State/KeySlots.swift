internal import Bytes

/// Open addressing. Keys are digests and need little mixing; a seed per process defeats crafted collisions.
struct KeySlots: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: UInt128 = 0
    var place = Index<KeyTable.Slot>.nowhere
  }

  /// The capacity is a power of two; at most half is used.
  private var entries = Buffer<Entry>()
  private var used = 0

  private let seed: (low: UInt64, high: UInt64)

  init() {
    seed = (Self.random(1), Self.random(2))
    entries.append(repeating: Entry(), count: 64)
  }

  /// A number that differs between processes, like Swift's own hashes.
  private static func random(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  subscript(key: UInt128) -> Index<KeyTable.Slot>? {
    let entry = entries[index(of: key)]
    return entry.place.isNone ? nil : entry.place
  }

  mutating func insert(_ key: UInt128, at place: Index<KeyTable.Slot>) {
    used += 1
    if used * 2 > entries.count { grow() }
    entries[index(of: key)] = Entry(key: key, place: place)
  }

  /// Removes a key. Displaced entries move up, so that no search ends too early.
  mutating func remove(_ key: UInt128) {
    var hole = index(of: key)
    guard !entries[hole].place.isNone else { return }
    used -= 1
    let mask = entries.count - 1
    var next = (hole + 1) & mask
    while !entries[next].place.isNone {
      let home = hash(entries[next].key) & mask
      if (next - home) & mask >= (next - hole) & mask {
        entries[hole] = entries[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    entries[hole] = Entry()
  }

  private func index(of key: UInt128) -> Int {
    let mask = entries.count - 1
    var index = hash(key) & mask
    while !entries[index].place.isNone, entries[index].key != key { index = (index + 1) & mask }
    return index
  }

  private func hash(_ key: UInt128) -> Int {
    let low = UInt64(truncatingIfNeeded: key) ^ seed.low
    let high = UInt64(truncatingIfNeeded: key >> 64) ^ seed.high
    let product = low.multipliedFullWidth(by: high | 1)
    return Int(truncatingIfNeeded: product.high ^ product.low)
  }

  private mutating func grow() {
    var old = Buffer<Entry>(capacity: entries.count)
    for index in 0..<entries.count where !entries[index].place.isNone { old.append(entries[index]) }
    let size = entries.count * 2
    entries.removeAll()
    entries.append(repeating: Entry(), count: size)
    for index in 0..<old.count { entries[self.index(of: old[index].key)] = old[index] }
  }
}
