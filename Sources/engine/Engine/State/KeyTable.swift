internal import Bytes

/// The latest times of each key within a window, as many as matter. A full table drops the least recently
/// used key. Times are added in order: one that has left the window never returns.
///
/// Its owner uses it from one thread at a time, and it calls nobody, so that its accesses need no checks.
package final class KeyTable {
  struct Slot: BitwiseCopyable {
    var key: UInt128
    var newer = Index<Slot>.nowhere
    var older = Index<Slot>.nowhere
    /// The earliest and latest of its times in the table's list of moments, and their number.
    var first = Index<Moment>.nowhere
    var last = Index<Moment>.nowhere
    var count: Int32 = 0
    /// The amount that is missing from the key's bucket, for a table of buckets; else the amount that is kept for it.
    var missing: Int32 = 0
    /// The time of the key's last first failure; none: `Int64.min`. For kept amounts, the one before.
    var start = Int64.min
  }

  struct Moment: BitwiseCopyable {
    var time: Int64
    /// The next later moment of the key, or the next free one.
    var next = Index<Moment>.nowhere
  }

  private let capacity: Int
  private let timesPerKey: Int32
  private let within: Int64
  /// Whether a key's window begins with its first time and lasts `within`, whatever comes between.
  private let isFixed: Bool
  @exclusivity(unchecked) private var slots = Buffer<Slot>()
  @exclusivity(unchecked) private var moments = Buffer<Moment>()
  @exclusivity(unchecked) private var free = Index<Moment>.nowhere
  @exclusivity(unchecked) private var places = KeySlots()
  @exclusivity(unchecked) private var newest = Index<Slot>.nowhere
  @exclusivity(unchecked) private var oldest = Index<Slot>.nowhere

  /// A table of at most `capacity` keys, with `times` times each, `within` microseconds.
  package init(capacity: Int, times: Int32, within: Int64, isFixed: Bool = false) {
    precondition(capacity > 0 && times > 0)
    self.capacity = capacity
    timesPerKey = times
    self.within = within
    self.isFixed = isFixed
  }

  /// Allocated times, used or not: at most the number of keys multiplied by the times of each.
  package var room: Int { moments.count }

  /// The number of a key's times within (now - within, now]. Counting marks the key as used.
  package func count(_ key: UInt128, at now: Int64) -> Int32 {
    guard let place = places[key] else { return 0 }
    touch(place)
    removeTimes(of: place, at: now)
    return slots[place].count
  }

  /// The place of a key, and the number of its times within (now - within, now]; nil for an unknown key. The key
  /// is not marked as used.
  func find(_ key: UInt128, at now: Int64) -> (place: Index<Slot>, count: Int32)? {
    guard let place = places[key] else { return nil }
    removeTimes(of: place, at: now)
    return (place, slots[place].count)
  }

  /// The time of a key's first failure after ``count(_:at:)``: the last that ``start(_:at:)`` noted within the window, else the
  /// earliest of its times; nil if there is neither.
  package func first(_ key: UInt128, at now: Int64) -> Int64? {
    guard let place = places[key] else { return nil }
    let slot = slots[place]
    let (start, isBeforeAll) = now.subtractingReportingOverflow(within)
    if slot.start > .min, isBeforeAll || slot.start > start { return slot.start }
    return slot.count > 0 ? moments[slot.first].time : nil
  }

  /// Notes that a key fails for the first time, which is none of its times; returns whether another key was dropped for it.
  package func start(_ key: UInt128, at now: Int64) -> Bool {
    let (place, isReused) = place(of: key)
    slots[place].start = now
    return isReused
  }

  /// Takes an amount from a key's bucket, down to nothing. Returns what is left, and whether another key was dropped.
  package func spend(_ amount: Int32, of key: UInt128, from full: Int32) -> (left: Int32, isReused: Bool) {
    let (place, isReused) = place(of: key)
    slots[place].missing = min(full, slots[place].missing + amount)
    return (full - slots[place].missing, isReused)
  }

  /// The rest of a key's bucket.
  package func left(of key: UInt128, from full: Int32) -> Int32 {
    guard let place = places[key] else { return full }
    touch(place)
    return full - slots[place].missing
  }

  /// Keeps an amount for a key, in place of the one before; returns whether another key was dropped for it.
  package func keep(_ amount: Int32, for key: UInt128) -> Bool {
    let (place, isReused) = place(of: key)
    slots[place].start = Int64(slots[place].missing)
    slots[place].missing = amount
    return isReused
  }

  /// The amount that is kept for a key, once; 0 for none.
  package func takeKept(_ key: UInt128) -> Int32 {
    guard let place = places[key] else { return 0 }
    defer { (slots[place].missing, slots[place].start) = (0, 0) }
    return slots[place].missing
  }

  /// Keeps the amount before the last one, as if that had not been kept.
  package func forgetKept(_ key: UInt128) {
    guard let place = places[key] else { return }
    slots[place].missing = Int32(clamping: max(0, slots[place].start))
    slots[place].start = 0
  }

  /// Gives an amount back to a key's bucket, up to a full one. A key that never spent anything has a full one.
  package func refill(_ amount: Int32, of key: UInt128) {
    guard let place = places[key] else { return }
    touch(place)
    slots[place].missing = max(0, slots[place].missing - amount)
  }

  /// Adds a time; returns whether another key was dropped for it.
  package func add(_ key: UInt128, at now: Int64) -> Bool {
    let (place, isReused) = place(of: key)
    removeTimes(of: place, at: now)
    if slots[place].count == timesPerKey { removeFirstTime(of: place) }
    addTime(now, to: place)
    return isReused
  }

  /// The key's place, as the one used last; a new key takes the place of the one used longest ago if all are taken.
  private func place(of key: UInt128) -> (place: Index<Slot>, isReused: Bool) {
    if let known = places[key] {
      touch(known)
      return (known, false)
    }
    let isReused = slots.count == capacity
    let place = isReused ? reuseOldest() : slots.append(Slot(key: key))
    slots[place] = Slot(key: key)
    places.insert(key, at: place)
    link(place)
    return (place, isReused)
  }

  /// Removes the latest time of a key, as if it had not been added. The key stays.
  package func removeLatest(_ key: UInt128) {
    guard let place = places[key], slots[place].count > 0 else { return }
    let last = slots[place].last
    if slots[place].first == last { return removeFirstTime(of: place) }
    var before = slots[place].first
    while moments[before].next != last { before = moments[before].next }
    moments[before].next = .nowhere
    slots[place].last = before
    slots[place].count -= 1
    moments[last].next = free
    free = last
  }

  private func addTime(_ time: Int64, to place: Index<Slot>) {
    let moment = free.isNone ? moments.append(Moment(time: time)) : free
    if moment == free {
      free = moments[moment].next
      moments[moment] = Moment(time: time)
    }
    let last = slots[place].last
    if !last.isNone { moments[last].next = moment } else { slots[place].first = moment }
    slots[place].last = moment
    slots[place].count += 1
  }

  private func removeTimes(of place: Index<Slot>, at now: Int64) {
    let (start, isBeforeAll) = now.subtractingReportingOverflow(within)
    guard !isBeforeAll else { return }
    if isFixed, slots[place].count > 0, moments[slots[place].first].time > start { return }
    while slots[place].count > 0, isFixed || moments[slots[place].first].time <= start {
      removeFirstTime(of: place)
    }
  }

  private func removeFirstTime(of place: Index<Slot>) {
    let moment = slots[place].first
    let next = moments[moment].next
    slots[place].first = next
    if next.isNone { slots[place].last = .nowhere }
    slots[place].count -= 1
    moments[moment].next = free
    free = moment
  }

  private func reuseOldest() -> Index<Slot> {
    let place = oldest
    unlink(place)
    let slot = slots[place]
    places.remove(slot.key)
    if slot.count > 0 {
      moments[slot.last].next = free
      free = slot.first
    }
    return place
  }

  private func touch(_ place: Index<Slot>) {
    guard place != newest else { return }
    unlink(place)
    link(place)
  }

  private func link(_ place: Index<Slot>) {
    slots[place].older = newest
    slots[place].newer = .nowhere
    if !newest.isNone { slots[newest].newer = place }
    newest = place
    if oldest.isNone { oldest = place }
  }

  private func unlink(_ place: Index<Slot>) {
    let slot = slots[place]
    if !slot.newer.isNone { slots[slot.newer].older = slot.older } else { newest = slot.older }
    if !slot.older.isNone { slots[slot.older].newer = slot.newer } else { oldest = slot.newer }
  }
}
