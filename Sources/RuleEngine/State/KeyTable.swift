internal import Bytes

/// The latest times of each key within a window, as many as matter. A full table drops the least recently
/// used key. Times are added in order: one that has left the window never returns.
package final class KeyTable {
  struct Slot: BitwiseCopyable {
    var key: UInt128
    var newer = Index<Slot>.nowhere
    var older = Index<Slot>.nowhere
    /// The earliest and latest of its times in the table's list of moments, and their number.
    var first = Index<Moment>.nowhere
    var last = Index<Moment>.nowhere
    var count: Int32 = 0
  }

  struct Moment: BitwiseCopyable {
    var time: Int64
    /// The next later moment of the key, or the next free one.
    var next = Index<Moment>.nowhere
  }

  private let capacity: Int
  private let timesPerKey: Int32
  private let within: Int64
  private var slots = Buffer<Slot>()
  private var moments = Buffer<Moment>()
  private var free = Index<Moment>.nowhere
  private var places = KeySlots()
  private var newest = Index<Slot>.nowhere
  private var oldest = Index<Slot>.nowhere

  /// A table of at most `capacity` keys, with `times` times each, `within` microseconds.
  package init(capacity: Int, times: Int32, within: Int64) {
    precondition(capacity > 0 && times > 0)
    self.capacity = capacity
    timesPerKey = times
    self.within = within
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

  /// Adds a time; returns whether another key was dropped for it.
  package func add(_ key: UInt128, at now: Int64) -> Bool {
    var isReused = false
    let place: Index<Slot>
    if let known = places[key] {
      place = known
      touch(place)
      removeTimes(of: place, at: now)
    } else {
      isReused = slots.count == capacity
      place = isReused ? reuseOldest() : slots.append(Slot(key: key))
      slots[place] = Slot(key: key)
      places.insert(key, at: place)
      link(place)
    }
    if slots[place].count == timesPerKey { removeFirstTime(of: place) }
    addTime(now, to: place)
    return isReused
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
    while slots[place].count > 0, moments[slots[place].first].time <= start {
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
