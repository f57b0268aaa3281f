internal import Bytes

/// The errors that a breaker counts, and when it is open, by key.
///
/// Bounded like the ``KeyTable`` inside: with a full one's least recently counted key, its period is forgotten.
final class BreakerTable {
  /// The last time that it was open for a key.
  private struct Period: BitwiseCopyable {
    var since = Int64.min
    var until = Int64.min
    var probing = Probing.done
    /// The number of the probe that has begun.
    var probe: Int64 = 0
  }

  /// The state of a probe: after a period, one caller goes first while the others wait.
  private enum Probing: UInt8, BitwiseCopyable {
    case due, begun, done
  }

  /// The changes by one error.
  struct Change: BitwiseCopyable {
    var reading: BreakerReading
    var opens = false
    /// The time by which it stays open longer, in microseconds.
    var added: Int64 = 0
    var forgetsKey = false
  }

  enum Admission: BitwiseCopyable, Equatable {
    case closed
    /// Until then, or until the probe that goes first has ended.
    case open(until: Int64)
    /// The caller goes first. ``endProbe(_:of:isDone:)`` takes the number.
    case probe(Int64)
  }

  private let atLeast: Int32
  private let stays: Int64
  private let counts: KeyTable
  /// The periods by the place of their key among the counts.
  private var periods = Buffer<Period>()
  private var probes: Int64 = 0

  init(_ breaker: CompiledBreaker, capacity: Int) {
    atLeast = breaker.atLeast
    stays = breaker.stays
    counts = KeyTable(capacity: capacity, times: breaker.atLeast, within: breaker.within)
  }

  /// Counts an error that fits.
  func add(_ key: UInt128, at now: Int64) -> Change {
    let isNew = counts.find(key, at: now) == nil
    let forgetsKey = counts.add(key, at: now)
    guard let (place, count) = counts.find(key, at: now) else { return Change(reading: BreakerReading()) }
    while periods.count <= Int(place) { periods.append(Period()) }
    var period = isNew ? Period() : periods[Int(place)]
    let end = now.addingReportingOverflow(stays)
    let until = end.overflow ? Int64.max : end.partialValue
    var change = Change(reading: BreakerReading(count: count), forgetsKey: forgetsKey)
    if now < period.until {
      change.added = until - period.until
      period.until = until
    } else if count >= atLeast {
      change.opens = true
      change.added = until - now
      period = Period(since: now, until: until, probing: .due)
    }
    periods[Int(place)] = period
    change.reading.isOpen = now < period.until
    change.reading.since = period.since
    return change
  }

  /// The reading for an error that need not fit.
  func read(_ key: UInt128, at now: Int64) -> BreakerReading {
    guard let (place, count) = counts.find(key, at: now) else { return BreakerReading() }
    let period = periods[Int(place)]
    return BreakerReading(count: count, isOpen: now < period.until, since: period.since)
  }

  /// Whether a caller may begin. The first after each period is its probe.
  func admit(_ key: UInt128, at now: Int64) -> Admission {
    guard let (place, _) = counts.find(key, at: now) else { return .closed }
    let period = periods[Int(place)]
    if now < period.until { return .open(until: period.until) }
    switch period.probing {
    case .done: return .closed
    case .begun: return .open(until: now)
    case .due:
      probes += 1
      periods[Int(place)].probing = .begun
      periods[Int(place)].probe = probes
      return .probe(probes)
    }
  }

  /// Lets the others begin, or another one as the probe; neither if the breaker has opened again, or if that probe
  /// has ended before.
  func endProbe(_ number: Int64, of key: UInt128, isDone: Bool) {
    guard let (place, _) = counts.find(key, at: .min), periods[Int(place)].probe == number,
      periods[Int(place)].probing == .begun
    else { return }
    periods[Int(place)].probing = isDone ? .done : .due
  }
}
