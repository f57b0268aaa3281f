internal import Bytes

/// The times of each key within a window, the last ones of as many as matter; the key used longest ago makes room for
/// a new one. Times come in order, so that one which has left the window never comes back.
package final class KeyTable {
  private struct Slot: BitwiseCopyable {
    var key: UInt128
    var newer: Int32 = -1
    var older: Int32 = -1
    /// Its times among the table's moments, the earliest and the latest, and how many there are.
    var first: Int32 = -1
    var last: Int32 = -1
    var count: Int32 = 0
  }

  private struct Moment: BitwiseCopyable {
    var time: Int64
    /// The next later one of the key, or the next free one; -1 for none.
    var next: Int32 = -1
  }

  private let capacity: Int
  private let timesPerKey: Int32
  private let within: Int64
  private var slots = Buffer<Slot>()
  private var moments = Buffer<Moment>()
  /// The first of the moments that no key has.
  private var free: Int32 = -1
  private var places = KeyPlaces()
  private var newest: Int32 = -1
  private var oldest: Int32 = -1

  /// A table of at most `capacity` keys, and `times` times of each, `within` microseconds.
  package init(capacity: Int, times: Int32, within: Int64) {
    precondition(capacity > 0 && times > 0)
    self.capacity = capacity
    timesPerKey = times
    self.within = within
  }

  /// How many times there is room for, used or not: never more than keys times the times of each.
  package var room: Int { moments.count }

  /// How many of a key's times lie within (now - within, now]. Asking is using.
  package func count(_ key: UInt128, at now: Int64) -> Int32 {
    guard let place = places[key] else { return 0 }
    touch(place)
    forgetTimes(of: place, at: now)
    return slots[Int(place)].count
  }

  /// Adds a time; tells whether another key had to be forgotten for it.
  package func add(_ key: UInt128, at now: Int64) -> Bool {
    var forgot = false
    let place: Int32
    if let known = places[key] {
      place = known
      touch(place)
      forgetTimes(of: place, at: now)
    } else {
      forgot = slots.count == capacity
      place = forgot ? reuseOldest() : addSlot()
      slots[Int(place)] = Slot(key: key)
      places.insert(key, at: place)
      link(place)
    }
    if slots[Int(place)].count == timesPerKey { forgetFirstTime(of: place) }
    addTime(now, to: place)
    return forgot
  }

  private func addTime(_ time: Int64, to place: Int32) {
    let moment: Int32
    if free >= 0 {
      moment = free
      free = moments[Int(moment)].next
      moments[Int(moment)] = Moment(time: time)
    } else {
      moment = Int32(moments.count)
      moments.append(Moment(time: time))
    }
    let last = slots[Int(place)].last
    if last >= 0 { moments[Int(last)].next = moment } else { slots[Int(place)].first = moment }
    slots[Int(place)].last = moment
    slots[Int(place)].count += 1
  }

  /// Forgets the times that have left the window.
  private func forgetTimes(of place: Int32, at now: Int64) {
    let (start, isBeforeAll) = now.subtractingReportingOverflow(within)
    guard !isBeforeAll else { return }
    while slots[Int(place)].count > 0, moments[Int(slots[Int(place)].first)].time <= start {
      forgetFirstTime(of: place)
    }
  }

  private func forgetFirstTime(of place: Int32) {
    let moment = slots[Int(place)].first
    let next = moments[Int(moment)].next
    slots[Int(place)].first = next
    if next < 0 { slots[Int(place)].last = -1 }
    slots[Int(place)].count -= 1
    moments[Int(moment)].next = free
    free = moment
  }

  private func addSlot() -> Int32 {
    slots.append(Slot(key: 0))
    return Int32(slots.count - 1)
  }

  private func reuseOldest() -> Int32 {
    let place = oldest
    unlink(place)
    let slot = slots[Int(place)]
    places.remove(slot.key)
    if slot.count > 0 {
      moments[Int(slot.last)].next = free
      free = slot.first
    }
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
