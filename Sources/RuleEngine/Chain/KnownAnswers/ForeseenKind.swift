internal import Records

/// What the record that was read last is answered by, found as soon as it was read: until the answer is asked for, the
/// memory that holds it can come nearer.
struct ForeseenKind: BitwiseCopyable {
  enum State: UInt8, BitwiseCopyable {
    /// Nobody looked yet.
    case unknown
    /// The record has to climb, whatever its kind.
    case climbs
    /// No more is known than where its climb begins and its own category.
    case begins
    /// Its key is known.
    case isKnown
  }

  var state = State.unknown
  /// Where its climb begins and its own category.
  var start: Int32 = -1
  var category: Int32 = -1
  var key = KindKey()
  /// The key's, where it is known.
  var hash: UInt64 = 0
}

extension Climb {
  /// Finds what the record that was read last is answered by.
  @inline(__always)
  mutating func foresee() {
    guard !graph.isGivenUp, !record.isEvent else {
      foreseen.state = .climbs
      return
    }
    // Fetched before anything else is looked at, which may take as long.
    if let key = record.kindKey {
      foreseen.key = key
      foreseen.hash = key.hash
      foreseen.state = .isKnown
      graph.shortcuts.fetch(foreseen.hash)
    } else {
      foreseen.state = .begins
    }
    guard let category = ownCategory() else {
      foreseen.state = .climbs
      return
    }
    foreseen.category = category
    foreseen.start =
      tables.onlyStart ?? tables.origins.responder(for: record.value(.origin, of: ErrorRecord.recorded))
    if foreseen.state == .isKnown {
      graph.shortcuts.fetchFirst(foreseen.hash, start: foreseen.start, category: category)
    }
  }
}
