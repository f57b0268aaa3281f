/// The times of the last tries of each key; the key used longest ago makes room for a new one.
final class KeyTable {
  private struct Slot: BitwiseCopyable {
    var key: UInt128
    var newer: Int32 = -1
    var older: Int32 = -1
    /// How many times were ever added; the last ones are kept in a ring.
    var added: Int = 0
  }

  private let capacity: Int
  private let timesPerKey: Int
  private var slots = Buffer<Slot>()
  private var times = Buffer<Int64>()
  private var places: [UInt128: Int32] = [:]
  private var newest: Int32 = -1
  private var oldest: Int32 = -1

  init(capacity: Int, times: Int) {
    precondition(capacity > 0 && times > 0)
    self.capacity = capacity
    timesPerKey = times
  }

  /// How many of the kept times lie after `start`. Asking is using.
  func count(_ key: UInt128, since start: Int64) -> Int32 {
    guard let place = places[key] else { return 0 }
    touch(place)
    let added = slots[Int(place)].added
    var count: Int32 = 0
    for index in 0..<min(added, timesPerKey) where times[Int(place) * timesPerKey + index] > start {
      count += 1
    }
    return count
  }

  /// Adds a time; tells whether another key had to be forgotten for it.
  func add(_ key: UInt128, at time: Int64) -> Bool {
    var forgot = false
    let place: Int32
    if let known = places[key] {
      place = known
      touch(place)
    } else {
      forgot = slots.count == capacity
      place = forgot ? reuseOldest() : addSlot()
      slots[Int(place)].key = key
      slots[Int(place)].added = 0
      places[key] = place
      link(place)
    }
    times[Int(place) * timesPerKey + slots[Int(place)].added % timesPerKey] = time
    slots[Int(place)].added += 1
    return forgot
  }

  private func addSlot() -> Int32 {
    slots.append(Slot(key: 0))
    times.append(repeating: 0, count: timesPerKey)
    return Int32(slots.count - 1)
  }

  private func reuseOldest() -> Int32 {
    let place = oldest
    unlink(place)
    places[slots[Int(place)].key] = nil
    return place
  }

  private func touch(_ place: Int32) {
    guard place != newest else { return }
    unlink(place)
    link(place)
  }

  private func link(_ place: Int32) {
    slots[Int(place)].older = newest
    slots[Int(place)].newer = -1
    if newest >= 0 { slots[Int(newest)].newer = place }
    newest = place
    if oldest < 0 { oldest = place }
  }

  private func unlink(_ place: Int32) {
    let slot = slots[Int(place)]
    if slot.newer >= 0 { slots[Int(slot.newer)].older = slot.older } else { newest = slot.older }
    if slot.older >= 0 { slots[Int(slot.older)].newer = slot.newer } else { oldest = slot.newer }
  }
}

/// A 128-bit digest of a key's parts, in two independently mixed halves: two keys of one run never meet in
/// practice (the chance with 100,000 keys is below 2^-94).
struct KeyDigest: BitwiseCopyable {
  private var first = FNV1a()
  private var second: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds a part with its kind, so that "1" and 1, and ("a", "bc") and ("ab", "c"), differ.
  mutating func add(_ value: Value) {
    add(value.kind.rawValue)
    for index in 0..<value.text.count { add(value.text[index]) }
    add(0xFF)
  }

  var value: UInt128 {
    UInt128(Self.mix(first.value)) << 64 | UInt128(Self.mix(second))
  }

  private mutating func add(_ byte: UInt8) {
    first.add(byte)
    second = (second ^ UInt64(byte)) &* 0xFF51_AFD7_ED55_8CCD
    second ^= second >> 29
  }

  /// SplitMix64's finisher.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
